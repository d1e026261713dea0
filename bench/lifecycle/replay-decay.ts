import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { OutcomeCounts } from '../../src/index.ts';
import { isExpired } from '../../src/lifecycle/expiry.ts';
import {
  type ForgettingSettings,
  type LifecycleSettings,
  lifecycleConstants,
  lifecycleOptions,
} from '../../src/lifecycle/options.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { readJsonLines } from '../datasets/json-lines.ts';
import { describeRate, sum } from '../reporting/statistics.ts';
import type { SuiteReport } from '../suite.ts';

interface EarlierFix {
  readonly id: string;
  readonly tier?: string;
  /** Lines of the earlier fix that this one rewrites. */
  readonly touches_lines?: number;
}

/** A fix of a repository, with the earlier ones it has to do with. */
interface FixEvent {
  readonly id: string;
  /** Seconds since 1970. */
  readonly ts: number;
  readonly subject: string;
  readonly fix: string;
  readonly files: readonly string[];
  readonly pos: readonly EarlierFix[];
  readonly amb: readonly EarlierFix[];
  readonly hard_neg: readonly EarlierFix[];
}

/** One repository's fixes in the order of time. */
interface FixHistory {
  readonly repository: string;
  readonly events: readonly FixEvent[];
}

export function readFixHistories(data: string): readonly FixHistory[] {
  const folder = join(data, 'replay', 'commits');
  return readdirSync(folder)
    .sort()
    .map((name) => ({ repository: name, events: readJsonLines<FixEvent>(join(folder, name)) }));
}

/** How often memories were needed and still there, or out of date and still there. */
interface Kept {
  readonly usefulKept: number;
  readonly useful: number;
  readonly staleServed: number;
  readonly stale: number;
}

interface DecayArm {
  readonly settings: ForgettingSettings;
  /** Share of the times something is shown after which it is told whether it helped. */
  readonly told: number;
}

interface RememberedFix {
  readonly bornAtMs: number;
  shown: number;
  lastAtMs: number | undefined;
  helped: number;
  wrong: number;
  /** A later fix has rewritten its lines. */
  isStale: boolean;
}

const fixTtlDays = 180;
const seed = 19;

/**
 * Remembers the fixes of a repository by their dates. An earlier fix is useful to a later one that builds on it, until some fix
 * rewrites its lines: then it is stale, and showing it is wrong.
 */
function replayDecay({ events }: FixHistory, { settings, told }: DecayArm): Kept {
  const random = seededRandom(seed);
  const known = new Map<string, RememberedFix>();
  const kept = { usefulKept: 0, useful: 0, staleServed: 0, stale: 0 };
  for (const event of events) {
    const nowMs = event.ts * 1_000;
    const rewritten: RememberedFix[] = [];
    for (const { earlier, isAnswer } of earlierFixes(event)) {
      const fix = known.get(earlier.id);
      if (fix === undefined) continue;
      const isShown = !isGone(fix, nowMs, settings);
      const isUseful = isAnswer && !fix.isStale;
      count(kept, { isUseful, isStale: fix.isStale, isShown });
      if (isShown) show(fix, nowMs, { isUseful, isTold: random() < told });
      if ((earlier.touches_lines ?? 0) > 0) rewritten.push(fix);
    }
    for (const fix of rewritten) fix.isStale = true;
    known.set(event.id, {
      ...{ bornAtMs: nowMs, shown: 0, lastAtMs: undefined, helped: 0, wrong: 0, isStale: false },
    });
  }
  return kept;
}

/** Earlier fixes that a search would come upon, and whether the labels say that they can be built on. */
function earlierFixes({ pos, amb, hard_neg }: FixEvent) {
  return [
    ...pos.map((earlier) => ({ earlier, isAnswer: /^P[234]/.test(earlier.tier ?? '') })),
    ...[...amb, ...hard_neg].map((earlier) => ({ earlier, isAnswer: false })),
  ];
}

function count(
  kept: { -readonly [Key in keyof Kept]: Kept[Key] },
  met: { readonly isUseful: boolean; readonly isStale: boolean; readonly isShown: boolean },
): void {
  if (met.isUseful) {
    kept.useful += 1;
    kept.usefulKept += Number(met.isShown);
  } else if (met.isStale) {
    kept.stale += 1;
    kept.staleServed += Number(met.isShown);
  }
}

function isGone(fix: RememberedFix, nowMs: number, settings: ForgettingSettings): boolean {
  const outcomes: OutcomeCounts = { verified: fix.helped, false_positive: fix.wrong };
  return isExpired(
    {
      ...{ layer: 'procedural', ttlDays: fixTtlDays, updatedAtMs: fix.bornAtMs, accessCount: fix.shown },
      ...(fix.lastAtMs === undefined ? {} : { lastAccessedAtMs: fix.lastAtMs }),
    },
    { nowMs, settings, outcomes },
  );
}

function show(
  fix: RememberedFix,
  nowMs: number,
  { isUseful, isTold }: { readonly isUseful: boolean; readonly isTold: boolean },
): void {
  fix.shown += 1;
  fix.lastAtMs = nowMs;
  if (!isTold) return;
  if (isUseful) fix.helped += 1;
  else if (fix.isStale) fix.wrong += 1;
}

function addKept(all: readonly Kept[]): Kept {
  const of = (key: keyof Kept) => sum(all.map((kept) => kept[key]));
  return {
    ...{ usefulKept: of('usefulKept'), useful: of('useful') },
    ...{ staleServed: of('staleServed'), stale: of('stale') },
  };
}

/** The share of shown memories whose outcome is told. */
const usuallyTold = 0.5;

function settingsOf(changes: Partial<LifecycleSettings>): ForgettingSettings {
  const defaults = Object.fromEntries(
    Object.entries(lifecycleOptions).map(([name, option]) => [name, option.default]),
  ) as unknown as LifecycleSettings;
  return {
    ...{ decayEnabled: true, decayDays: 30, retrievalLookbackDays: 21 },
    v3: { lifecycle: { ...defaults, ...lifecycleConstants, ...changes } },
  };
}

/** Are useful fixes kept, and stale ones not served, by use and by age alone? */
export function reportDecay(data: string): SuiteReport {
  const histories = readFixHistories(data);
  const byUse = settingsOf({});
  const byAge = settingsOf({ enabled: false });
  const arms = [
    ['by use (the default)', byUse],
    ['by age', byAge],
  ] as const;
  const run = (settings: ForgettingSettings, told: number, some = histories): Kept =>
    addKept(some.map((history) => replayDecay(history, { settings, told })));
  const own = run(byUse, usuallyTold);
  const other = run(byAge, usuallyTold);
  const unseen = histories.filter((_, at) => at % 2 === 1);
  const rows = arms.flatMap(([name, settings]) => [
    ...[1, usuallyTold, 0.25, 0].map((told) => [name, told, ...ratesOf(run(settings, told))]),
    [`${name}, not fitted on`, usuallyTold, ...ratesOf(run(settings, usuallyTold, unseen))],
  ]);
  return {
    cases: sum(histories.map(({ events }) => events.length)),
    figures: {
      useful_kept: own.usefulKept / own.useful,
      useful_kept_age_only: other.usefulKept / other.useful,
      stale_served: own.staleServed / own.stale,
      stale_served_age_only: other.staleServed / other.stale,
    },
    tables: [
      {
        title: 'Fixes of ten repositories, needed again and out of date',
        columns: ['memories last', 'told', 'useful kept', 'stale served'],
        rows,
      },
    ],
  };
}

function ratesOf({ usefulKept, useful, staleServed, stale }: Kept): readonly string[] {
  return [describeRate(usefulKept, useful), describeRate(staleServed, stale)];
}
