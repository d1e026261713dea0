import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { OutcomeCounts } from '../../src/index.ts';
import { isExpired } from '../../src/lifecycle/expiry.ts';
import type { ForgettingSettings } from '../../src/lifecycle/options.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { readJsonLines } from '../datasets/json-lines.ts';

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
export interface FixHistory {
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
export interface Kept {
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
export function replayDecay({ events }: FixHistory, { settings, told }: DecayArm): Kept {
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

export function addKept(all: readonly Kept[]): Kept {
  const sum = (key: keyof Kept) => all.reduce((total, kept) => total + kept[key], 0);
  return {
    usefulKept: sum('usefulKept'),
    useful: sum('useful'),
    staleServed: sum('staleServed'),
    stale: sum('stale'),
  };
}
