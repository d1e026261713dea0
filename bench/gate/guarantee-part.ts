import { upperBound } from '../../src/numeric/confidence-bounds.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import type { Figure } from '../suite.ts';
import {
  drifts,
  type Scenario,
  type SimulatedGate,
  type SimulatedRun,
  simulateRun,
  steps,
} from './simulate-guarantee.ts';

const gates: readonly SimulatedGate[] = ['threshold', 'control', 'control_and_ledger'];
const delays = [0, 20, 100] as const;

interface SimulatedCell extends Scenario {
  readonly gate: SimulatedGate;
  readonly runs: readonly SimulatedRun[];
}

export interface GuaranteeReport {
  readonly cases: number;
  readonly figures: Readonly<Record<string, Figure>>;
  readonly table: Table;
}

/** Suite D: every drift with every delay, 30 % of the labels missing. @param runs of each gate over all scenarios */
export function runGuarantee(runs: number): GuaranteeReport {
  const scenarios = drifts.flatMap((drift) => delays.map((delay) => ({ drift, delay })));
  const each = Math.ceil(runs / scenarios.length);
  const cells = gates.flatMap((gate) =>
    scenarios.map(
      (scenario, at): SimulatedCell => ({
        gate,
        ...scenario,
        runs: Array.from({ length: each }, (_, run) => simulateRun(gate, scenario, 1 + at * each + run)),
      }),
    ),
  );
  const of = (gate: SimulatedGate) => cells.filter((one) => one.gate === gate).flatMap((one) => one.runs);
  const guarded = of('control_and_ledger');
  const calm = cells
    .filter(({ gate, drift }) => gate === 'control_and_ledger' && drift === 'none')
    .flatMap((one) => one.runs);
  return {
    cases: guarded.length,
    figures: {
      violations_with_ledger: guarded.filter(({ isViolated }) => isViolated).length,
      violations_without: of('control').filter(({ isViolated }) => isViolated).length,
      violations_of_fixed_threshold: of('threshold').filter(({ isViolated }) => isViolated).length,
      guarantee_runs: guarded.length,
      useful_injections_kept: kept(guarded),
      useful_injections_kept_without_drift: kept(calm),
      closed_share: closed(guarded),
      closed_share_without_drift: closed(calm),
    },
    table: guaranteeTable(cells),
  };
}

function sum(runs: readonly SimulatedRun[], value: (run: SimulatedRun) => number): number {
  return runs.reduce((total, run) => total + value(run), 0);
}

function kept(runs: readonly SimulatedRun[]): number {
  return sum(runs, ({ useful }) => useful) / sum(runs, ({ usefulAtTrueRisk }) => usefulAtTrueRisk);
}

function closed(runs: readonly SimulatedRun[]): number {
  return sum(runs, ({ closedSteps }) => closedSteps) / (runs.length * steps);
}

function guaranteeTable(cells: readonly SimulatedCell[]): Table {
  const violated = ({ runs }: SimulatedCell) => runs.filter(({ isViolated }) => isViolated).length;
  return tableOf(
    'Suite D: the bound F ≤ α N + B on the 30 days that end with any injection; α = .10, B = 5, 30 % of labels missing',
    cells,
    {
      gate: ({ gate }) => gate,
      drift: ({ drift }) => drift,
      delay: ({ delay }) => delay,
      'runs violated': (cell) => `${violated(cell)} of ${cell.runs.length}`,
      'at most (95 %)': (cell) => upperBound(violated(cell), cell.runs.length, 0.05).toFixed(3),
      'useful kept': ({ runs }) => kept(runs).toFixed(3),
      closed: ({ runs }) => closed(runs).toFixed(3),
    },
  );
}
