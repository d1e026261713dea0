import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SeededRandom } from '../doors/seeded-random.ts';
import { openScratchMemory, type ScratchMemory } from '../issue-memory/scratch-memory.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { type Figure, notRun, type Suite } from '../suite.ts';
import {
  type CauseRelation,
  causeLikeness,
  causeWords,
  recurringFrom,
  relationOf,
} from './cause-likeness.ts';
import { changeCircumstances } from './change-circumstance.ts';
import { type MarkedFailure, readMarkedLogs } from './marked-failures.ts';
import { replaceCauses } from './replace-cause.ts';

/** One of so many changes of circumstance is asked about. */
const askedCircumstances = 4;

interface Counts {
  recurring: number;
  recurringShown: number;
  shown: number;
  unlike: number;
  inDoubt: number;
  unchanged: number;
  unchangedShown: number;
  causes: number;
  causesShown: number;
  circumstances: number;
  circumstancesShown: number;
  /** Logs of which lines counted as noise, and these lines. */
  withNoise: number;
  noiseLines: number;
}

/**
 * The logs of each repository in the order of the file, each asked about as a hook does and then recorded with its fix; what stands
 * before the marked lines is a run of the same command that passed. With what such runs teach, and without.
 */
export const inOrderSuite: Suite = {
  description: 'look-alikes in the order of events, with and without what passing runs print',
  options: ['data', 'limit', 'repositories', 'seed', 'misses'],
  async run({ data, limit, half, home, seed, missesFile }) {
    const logs = readMarkedLogs(data, half).slice(0, limit);
    const misses: string[] = [];
    const played: Record<string, Counts> = {};
    for (const learns of ['off', 'on'] as const) {
      const counts = noCounts();
      const folder = join(home, learns);
      for (const [place, own] of [...Map.groupBy(logs, ({ repository }) => repository).values()].entries())
        await play(own, { folder: join(folder, String(place)), learns, seed, counts, misses });
      played[learns] = counts;
    }
    const { off = noCounts(), on = noCounts() } = played;
    if (missesFile !== undefined) writeFileSync(missesFile, misses.join(''));
    return {
      cases: logs.length,
      figures: { ...figuresOf('without', off), ...figuresOf('with', on) },
      tables: [comparison(off, on)],
    };
  },
};

function noCounts(): Counts {
  return {
    ...{ recurring: 0, recurringShown: 0, shown: 0, unlike: 0, inDoubt: 0 },
    ...{ unchanged: 0, unchangedShown: 0, causes: 0, causesShown: 0 },
    ...{ circumstances: 0, circumstancesShown: 0, withNoise: 0, noiseLines: 0 },
  };
}

interface InOrder {
  readonly folder: string;
  readonly learns: 'on' | 'off';
  readonly seed: number;
  readonly counts: Counts;
  readonly misses: string[];
}

async function play(own: readonly MarkedFailure[], { folder, learns, seed, counts, misses }: InOrder) {
  await using scratch = await openScratchMemory(folder, { 'failures.learnCircumstance': learns });
  const random = new SeededRandom(seed);
  const recorded = new Map<string, MarkedFailure>();
  for (const [place, failure] of own.entries()) {
    const words = causeWords(failure.marked);
    const earlier = own.slice(0, place);
    const likeness = ({ marked }: MarkedFailure) => causeLikeness(words, causeWords(marked));
    const recurs = earlier.some((one) => likeness(one) >= recurringFrom);
    const answer = await ask(scratch, failure.text, failure.command);
    const known = recorded.get(answer.shown ?? '');
    const relation = known && relationOf(likeness(known));
    countReal(counts, recurs, relation);
    counts.withNoise += answer.noise > 0 ? 1 : 0;
    counts.noiseLines += answer.noise;
    if (relation === 'unlike' || (recurs && relation !== 'alike'))
      misses.push(`${learns}\t${relation ?? 'missed'}\t${failure.id}\t${known?.id ?? answer.reason}\n`);
    const first = earlier.find((one) => likeness(one) >= recurringFrom) ?? failure;
    const { variant } = await scratch.memory.record({
      fix: `Apply the change that made ${first.id} pass.`,
      failure: { output: failure.text, command: failure.command, exitCode: 1 },
    });
    if (!recorded.has(variant.id)) recorded.set(variant.id, failure);
    if (earlier.every((one) => relationOf(likeness(one)) === 'unlike'))
      await askChanged(scratch, failure, random, counts);
    if (learns === 'on') await teach(scratch, failure, place, folder);
  }
}

function countReal(counts: Counts, recurs: boolean, relation: CauseRelation | undefined): void {
  counts.recurring += recurs ? 1 : 0;
  counts.recurringShown += recurs && relation === 'alike' ? 1 : 0;
  counts.shown += relation === undefined ? 0 : 1;
  counts.unlike += relation === 'unlike' ? 1 : 0;
  counts.inDoubt += relation === 'in_doubt' ? 1 : 0;
}

async function ask({ memory, home }: ScratchMemory, output: string, command: string) {
  const { memories, match } = await memory.recall({
    failure: { output, command, exitCode: 1 },
    moment: 'after_failure',
  });
  const { receipt } = await home.why();
  return {
    shown: memories[0]?.item.id,
    reason: match?.reason ?? '',
    noise: receipt.failure?.circumstanceLines ?? 0,
  };
}

/** What is known is asked about again, as it was and changed, while all that came before is known. */
async function askChanged(
  scratch: ScratchMemory,
  failure: MarkedFailure,
  random: SeededRandom,
  counts: Counts,
): Promise<void> {
  const isShown = async (text: string) => (await ask(scratch, text, failure.command)).shown !== undefined;
  counts.unchanged += 1;
  counts.unchangedShown += (await isShown(failure.text)) ? 1 : 0;
  for (const { text } of replaceCauses(failure, random)) {
    counts.causes += 1;
    counts.causesShown += (await isShown(text)) ? 1 : 0;
  }
  for (const { text } of changeCircumstances(failure, random)) {
    if (random.below(askedCircumstances) > 0) continue;
    counts.circumstances += 1;
    counts.circumstancesShown += (await isShown(text)) ? 1 : 0;
  }
}

/** A session of an agent in which the part of a log before the marked lines was all that the command printed. */
async function teach(
  { memory }: ScratchMemory,
  { text, marked, command }: MarkedFailure,
  place: number,
  folder: string,
): Promise<void> {
  const passed = text.slice(0, Math.max(0, text.indexOf(marked)));
  const session = `passed-${place}`;
  const entry = (type: string, content: readonly object[]) =>
    JSON.stringify({ type, cwd: '/kettle', sessionId: session, message: { role: type, content } });
  const lines = [
    entry('assistant', [{ type: 'tool_use', id: 'a', name: 'Bash', input: { command } }]),
    entry('user', [{ type: 'tool_result', tool_use_id: 'a', content: passed, is_error: false }]),
  ];
  const path = join(folder, 'transcripts', `${session}.jsonl`);
  mkdirSync(join(folder, 'transcripts'), { recursive: true });
  writeFileSync(path, `${lines.join('\n')}\n`);
  await memory.mineSessions({ places: [path], folders: ['/'] });
}

function ratesOf(counts: Counts) {
  return {
    recurring_shown: { count: counts.recurringShown, of: counts.recurring },
    shown_unlike: { count: counts.unlike, of: counts.shown },
    shown_in_doubt: { count: counts.inDoubt, of: counts.shown },
    unchanged_shown: { count: counts.unchangedShown, of: counts.unchanged },
    changed_cause_shown: { count: counts.causesShown, of: counts.causes },
    changed_circumstance_shown: { count: counts.circumstancesShown, of: counts.circumstances },
  };
}

function figuresOf(name: 'with' | 'without', counts: Counts): Readonly<Record<string, Figure>> {
  return Object.fromEntries([
    ...Object.entries(ratesOf(counts)).map(([figure, { count, of }]) => [
      `${name}_${figure}`,
      of === 0 ? notRun : count / of,
    ]),
    [`${name}_logs_with_noise`, counts.withNoise],
    [`${name}_noise_lines`, counts.noiseLines],
  ]);
}

function comparison(off: Counts, on: Counts): Table {
  const learned = ratesOf(on);
  return {
    title: 'In the order of events',
    columns: ['figure', 'without', 'with what passing runs print'],
    rows: Object.entries(ratesOf(off)).map(([name, { count, of }]) => {
      const other = learned[name as keyof typeof learned];
      return [name, describeRate(count, of), describeRate(other.count, other.of)];
    }),
  };
}
