import { percentile, rate } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import type { PriorFlips } from './count-prior-flips.ts';
import type { ProbedScale } from './run-probes.ts';
import type { JudgedSuites } from './run-suites.ts';

/** Published figures of the existing server on its own cases. */
const theirs: Readonly<Record<string, string>> = {
  'failure_taxonomy: right one first': '92 of 92',
  'failure_taxonomy: clear match': '83 of 92',
  'failure_taxonomy: abstained': '10 of 10',
  'merges gone wrong': '0',
  'scale-1k: positive_same_repo, right one first': '198 of 200',
  'scale-1k: positive_error_only, right one first': '143 of 200',
  'scale-1k: hard_negative_unseen_entity, clear match': '0 of 200',
  'scale-1k: hard_negative_unseen_entity, shown': '175 of 200',
};

type Row = readonly [string, string];

export function suitesTable({ cases, merges, skipped }: JudgedSuites, flips?: PriorFlips): Table {
  const rows: Row[] = [];
  for (const [suite, all] of Map.groupBy(cases, (one) => one.suite)) {
    const positives = all.filter(({ isPositive }) => isPositive);
    const negatives = all.filter(({ isPositive }) => !isPositive);
    if (positives.length > 0) {
      rows.push([`${suite}: right one first`, rate(positives, ({ isTop }) => isTop)]);
      rows.push([
        `${suite}: clear match`,
        rate(positives, ({ isTop, status }) => isTop && status === 'match'),
      ]);
    }
    if (negatives.length > 0) {
      rows.push([`${suite}: abstained`, rate(negatives, ({ status }) => status === 'abstain')]);
      rows.push([`${suite}: false match`, rate(negatives, ({ isClearMatch }) => isClearMatch)]);
      rows.push([`${suite}: unsafe answer`, rate(negatives, ({ isUnsafe }) => isUnsafe)]);
    }
  }
  if (merges.length > 0)
    rows.push(['merges gone wrong', String(merges.filter(({ isRight }) => !isRight).length)]);
  for (const suite of skipped) rows.push([suite, 'skipped: its memories are not there']);
  if (flips !== undefined)
    rows.push(['other memory first after 20 uses of one', `${flips.flips} of ${flips.comparisons}`]);
  return beside('Suites', rows);
}

export function probesTable(scales: readonly ProbedScale[]): Table {
  const rows = scales.flatMap(({ name, memories, probes }) =>
    [...Map.groupBy(probes, ({ probe }) => probe.kind)].flatMap(([kind, all]): readonly Row[] => {
      const clear = rate(all, ({ status }) => status === 'match');
      const isUnseen = all[0]?.probe.expected_id === null;
      return [
        [
          `${name}: ${kind}, ${isUnseen ? 'shown' : 'right one first'}`,
          rate(all, ({ isExposed, isTop }) => (isUnseen ? isExposed : isTop)),
        ],
        [`${name}: ${kind}, clear match`, isUnseen ? clear : `${clear} in ${memories}`],
      ];
    }),
  );
  return beside('Probes', rows);
}

export function timesTable(scales: readonly ProbedScale[]): Table {
  const of = (values: readonly number[]) =>
    [0.5, 0.95].map((quantile) => percentile(values, quantile).toFixed(1)).join(' / ');
  return tableOf('CPU, ms p50 / p95', scales, {
    memories: ({ memories }) => memories,
    match: ({ probes }) => of(probes.map(({ answer }) => answer.cpuMs)),
    record: ({ recordCpuMs }) => of(recordCpuMs.slice(Math.floor(recordCpuMs.length / 2))),
  });
}

function beside(title: string, rows: readonly Row[]): Table {
  return {
    title,
    columns: ['', 'afterwit', 'existing server'],
    rows: rows.map(([name, value]) => [name, value, theirs[name] ?? '']),
  };
}
