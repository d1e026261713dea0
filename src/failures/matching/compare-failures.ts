import type { FailureComparison, FailureProfile } from '../../model/failure.ts';
import { findSubstitution } from './find-substitution.ts';
import { excerptLikeness, type ReadExcerpt } from './read-excerpt.ts';
import { commonWords } from './telling-words.ts';

/** A failure with what it printed, read once to be compared with many. */
export interface ComparedFailure {
  readonly profile: FailureProfile;
  readonly excerpt: ReadExcerpt;
  /** Lines of all that it printed in which a word stands; not known of what was recorded. */
  readonly linesWith?: (word: string) => readonly string[];
}

/** Excerpts of two runs of one failure share so much; measured on logs of builds (docs/research/failure-memory.md). */
const sameExcerpt = 0.7;
const similarExcerpt = 0.4;
/** Words of an output that is no mere line or two. */
const longExcerpt = 40;
/** Fewer words that not any failure could say do not tell which one it is. */
const fewestTelling = 2;

/**
 * Whether two failures are one. `same` is meant to be acted on without asking: what they printed reads the same but for what is
 * volatile, and nothing speaks against it. Each thing that does is a reason in words.
 */
export function compareFailures(query: ComparedFailure, known: ComparedFailure): FailureComparison {
  const likeness = excerptLikeness(query.excerpt, known.excerpt);
  const doubt = likeness < sameExcerpt ? readOtherwise(query, known) : findDoubt(query, known);
  const isSame = likeness >= sameExcerpt && doubt === undefined;
  return {
    likeness,
    strength: isSame ? 'same' : likeness >= similarExcerpt ? 'similar' : 'different',
    ...doubt,
  };
}

type Doubt = Pick<FailureComparison, 'reason' | 'isOther'>;

/** Of a few words another account may be one of the same failure; two long outputs of one would read the same. */
function readOtherwise(
  { excerpt: asked }: ComparedFailure,
  { excerpt: met }: ComparedFailure,
): Doubt | undefined {
  const isLong = Math.min(asked.words.size, met.words.size) >= longExcerpt;
  return isLong ? { reason: 'most of what was printed reads otherwise', isOther: true } : undefined;
}

function findDoubt(query: ComparedFailure, known: ComparedFailure): Doubt | undefined {
  const { profile: asked } = query;
  const { profile: met } = known;
  const [command, other] = [asked.command?.family, met.command?.family];
  if (command !== undefined && other !== undefined && command !== other)
    return { reason: `${command} failed, not ${other}` };
  if (areDisjoint(asked.exceptionTypes, met.exceptionTypes))
    return { reason: `it is ${asked.exceptionTypes[0]}, not ${met.exceptionTypes[0]}` };
  if (tellingWords(query.excerpt).filter((word) => known.excerpt.words.has(word)).length < fewestTelling)
    return { reason: 'too little is said to tell which failure it is', isOther: true };
  const found = findSubstitution(query.excerpt, known.excerpt, {
    ...(query.linesWith === undefined ? {} : { linesWith: query.linesWith }),
    anywhere: lackTheSame(asked, met),
  });
  if (found === undefined) return undefined;
  const reason = `it says ${found.asked} where the known one says ${found.known}`;
  return plainWord.test(found.asked) && plainWord.test(found.known) ? { reason } : { reason, isOther: true };
}

/** Said of one thing in other words, or of another thing: in a line or two there is no telling. */
const plainWord = /^\p{Ll}+$/u;

function areDisjoint(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && other.length > 0 && !one.some((value) => other.includes(value));
}

/** Words of the lines that say why, which not any failure could say; a kind of failure counts once, and a place not at all. */
function tellingWords({ lines }: ReadExcerpt): readonly string[] {
  const telling = lines.some(({ saysWhy }) => saysWhy) ? lines.filter(({ saysWhy }) => saysWhy) : lines;
  const words = telling.flatMap(
    ({ text }) => text.replace(place, ' ').match(/[\p{L}_$][\p{L}\p{N}_$]+/gu) ?? [],
  );
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => !commonWords.has(word));
}

const place = /[\w.@-]+(?:\/[\w.@-]+)+/g;

/** Whether both lack one module: from which file that shows is no matter. */
function lackTheSame({ entities: one }: FailureProfile, { entities: other }: FailureProfile): boolean {
  const lacked = (entities: FailureProfile['entities']) =>
    new Set(entities.filter(({ kind }) => kind === 'module').map(({ value }) => value));
  const [asked, met] = [lacked(one), lacked(other)];
  return asked.size > 0 && asked.size === met.size && [...asked].every((value) => met.has(value));
}
