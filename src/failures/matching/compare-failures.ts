import type { FailureComparison, FailureProfile } from '../../model/failure.ts';
import { namesIn, wordsIn } from '../../text/output-tokens.ts';
import { commonWords } from './telling-words.ts';
import { spineOf, type ToldFailure } from './told-failure.ts';

/** A failure with what it said, read once to be compared with many. */
export interface ComparedFailure {
  readonly profile: FailureProfile;
  readonly told: ToldFailure;
}

/** Two runs of one failure share so much of what says why; measured on logs of builds (docs/research/failure-memory.md). */
const sameShare = 0.8;
const similarShare = 0.4;
/** Words, or lines, of an output that is no mere line or two. */
const longSpine = 40;
const longExcerpt = 12;
/** Fewer words that not any failure could say do not tell which one it is. */
const fewestTelling = 2;

/**
 * Whether two failures are one. `same` is meant to be acted on without asking: what each said best of why, the other said too, and
 * nothing speaks against it. Each thing that does is a reason in words.
 */
export function compareFailures(query: ComparedFailure, known: ComparedFailure): FailureComparison {
  const likeness = Math.min(
    shareIn(known.told.spine, query.told.printed),
    shareIn(query.told.spine, known.told.printed),
  );
  const isAlike = likeness >= sameShare;
  const { isApart, ...doubt } = (isAlike ? findDoubt(query, known) : readOtherwise(query, known)) ?? {};
  const strength =
    isAlike && doubt.reason === undefined ? 'same' : likeness >= similarShare ? 'similar' : 'different';
  return {
    likeness,
    strength,
    ...(isAlike && !isApart ? { agreement: agreementOf(query, known, likeness) } : {}),
    ...doubt,
  };
}

/** Whether most words of a known failure's spine were printed here: without it the two read otherwise, whatever else they share. */
export function mayReadAlike({ told }: ComparedFailure, known: FailureProfile): boolean {
  return shareIn(spineOf(known), told.printed) >= sameShare;
}

/** Names in all lines that say that something is wrong, and values, tell two failures apart whose best lines read alike. */
function agreementOf(
  { told: asked }: ComparedFailure,
  { told: met }: ComparedFailure,
  likeness: number,
): number {
  const shareOf = (names: ReadonlySet<number>, printed: ToldFailure['printed']) =>
    names.size === 0 ? 1 : shareIn(names, printed);
  const haveValues = asked.values.size > 0 && met.values.size > 0;
  const values = haveValues
    ? Math.min(shareIn(asked.values, met.values), shareIn(met.values, asked.values))
    : 1;
  const names = Math.min(shareOf(asked.names, met.printed), shareOf(met.names, asked.printed));
  return Math.min(likeness, names, values);
}

interface Doubt extends Pick<FailureComparison, 'reason' | 'isOther' | 'inPlainWords'> {
  /** Another command, kind of failure or place: however alike they read, the fix of one is no answer to the other. */
  readonly isApart?: true;
}

/** Of a few words another account may be one of the same failure; two long outputs of one would read the same. */
function readOtherwise(query: ComparedFailure, known: ComparedFailure): Doubt | undefined {
  return isLong(query) && isLong(known)
    ? { reason: 'most of what was printed reads otherwise', isOther: true }
    : undefined;
}

/** Of a long output few lines may say that something is wrong: it is as long as it was, not as they are. */
function isLong({ profile: { excerpt }, told: { spine } }: ComparedFailure): boolean {
  return spine.size >= longSpine || excerpt.split('\n', longExcerpt).length === longExcerpt;
}

function findDoubt(query: ComparedFailure, known: ComparedFailure): Doubt | undefined {
  const { profile: asked } = query;
  const { profile: met } = known;
  const [command, other] = [asked.command?.family, met.command?.family];
  if (command !== undefined && other !== undefined && command !== other)
    return { reason: `${command} failed, not ${other}`, isApart: true };
  if (areDisjoint(asked.exceptionTypes, met.exceptionTypes))
    return { reason: `it is ${asked.exceptionTypes[0]}, not ${met.exceptionTypes[0]}`, isApart: true };
  if (saysLittle(query, known))
    return { reason: 'too little is said to tell which failure it is', isOther: true };
  return findOther(query, known);
}

/** Names and values that stand for another thing. From which file it shows that a module is missing is no matter. */
function findOther(query: ComparedFailure, known: ComparedFailure): Doubt | undefined {
  const anywhere = lackTheSame(query.profile, known.profile);
  const strange = (one: ComparedFailure, kind: 'names' | 'findings', other: ComparedFailure) =>
    [...one.told[kind]].filter(
      (hash) => !other.told.printed.has(hash) && !(anywhere && one.told.places.has(hash)),
    );
  const own = strange(query, 'names', known);
  const others = strange(known, 'names', query);
  const finding = strange(query, 'findings', known);
  if ((own.length > 0 && others.length > 0) || finding.length > 0)
    return {
      reason: describe(query.profile, finding.length > 0 ? finding : own, known.profile, others),
      isOther: true,
      ...(areMadeUp(own, query) || areMadeUp(others, known) || isLong(query) || isLong(known)
        ? {}
        : { inPlainWords: true }),
    };
  if (!anywhere && standElsewhere(query, known))
    return { reason: 'it fails at another place of the project', isOther: true, isApart: true };
  const [asked, met] = [query.told.values, known.told.values];
  return shareIn(asked, met) < 1 && shareIn(met, asked) < 1 && asked.size > 0 && met.size > 0
    ? { reason: 'it compares other values than the known one', isOther: true }
    : undefined;
}

function areMadeUp(hashes: readonly number[], { told: { findings } }: ComparedFailure): boolean {
  return hashes.some((hash) => findings.has(hash));
}

/** Whether each names a frame of its stack, in code of the project, that the other never printed. */
function standElsewhere(query: ComparedFailure, known: ComparedFailure): boolean {
  const [asked, met] = [framesOf(query), framesOf(known)];
  const strange = (one: ReadonlySet<number>, other: ReadonlySet<number>, printed: ToldFailure['printed']) =>
    [...one].some((hash) => !other.has(hash) && !printed.has(hash));
  return strange(asked, met, known.told.printed) && strange(met, asked, query.told.printed);
}

function framesOf({ profile: { frames = [] } }: ComparedFailure): ReadonlySet<number> {
  const names = frames.flatMap(({ path, function: name = '' }) => namesIn(`${path} ${name}`));
  return new Set(names.map(({ hash }) => hash));
}

function shareIn(some: ReadonlySet<number>, all: { has(hash: number): boolean }): number {
  let shared = 0;
  for (const hash of some) if (all.has(hash)) shared += 1;
  return some.size === 0 ? 0 : shared / some.size;
}

function areDisjoint(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && other.length > 0 && !one.some((value) => other.includes(value));
}

/** Of what both said best, too few words that not any failure could say; a place does not count. */
function saysLittle({ profile: { excerpt }, told: asked }: ComparedFailure, { told: met }: ComparedFailure) {
  const telling = new Set<number>();
  for (const { hash, text } of wordsIn(excerpt.replace(path, ' '))) {
    if (!asked.spine.has(hash) || !met.printed.has(hash)) continue;
    if (!/^\d/.test(text) && !commonWords.has(text.toLowerCase())) telling.add(hash);
  }
  return telling.size < fewestTelling;
}

const path = /[\w.@-]+(?:\/[\w.@-]+)+/g;

/** Whether both lack one module. */
function lackTheSame({ entities: one }: FailureProfile, { entities: other }: FailureProfile): boolean {
  const lacked = (entities: FailureProfile['entities']) =>
    new Set(entities.filter(({ kind }) => kind === 'module').map(({ value }) => value));
  const [asked, met] = [lacked(one), lacked(other)];
  return asked.size > 0 && asked.size === met.size && [...asked].every((value) => met.has(value));
}

function describe(
  asked: FailureProfile,
  own: readonly number[],
  met: FailureProfile,
  others: readonly number[],
): string {
  const said = nameOf(asked, own);
  const other = nameOf(met, others);
  if (said === undefined) return 'it names what the known one does not';
  return other === undefined
    ? `it says ${said}, which the known one does not`
    : `it says ${said} where the known one says ${other}`;
}

/** The text of one of the hashes, where the excerpt holds it. */
function nameOf({ excerpt }: FailureProfile, hashes: readonly number[]): string | undefined {
  return namesIn(excerpt).find(({ hash }) => hashes.includes(hash))?.text;
}
