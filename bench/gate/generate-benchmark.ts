import type { FailureReport } from '../../src/index.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import {
  type Circumstance,
  drawSlots,
  type FailureFamily,
  type FailureSlots,
  failureFamilies,
  pick,
} from './failure-families.ts';
import { type ParaphraseStyle, paraphrase, paraphraseStyles, tellCanonical } from './tell-failure.ts';

export interface BenchmarkScale {
  readonly memories: number;
  readonly canonical: number;
  readonly hardNegatives: number;
  readonly events: number;
}

/** Table 3. Each memory has two variants and each canonical query four paraphrases. */
export const benchmarkScales = {
  smoke: { memories: 16, canonical: 24, hardNegatives: 32, events: 40 },
  full: { memories: 80, canonical: 400, hardNegatives: 1_000, events: 3_000 },
} as const satisfies Readonly<Record<string, BenchmarkScale>>;

export interface BenchVariant {
  readonly id: string;
  readonly family: FailureFamily;
  readonly slots: FailureSlots;
  readonly which: 0 | 1;
  readonly failure: FailureReport;
  readonly fix: string;
  readonly rootCause: string;
}

export interface BenchQuery {
  readonly family: string;
  readonly failure: FailureReport;
  /** The variant whose fix is right; absent where none is. */
  readonly expected?: string;
  /** Why a look-alike must not be shown. */
  readonly reason?: string;
}

/**
 * The truth of an event: `verified` and `accepted` are answerable; on a `hard_negative` every shown memory is a false positive;
 * on an `unsuitable` one it is rejected without harm; on a `quiet` one silence is known to be right.
 */
export type EventTruth = 'verified' | 'accepted' | 'hard_negative' | 'unsuitable' | 'quiet';

export interface ReplayEvent {
  readonly query: BenchQuery;
  readonly truth: EventTruth;
}

export interface GeneratedBenchmark {
  readonly variants: readonly BenchVariant[];
  readonly canonical: readonly BenchQuery[];
  readonly paraphrases: readonly BenchQuery[];
  readonly hardNegatives: readonly BenchQuery[];
  /** In the order of the replay. */
  readonly events: readonly ReplayEvent[];
}

/**
 * Shares of each 40 events by Table 6: static retrieval verifies 25 %, is accepted in 25 % and shows 17.5 % false positives; of
 * the other 13, silence on 2 counts as right.
 */
const truthShares: Readonly<Record<EventTruth, number>> = {
  verified: 10 / 40,
  accepted: 10 / 40,
  hard_negative: 7 / 40,
  unsuitable: 11 / 40,
  quiet: 2 / 40,
};

/** Memories, queries and events of one half of the families. Equal arguments give equal benchmarks. */
export function generateBenchmark(
  scale: BenchmarkScale,
  half: FailureFamily['half'],
  seed: number,
): GeneratedBenchmark {
  const random = seededRandom(seed);
  const families = failureFamilies.filter((family) => family.half === half);
  const taken = new Set<string>();
  const variants = Array.from({ length: scale.memories }).flatMap((_, at) =>
    drawMemory(families[at % families.length] as FailureFamily, at, drawSlots(random, taken)),
  );
  const asked = Array.from(
    { length: scale.canonical },
    (_, at) => variants[at % variants.length] as BenchVariant,
  );
  const canonical = asked.map(
    ({ family, failure, id: expected }): BenchQuery => ({ family: family.name, failure, expected }),
  );
  const paraphrases = asked.flatMap((variant) =>
    paraphraseStyles.map((style) => paraphraseOf(variant, style, random)),
  );
  const draw = { variants, families, taken, random };
  const hardNegatives = Array.from({ length: scale.hardNegatives }, () => hardNegative(draw));
  return { variants, canonical, paraphrases, hardNegatives, events: drawEvents(draw, scale.events) };
}

function drawMemory(family: FailureFamily, at: number, slots: FailureSlots): readonly BenchVariant[] {
  return ([0, 1] as const).map((which) => {
    const circumstance = family.about(slots).circumstances[which];
    return {
      id: `m${at}v${which}`,
      family,
      slots,
      which,
      failure: tellCanonical({ family, slots, circumstance }),
      fix: circumstance.fix,
      rootCause: circumstance.rootCause,
    };
  });
}

function paraphraseOf(
  { id: expected, family, slots, which }: BenchVariant,
  style: ParaphraseStyle,
  random: () => number,
): BenchQuery {
  const circumstance = family.about(slots).circumstances[which];
  const failure = paraphrase({ family, slots, circumstance }, style, random);
  return { family: family.name, failure, expected };
}

interface Draw {
  readonly variants: readonly BenchVariant[];
  readonly families: readonly FailureFamily[];
  readonly taken: Set<string>;
  readonly random: () => number;
}

/**
 * A failure with the output of a known one, but another: it comes from the circumstances of the other of a confusable pair, or
 * is about another name.
 */
function hardNegative({ variants, families, taken, random }: Draw): BenchQuery {
  const near = pick(
    variants.filter(({ family }) => family.confusedWith !== undefined),
    random,
  );
  const { family, slots, which } = near;
  const other = families.find(({ name }) => name === family.confusedWith?.family) as FailureFamily;
  const isOtherCause = random() < 0.6;
  const told = isOtherCause
    ? { family: other, slots, circumstance: otherCause(near, other, random) }
    : otherNames(family, which, slots, drawSlots(random, taken));
  return {
    family: family.name,
    failure: paraphrase(told, pick(['rerun', 'wrapped'], random), random),
    reason: isOtherCause ? `${other.name} prints what ${family.name} prints` : 'it is about another name',
  };
}

/** Share of look-alikes of another cause with the command of the known failure, which differ from it in one sign alone. */
const behindOneCommand = 0.7;

/** "Each pair shares logs and command fragments": what tells is where the stack ends, or what it ran in. */
function otherCause(
  { family, slots, which }: BenchVariant,
  other: FailureFamily,
  random: () => number,
): Circumstance {
  const own = other.about(slots).circumstances[random() < 0.5 ? 0 : 1];
  if (random() >= behindOneCommand) return own;
  const { command, frames, environment } = family.about(slots).circumstances[which];
  return family.confusedWith?.toldBy === 'stack'
    ? { ...own, command, environment, frames: [...frames.slice(0, 1), ...own.frames] }
    : { ...own, command, frames };
}

/** The same place and command, and another module, key or table: everything agrees but what it is about. */
function otherNames(family: FailureFamily, which: 0 | 1, slots: FailureSlots, drawn: FailureSlots) {
  const { module, key, table, revision, port } = drawn;
  const renamed = { ...slots, module, key, table, revision, port };
  return { family, slots: renamed, circumstance: family.about(renamed).circumstances[which] };
}

/** A failure of a family that is known, of which nothing is: other names, other places. */
function unknownFailure({ families, taken, random }: Draw): BenchQuery {
  const family = pick(families, random);
  const slots = drawSlots(random, taken);
  const circumstance = family.about(slots).circumstances[random() < 0.5 ? 0 : 1];
  const failure = paraphrase(
    { family, slots, circumstance },
    pick(['rerun', 'wrapped', 'trimmed'], random),
    random,
  );
  return { family: family.name, failure };
}

function drawEvents(draw: Draw, count: number): readonly ReplayEvent[] {
  const truths = (Object.keys(truthShares) as EventTruth[]).flatMap((truth) =>
    new Array<EventTruth>(Math.round(count * truthShares[truth])).fill(truth),
  );
  return shuffle(truths, draw.random).map((truth) => ({ truth, query: eventQuery(draw, truth) }));
}

function eventQuery(draw: Draw, truth: EventTruth): BenchQuery {
  const { variants, random } = draw;
  if (truth === 'hard_negative') return hardNegative(draw);
  if (truth === 'unsuitable' || truth === 'quiet') return unknownFailure(draw);
  return paraphraseOf(pick(variants, random), pick(paraphraseStyles, random), random);
}

/** Fisher and Yates. */
export function shuffle<T>(all: readonly T[], random: () => number): readonly T[] {
  const shuffled = [...all];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [shuffled[i], shuffled[j]] = [shuffled[j] as T, shuffled[i] as T];
  }
  return shuffled;
}
