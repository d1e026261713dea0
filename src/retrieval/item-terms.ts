import type { FailureProfile } from '../model/failure.ts';
import { failureOf, placeSeparator, type VariantBody } from '../model/item-body.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { kindsOf, thingsIn } from '../text/statements/vocabulary.ts';
import { compoundPrefix, countTerms } from '../text/terms.ts';

/** Content beyond this many characters is kept but not searched. */
const indexedCharacters = 20_000;
/** Title terms count more, because a title is more concise than the content. */
const titleWeight = 2;
// Begins where a word does, lest a long one be read from each of its letters. Matches letters beyond ASCII by their range, because compiling a Unicode property class costs a hook milliseconds.
const joinedName = /(?<![\w\u0080-\uffff])[\w\u0080-\uffff]+(?:[-./:][\w\u0080-\uffff]+)+/g;
const letter = /[A-Za-z\u0080-\uffff]/;
const placeholder = /__[A-Z]+__/g;
const longestName = 100;
/** Outer frames are shared by many failures, so only the innermost ones count. */
const innermostFrames = 3;

/** The terms a memory is found by, with how often each counts. All of its text was redacted before. */
export function itemTerms(
  item: Pick<MemoryItem, 'title' | 'content' | 'tags' | 'references' | 'body'>,
): ReadonlyMap<string, number> {
  const terms = new Map<string, number>();
  const add = (text: string, weight = 1): void => {
    for (const [term, count] of namedTerms(text)) terms.set(term, (terms.get(term) ?? 0) + weight * count);
  };
  add(item.title, titleWeight);
  add(item.content.slice(0, indexedCharacters));
  add([...item.tags, ...item.references].join('\n'));
  add(kindsOf(thingsIn(`${item.title}\n${item.content.slice(0, indexedCharacters)}`)));
  const failure = failureOf(item.body);
  if (failure !== undefined) add(failureText(failure));
  if (item.body?.kind !== 'variant') return terms;
  add(variantText(item.body));
  for (const term of changedTerms(item.body)) terms.set(term, (terms.get(term) ?? 0) + 1);
  return terms;
}

/** A change of more places is found by none of them: it is about none in particular. */
const mostChanged = 60;
/** Found in every memory that names the change of its fix. */
export const changedTerm = `${compoundPrefix}${placeSeparator}`;

function changedTerms({ changed = [] }: VariantBody): readonly string[] {
  if (changed.length === 0 || changed.length > mostChanged) return [];
  return [...new Set([changedTerm, ...changed.flatMap(({ path, name }) => placeTerms(path, name))])];
}

/**
 * The terms of a changed place: the file, or the function and all that it stands in, for code within a function is
 * located as that function. Example: `check.retry` is found as `check.retry` and as `check`.
 */
export function placeTerms(path: string, name?: string): readonly string[] {
  const parts = name?.split('.') ?? [];
  if (parts.length === 0) return [placeTerm(path)];
  return parts.map((_, at) => placeTerm(path, parts.slice(0, at + 1).join('.')));
}

/** The term that finds the memories whose fix changed a file, or a function of it. */
export function placeTerm(path: string, name?: string): string {
  return `${compoundPrefix}${path}${name === undefined ? '' : `${placeSeparator}${name}`}`.toLowerCase();
}

/** A longer text is an issue or an output, which names tools by the way. */
const mostAskedWords = 25;

/** Returns the terms of a question, and the kinds of the tools that it names. */
export function queryTerms(words: string, failure: FailureProfile | undefined): ReadonlyMap<string, number> {
  const kinds = words.split(/\s+/).length > mostAskedWords ? '' : kindsOf(thingsIn(words));
  return namedTerms([words, kinds, failure === undefined ? '' : failureText(failure)].join('\n'));
}

/**
 * Terms of a text plus its joined names as whole terms: both words of `render-cli` occur in many memories, the whole
 * name in few.
 */
export function namedTerms(text: string): ReadonlyMap<string, number> {
  const terms = countTerms(text);
  for (const [name] of text.replaceAll(placeholder, '').matchAll(joinedName)) {
    if (name.length > longestName || !letter.test(name)) continue;
    const term = `${compoundPrefix}${name.toLowerCase()}`;
    terms.set(term, (terms.get(term) ?? 0) + 1);
  }
  return terms;
}

/** Text of a variant beyond its failure's output. */
function variantText({ command, symptom, context, appliesWhen = [], alsoSeen = [] }: VariantBody): string {
  return [command ?? '', symptom ?? '', context ?? '', ...appliesWhen, ...alsoSeen].join('\n');
}

/** Text of a failure for both queries and documents: its error lines, the names in them, its command, its place. */
function failureText(failure: FailureProfile): string {
  const { command, errorLines, excerpt, exceptionTypes, entities, file, frames = [] } = failure;
  return [
    command?.family ?? '',
    file ?? '',
    ...frames.slice(-innermostFrames).map((frame) => `${frame.path} ${frame.function ?? ''}`),
    ...(errorLines.length > 0 ? errorLines : [excerpt]),
    ...exceptionTypes,
    ...entities.map(({ value }) => value),
  ].join('\n');
}
