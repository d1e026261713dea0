import { chanceOfTouch } from '../../src/locate/rank-functions.ts';
import { type ReplayFix, readReplayFixes } from '../datasets/replay-issues.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { type JudgedFunctions, keyOf } from './judge-functions.ts';

/** A past fix by what it changed: files, and functions as `path::name`. */
type KnownFix = Pick<ReplayFix, 'files' | 'functions'>;

/** Past fixes that one issue may be shown, the latest first. */
type FixesKnown = (one: JudgedFunctions) => readonly KnownFix[];

/** The best past fix of one issue. */
interface ShownFix {
  /** P(function) · P(file)², as in the probe (research/gate). */
  readonly score: number;
  readonly sharesFile: boolean;
  readonly sharesFunction: boolean;
  readonly mustAbstain: boolean;
}

const coverages = [0.02, 0.05, 0.1, 0.2, 0.3, 1] as const;

/** The past fixes of the answer itself, read from git. */
export const fixesAnswered: FixesKnown = ({ pastFixes }) =>
  pastFixes.map(({ files, functions }) => ({ files, functions: functions.map(keyOf) }));

/** The labelled fixes that stood in the history when the issue was written. */
export function fixesLabelled(data: string): FixesKnown {
  const known = new Map<string, readonly ReplayFix[]>();
  return ({ issue: { repo, ts = 0 } }) => {
    const fixes = known.get(repo) ?? readReplayFixes(data, repo);
    known.set(repo, fixes);
    return fixes.filter((fix) => fix.ts < ts).toReversed();
  };
}

/** The fix that most likely touched a function to be changed, by a confidence that the repository had no part in. */
function bestFix(one: JudgedFunctions, known: FixesKnown): ShownFix | undefined {
  const { issue, judged, files, gold } = one;
  const confidences = new Map(judged.map(({ key, confidence }) => [key, confidence]));
  const fileConfidences = new Map(files.map(({ path, confidence }) => [path, confidence ?? 0]));
  const scored = known(one).map((fix) => {
    const inFunction = chanceOfTouch(fix.functions.map((key) => confidences.get(key) ?? 0));
    const inFile = Math.max(0, ...fix.files.map((path) => fileConfidences.get(path) ?? 0));
    return {
      score: inFunction * inFile ** 2,
      sharesFile: fix.files.some((path) => issue.files.includes(path)),
      sharesFunction: fix.functions.some((key) => gold.has(key) || issue.functions.includes(key)),
      mustAbstain: issue.gate_label === 'must_abstain',
    };
  });
  return scored.toSorted((a, b) => b.score - a.score)[0];
}

/** The surest issues first, so many that `coverage` of all are shown a fix. */
function shownAt(all: readonly JudgedFunctions[], known: FixesKnown, coverage: number): readonly ShownFix[] {
  const best = all.flatMap((one) => bestFix(one, known) ?? []).toSorted((a, b) => b.score - a.score);
  return best.slice(0, Math.round(coverage * all.length));
}

export function fixFigures(all: readonly JudgedFunctions[], known: FixesKnown): Record<string, number> {
  const figures = [0.1, 0.2].flatMap((coverage) => {
    const shown = shownAt(all, known, coverage);
    const share = (count: number) => count / Math.max(1, shown.length);
    const at = `at_${Math.round(coverage * 100)}`;
    return [
      [`past_fix_disjoint_${at}`, share(shown.filter(({ sharesFile }) => !sharesFile).length)],
      [`past_fix_same_function_${at}`, share(shown.filter(({ sharesFunction }) => sharesFunction).length)],
    ] as const;
  });
  return Object.fromEntries(figures);
}

export function fixTable(all: readonly JudgedFunctions[], known: FixesKnown, what: string): Table {
  return {
    title: `${what}: best past fix of each, the surest first`,
    columns: ['coverage', 'disjoint', 'same function', 'must_abstain shown'],
    rows: coverages.map((coverage) => {
      const shown = shownAt(all, known, coverage);
      return [
        `${Math.round(coverage * 100)} %`,
        describeRate(shown.filter(({ sharesFile }) => !sharesFile).length, shown.length),
        describeRate(shown.filter(({ sharesFunction }) => sharesFunction).length, shown.length),
        shown.filter(({ mustAbstain }) => mustAbstain).length,
      ];
    }),
  };
}
