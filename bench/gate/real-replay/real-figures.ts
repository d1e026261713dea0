import { describeRate } from '../../reporting/statistics.ts';
import type { Table } from '../../reporting/table.ts';
import { riskCoverageArea } from '../risk-coverage.ts';
import type { LiveRun, LiveStep } from './run-live.ts';

interface LiveCounts {
  readonly events: number;
  readonly shown: number;
  readonly disjoint: number;
  readonly sameFunction: number;
  /** The same, or one within it or around it. */
  readonly sameOrWithin: number;
  readonly mustAbstain: number;
  readonly mustAbstainShown: number;
  readonly strong: number;
  readonly strongShown: number;
  /** Of those that share a file: only because files are followed to where they were moved. */
  readonly moved: number;
}

export function countLive(steps: readonly LiveStep[]): LiveCounts {
  const count = (holds: (step: LiveStep) => boolean) => steps.filter(holds).length;
  return {
    events: steps.length,
    shown: count(({ shown }) => shown !== undefined),
    disjoint: count(({ shown }) => shown?.sharesFile === false),
    sameFunction: count(({ shown }) => shown?.sharesFunction === true),
    sameOrWithin: count(({ shown }) => shown?.sharesWithin === true),
    mustAbstain: count(({ event }) => event.mustAbstain),
    mustAbstainShown: count(({ event, shown }) => event.mustAbstain && shown !== undefined),
    strong: count(({ event }) => event.hasStrong),
    strongShown: count(({ shown }) => shown?.isStrong === true),
    moved: count(({ shown }) => shown?.isMoved === true),
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
    [`${prefix}live_same_or_within`]: share(counts.sameOrWithin, counts.shown),
    [`${prefix}live_must_abstain`]: share(counts.mustAbstainShown, counts.mustAbstain),
    [`${prefix}strong_recall`]: share(counts.strongShown, counts.strong),
    [`${prefix}live_moved`]: counts.moved,
    [`${prefix}aurc`]: areaOf(steps),
    [`${prefix}bound_violations`]: violations,
  };
}

export interface NamedRun extends LiveRun {
  readonly name: string;
}

export function liveTable(what: string, runs: readonly NamedRun[]): Table {
  return {
    title: `${what}, live: each policy by its own threshold, told what came of what it showed and would have shown`,
    columns: [
      'policy',
      'shown',
      'disjoint',
      'same function',
      'or within it',
      'must_abstain shown',
      'strong shown',
      'aurc (full feedback)',
      'bound broken',
    ],
    rows: runs.map(({ name, steps, violations }) => [
      name,
      ...cells(steps),
      areaOf(steps).toFixed(3),
      violations,
    ]),
  };
}

function cells(steps: readonly LiveStep[]): readonly string[] {
  const counts = countLive(steps);
  return [
    describeRate(counts.shown, counts.events),
    describeRate(counts.disjoint, counts.shown),
    describeRate(counts.sameFunction, counts.shown),
    counts.sameOrWithin.toString(),
    `${counts.mustAbstainShown} of ${counts.mustAbstain}`,
    `${counts.strongShown} of ${counts.strong}`,
  ];
}

/** One repository must not carry the rest. */
export function repositoryTable(what: string, { name, steps }: NamedRun): Table {
  const byRepository = Map.groupBy(steps, ({ event }) => event.repository);
  return {
    title: `${what}, ${name}, by repository`,
    columns: [
      'repository',
      'shown',
      'disjoint',
      'same function',
      'or within it',
      'must_abstain shown',
      'strong shown',
      'located',
    ],
    rows: [...byRepository].map(([repository, own]) => [
      repository,
      ...cells(own),
      own.filter(({ event }) => event.isLocated).length,
    ]),
  };
}

const coverages = [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1] as const;

/** The worth of the evidence, by the initial risk of the policy. */
export function curveTable(what: string, { name, steps }: NamedRun): Table {
  const ranked = steps
    .filter(({ best }) => best !== undefined)
    .toSorted((a, b) => (a.risk ?? 1) - (b.risk ?? 1));
  return {
    title: `${what}, ${name}: the surest first (full feedback)`,
    columns: ['coverage', 'disjoint', 'same function', 'must_abstain shown'],
    rows: coverages.map((coverage) => {
      const best = ranked.slice(0, Math.round(coverage * steps.length));
      const count = (holds: (step: LiveStep) => boolean | undefined) => best.filter(holds).length;
      return [
        `${Math.round(coverage * 100)} %`,
        describeRate(
          count((step) => step.best?.sharesFile === false),
          best.length,
        ),
        describeRate(
          count((step) => step.best?.sharesFunction),
          best.length,
        ),
        count(({ event }) => event.mustAbstain),
      ];
    }),
  };
}
