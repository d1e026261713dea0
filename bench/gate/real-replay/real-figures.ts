import { describeRate, sum } from '../../reporting/statistics.ts';
import { type Table, tableOf } from '../../reporting/table.ts';
import { riskCoverageArea } from '../risk-coverage.ts';
import type { LiveRun, LiveStep } from './run-live.ts';

export function countLive(steps: readonly LiveStep[]) {
  const count = (holds: (step: LiveStep) => boolean) => sum(steps.map((step) => Number(holds(step))));
  return {
    events: steps.length,
    shown: count(({ shown }) => shown !== undefined),
    disjoint: count(({ shown }) => shown?.sharesFile === false),
    sameFunction: count(({ shown }) => shown?.sharesFunction === true),
    mustAbstain: count(({ event }) => event.mustAbstain),
    mustAbstainShown: count(({ event, shown }) => event.mustAbstain && shown !== undefined),
  };
}

/** Ranks what was shown, or would have been: it takes full feedback, of what was never shown, too. */
function areaOf(steps: readonly LiveStep[]): number {
  return riskCoverageArea(
    steps.flatMap(({ best, risk = 0.5 }) =>
      best === undefined ? [] : [{ risk, isWrong: !best.sharesFile }],
    ),
  );
}

export function liveFigures(
  prefix: string,
  { steps, violations }: LiveRun,
): Readonly<Record<string, number>> {
  const counts = countLive(steps);
  const share = (part: number, of: number) => (of === 0 ? 0 : part / of);
  return {
    [`${prefix}events`]: counts.events,
    [`${prefix}live_coverage`]: share(counts.shown, counts.events),
    [`${prefix}live_disjoint`]: share(counts.disjoint, counts.shown),
    [`${prefix}live_same_function`]: share(counts.sameFunction, counts.shown),
    [`${prefix}live_must_abstain`]: share(counts.mustAbstainShown, counts.mustAbstain),
    [`${prefix}aurc`]: areaOf(steps),
    [`${prefix}bound_violations`]: violations,
  };
}

export interface NamedRun extends LiveRun {
  readonly name: string;
}

export function liveTable(what: string, runs: readonly NamedRun[]): Table {
  const cell = (tell: (counts: ReturnType<typeof countLive>) => string) => (run: NamedRun) =>
    tell(countLive(run.steps));
  return tableOf(
    `${what}, live: each policy by its own threshold, told what came of what it showed and would have shown`,
    runs,
    {
      policy: ({ name }) => name,
      shown: cell(({ shown, events }) => describeRate(shown, events)),
      disjoint: cell(({ disjoint, shown }) => describeRate(disjoint, shown)),
      'same function': cell(({ sameFunction, shown }) => describeRate(sameFunction, shown)),
      'must_abstain shown': cell(
        ({ mustAbstainShown, mustAbstain }) => `${mustAbstainShown} of ${mustAbstain}`,
      ),
      'aurc (full feedback)': ({ steps }) => areaOf(steps).toFixed(3),
      'bound broken': ({ violations }) => violations,
    },
  );
}
