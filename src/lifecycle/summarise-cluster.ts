import { splitPassages } from '../text/passages.ts';
import { polarityOf } from '../text/statements/denial.ts';
import { countTerms } from '../text/terms.ts';

interface Fragment {
  readonly title: string;
  readonly content: string;
}

/** A passage as it was said first, and by which fragments with which values. */
interface KeptPassage {
  /** Equal for passages that say the same, values aside. */
  readonly key: string;
  readonly text: string;
  /** By their values; the first has those of the text. */
  readonly sayings: Map<string, Saying>;
}

interface Saying {
  readonly values: readonly string[];
  /** Numbers of fragments, from 1. */
  readonly by: number[];
}

/** Marks around the numbers of fragments: no fragment has them around numbers of its own. */
type Marks = readonly [open: string, close: string];

/**
 * The passages of a cluster, each once, with the numbers of the fragments that say it: newest first.
 * Extractive, so that a summary says only what a fragment said. A passage is left out only when it is
 * repeated word for word, or with other values alone: numbers, paths, names of code. These are told behind
 * it: "Run 12 took 30 s. [1] (also 13, 31 [2]; 14, 29 [3])". Any other word, such as "not", "on" or a name,
 * can turn the rest round, and keeps its passage. Case, spaces and the punctuation of sentences aside; facts
 * ({@link factsOf}) are kept as written. The passages with the number of one fragment stand in its order: "It
 * failed then" stands behind what failed.
 */
export function summariseCluster(fragments: readonly Fragment[]): string {
  const marks: Marks = fragments.some(({ content }) => /\[\d/.test(content)) ? ['«', '»'] : ['[', ']'];
  const kept = fragments.reduce<readonly KeptPassage[]>(
    (before, { content }, at) => weave(before, content, at + 1),
    [],
  );
  const lines = kept.map((passage) => render(passage, fragments.length, marks));
  const whole = (lines.some(({ isLabelled }) => isLabelled) ? [{ text: legendIn(marks) }, ...lines] : lines)
    .map(({ text }) => text)
    .join('\n');
  // Facts that run over the end of a passage, such as a quoted name with a full stop in it.
  const told = new Set(factsOf(whole));
  const lost = [...new Set(fragments.flatMap(({ content }) => factsOf(content)))].filter(
    (fact) => !told.has(fact) && !whole.includes(fact),
  );
  return lost.length === 0 ? whole : `${whole}\n${lost.map((fact) => `\`${fact}\``).join(' ')}`;
}

/** Adds the passages of one more fragment, in their order: to an equal kept passage, or as a new one. */
function weave(kept: readonly KeptPassage[], content: string, by: number): readonly KeptPassage[] {
  // Last first, so that the next one is taken off the end.
  const placesOf = Map.groupBy([...kept.keys()].reverse(), (place) => kept[place]?.key);
  const woven: KeptPassage[] = [];
  let added: KeptPassage[] = [];
  let next = 0;
  for (const { start, end } of splitPassages(content)) {
    const { key, text, values } = readPassage(content.slice(start, end));
    const places = placesOf.get(key) ?? [];
    while ((places.at(-1) ?? next) < next) places.pop();
    const place = places.at(-1);
    if (place === undefined) {
      added.push({ key, text, sayings: new Map([[values.join('\n'), { values, by: [by] }]]) });
      continue;
    }
    const passed = kept.slice(next, place + 1);
    const sayings = passed.at(-1)?.sayings;
    const saying = sayings?.get(values.join('\n'));
    if (saying === undefined) sayings?.set(values.join('\n'), { values, by: [by] });
    else saying.by.push(by);
    woven.push(...passed.slice(0, -1), ...added, ...passed.slice(-1));
    added = [];
    next = place + 1;
  }
  return [...woven, ...kept.slice(next), ...added];
}

function readPassage(text: string) {
  const template = sentenceTemplate(text);
  const values = template?.values ?? factsOf(text);
  // Without a form of its own, another wording is another passage.
  return { key: template?.form ?? [wordsOf(text), ...values].join('\n'), text, values };
}

/** Returns the line before a summary whose fragments do not all say the same. */
function legendIn(marks: Marks): string {
  return `${labelOf([1], marks)} is the newest of these, ${labelOf([2], marks)} the one before it; the rest all say.`;
}

/** Lists all differing values for each saying, so that values said together stand together. */
function render(
  { text, sayings }: KeptPassage,
  count: number,
  marks: Marks,
): { readonly text: string; readonly isLabelled: boolean } {
  const [first, ...others] = [...sayings.values()] as [Saying, ...Saying[]];
  if (others.length === 0 && first.by.length === count) return { text, isLabelled: false };
  const differing = first.values.flatMap((value, at) =>
    others.some(({ values }) => values[at] !== value) ? [at] : [],
  );
  const again = others.map(
    ({ values, by }) => `${differing.map((at) => apart(values[at] ?? '')).join(', ')} ${labelOf(by, marks)}`,
  );
  const told = again.length === 0 ? '' : ` (also ${again.join('; ')})`;
  return { text: `${text} ${labelOf(first.by, marks)}${told}`, isLabelled: true };
}

/** A value that holds the separator of values is told as code, so that two of them never read as three. */
function apart(value: string): string {
  return /[,;]/.test(value) && !value.includes('`') ? `\`${value}\`` : value;
}

/** `[1, 3–5]` */
function labelOf(numbers: readonly number[], [open, close]: Marks): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return `${open}${runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')}${close}`;
}

/** A sign within a line counts (`!ready`), and so does the end of a question. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/[.!;:,]+$/, '')
    .trim();
}

const token = /`[^`\n]+`|\S+/g;
const valuePattern = /^([("'[{<]*)(.*?)([)"'\]}>,;:.!?]*)$/s;
/** Least words beside values: two alike passages with fewer may still tell of different things. */
const fewestWords = 2;
const slot = '\u0000';

/**
 * The form of a sentence, in lower case, and its values. Only words that cannot be said otherwise are values: "not",
 * "off" or a name never become one. Undefined for a command, which is kept as it is, and for too few words.
 */
function sentenceTemplate(text: string) {
  if (/^\s*[$>]\s/.test(text)) return undefined;
  const values: string[] = [];
  let words = 0;
  const form = [...text.matchAll(token)].map(([word]) => {
    const [, before = '', core = '', after = ''] = valuePattern.exec(word) ?? [];
    if (isFact(core) || core.startsWith('`')) {
      values.push(core);
      return before + slot + after;
    }
    if (/\p{L}{2}/u.test(core)) words += 1;
    return word.toLowerCase();
  });
  return words < fewestWords || values.length === 0 ? undefined : { form: form.join(' '), values };
}

/**
 * Returns the facts of a text that cannot be said in other words: paths, commands, flags, versions, numbers, names of
 * code. Each as it is written, in order, once. Rather too many than too few: a summary keeps them all.
 */
export function factsOf(text: string): readonly string[] {
  const facts = new Set<string>();
  for (const [, quoted = ''] of text.matchAll(/`([^`\n]+)`/g)) facts.add(quoted.trim());
  for (const [, command = ''] of text.matchAll(/^\s*[$>]\s+(.+)$/gm)) facts.add(command.trim());
  for (const [word] of text.matchAll(/\S+/g)) {
    const fact = word.replace(edges, '');
    if (isFact(fact)) facts.add(fact);
  }
  facts.delete('');
  return [...facts];
}

/** Punctuation of a sentence at the ends of a word. */
const edges = /^[("'`[{<]+|[)"'`\]}>,;:.!?]+$/g;

/** Whether a word, without the punctuation around it, is one. */
function isFact(word: string): boolean {
  return /\d|[/\\_@=#]|\w\.\w|^--?\w|[a-z][A-Z]/.test(word);
}

/** Share of the words of the notes that a text in their place keeps. */
const leastKept = 0.8;

/**
 * Whether a text by another author says what several notes say, as far as that can be checked: it has all
 * their facts and nearly all their content words, no others, and the same kinds of denial; the facts of one
 * line stand in one note, so that none was exchanged.
 */
export function saysTheSame(text: string, notes: readonly string[]): boolean {
  const whole = notes.join('\n');
  const facts = factsOf(whole);
  const told = factsOf(text);
  const [termsTold, termsOfNotes] = [countTerms(text), countTerms(whole)];
  const kept = [...termsOfNotes.keys()].filter((term) => termsTold.has(term)).length;
  return (
    facts.every((fact) => told.includes(fact) || text.includes(fact)) &&
    told.every((fact) => whole.includes(fact)) &&
    kept >= leastKept * termsOfNotes.size &&
    [...termsTold.keys()].every((term) => termsOfNotes.has(term)) &&
    polarityOf(text) === polarityOf(whole) &&
    text.split('\n').every((line) => {
      const own = factsOf(line);
      return notes.some((note) => own.every((fact) => note.includes(fact)));
    })
  );
}
