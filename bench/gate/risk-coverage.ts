import { type Table, tableOf } from '../reporting/table.ts';

/** An answer that was ranked by its risk: the surest come first. */
export interface RankedAnswer {
  /** Lower is surer; of several that are equally sure each place is as good as the mean of them. */
  readonly risk: number;
  readonly isWrong: boolean;
}

/** Share of wrong ones among the surest 1, 2, … answers. */
function risksByCoverage(answers: readonly RankedAnswer[]): readonly number[] {
  const byRisk = Map.groupBy(
    answers.toSorted((a, b) => a.risk - b.risk),
    ({ risk }) => risk,
  );
  let wrong = 0;
  let seen = 0;
  return [...byRisk.values()].flatMap((tied) => {
    const share = tied.filter(({ isWrong }) => isWrong).length / tied.length;
    return tied.map(() => {
      wrong += share;
      seen += 1;
      return wrong / seen;
    });
  });
}

/** Area under the curve of risk over coverage (AURC): the mean of those shares. */
export function riskCoverageArea(answers: readonly RankedAnswer[]): number {
  const risks = risksByCoverage(answers);
  return risks.length === 0 ? Number.NaN : risks.reduce((sum, risk) => sum + risk, 0) / risks.length;
}

const coverages = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1] as const;

/** The curve of each method: what share of what it answers is wrong, the surest first. */
export function riskCoverageTable(
  title: string,
  methods: readonly { readonly name: string; readonly answers: readonly RankedAnswer[] }[],
): Table {
  const at = (coverage: number) => (answers: readonly RankedAnswer[]) => {
    const risks = risksByCoverage(answers);
    return risks[Math.max(0, Math.round(coverage * risks.length) - 1)]?.toFixed(3) ?? '';
  };
  return tableOf(title, methods, {
    'ranked by': ({ name }) => name,
    aurc: ({ answers }) => riskCoverageArea(answers).toFixed(3),
    ...Object.fromEntries(
      coverages.map((coverage) => [
        `${Math.round(100 * coverage)} %`,
        ({ answers }: (typeof methods)[number]) => at(coverage)(answers),
      ]),
    ),
  });
}
