import type { Table } from '../reporting/table.ts';
import { type JudgedRun, type JudgedSelection, meanSelection } from './judge-selection.ts';
import { type Budget, budgets, mainBudget, paperF1, paperMain } from './paper-figures.ts';
import type { WorldSuite } from './world/generate-world.ts';

/** Runs of every method at every budget. */
export type RunsByBudget = ReadonlyMap<Budget, readonly JudgedRun[]>;

/** Means of a method at a budget; NaN where it did not run. */
export function meansOf(runs: RunsByBudget, budget: Budget, method: string): JudgedSelection {
  const own = (runs.get(budget) ?? []).filter((run) => run.method === method);
  return meanSelection(own.map(({ judged }) => judged));
}

function methodsOf(runs: RunsByBudget): readonly string[] {
  return [...new Set([...runs.values()].flat().map(({ method }) => method))];
}

/** Every metric of one method at one budget, beside the paper's F1 and MRR where it gives them. */
export function worldTable(suite: WorldSuite, runs: RunsByBudget, budget: Budget): Table {
  const rows = methodsOf(runs).map((method) => {
    const { success, precision, recall, f1, mrr, tokens, toolCalls } = meansOf(runs, budget, method);
    const paper = budget === mainBudget ? paperMain[suite][method] : undefined;
    return [
      method,
      f1.toFixed(3),
      paper?.f1.toFixed(3) ?? '',
      mrr.toFixed(3),
      paper?.mrr.toFixed(3) ?? '',
      ...[precision, recall, success].map((value) => value.toFixed(3)),
      tokens.toFixed(1),
      toolCalls.toFixed(2),
    ];
  });
  return {
    title: `${suite} at ${budget} tokens`,
    columns: [
      ...['method', 'F1', 'paper', 'MRR', 'paper', 'precision', 'recall'],
      ...['success', 'tokens', 'tool calls'],
    ],
    rows: rows.toSorted((a, b) => Number(b[1]) - Number(a[1])),
  };
}

/** Context F1 of each method at every budget, with the paper's beside it. */
export function sweepTable(suite: WorldSuite, runs: RunsByBudget): Table {
  return {
    title: `${suite}: context F1 by budget (the paper's beside it)`,
    columns: ['method', ...budgets.map((budget) => `${budget} tokens`)],
    rows: methodsOf(runs).map((method) => [
      method,
      ...budgets.map((budget) => {
        const paper = paperF1[suite][method]?.[budget];
        const own = meansOf(runs, budget, method).f1.toFixed(3);
        return paper === undefined ? own : `${own} (${paper.toFixed(3)})`;
      }),
    ]),
  };
}
