import { describeRate, percentile } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import type { MeasuredDoors } from './measured-doors.ts';
import { type HookKind, hookKinds, type TimedHook, wallMsOf } from './time-hook.ts';

/** What the figures do not say: the hook by what it meets. */
export function doorsTables(doors: MeasuredDoors): readonly Table[] {
  return [hookTable(doors), warmHookTable(doors), faultTable(doors)];
}

function hookTable({ hooks, realFailures }: MeasuredDoors): Table {
  const node = wallMsOf(hooks, 'plain Node');
  const nodeCpuMs = meanCpu(hooks, 'plain Node');
  return {
    title: `The hook as a process, wall milliseconds; real failures among the outputs: ${realFailures ?? 'none, no --data'}`,
    columns: ['after', 'runs', 'p50', 'p95', 'added p50', 'added p95', 'mean CPU added', 'printed'],
    rows: hookKinds.map((kind) => {
      const own = hooks.filter((hook) => hook.kind === kind);
      return [
        kind,
        own.length,
        ...[0.5, 0.95].map((share) => round(percentile(wall(own), share))),
        ...[0.5, 0.95].map((share) => round(percentile(wall(own), share) - percentile(node, share))),
        round(meanCpu(hooks, kind) - nodeCpuMs),
        describeRate(own.filter(({ hasPrinted }) => hasPrinted).length, own.length),
      ];
    }),
  };
}

function warmHookTable({ warmHooks }: MeasuredDoors): Table {
  const rows = hookKinds.flatMap((kind) => {
    const own = warmHooks.filter((hook) => hook.kind === kind);
    const cpuMs = round(sum(own.map((hook) => hook.cpuMs)) / own.length);
    const printed = describeRate(own.filter(({ hasPrinted }) => hasPrinted).length, own.length);
    return own.length === 0 ? [] : [[kind, ...spread(wall(own)), cpuMs, printed]];
  });
  return {
    title: 'The hook as a tool of a running server, wall milliseconds',
    columns: ['after', 'calls', 'p50', 'p95', 'p99', 'longest', 'mean CPU', 'printed'],
    rows,
  };
}

function faultTable({ faultCounts, changes }: MeasuredDoors): Table {
  return {
    title: `The hook under faults, wall milliseconds; files changed in the repository: ${changes === '' ? 'none' : changes}`,
    columns: ['fault', 'calls', 'exits not 0', 'stderr', 'invalid', 'cards', 'p50', 'longest'],
    rows: faultCounts.map((one) => [
      one.name,
      one.calls,
      one.nonzeroExits,
      one.withStderr,
      one.invalidOutputs,
      one.cards,
      round(one.medianMs),
      round(one.longestMs),
    ]),
  };
}

function meanCpu(hooks: readonly TimedHook[], kind: HookKind): number {
  const own = hooks.filter((hook) => hook.kind === kind);
  return sum(own.map(({ cpuMs }) => cpuMs)) / own.length;
}

function wall(runs: readonly { readonly wallMs: number }[]): readonly number[] {
  return runs.map(({ wallMs }) => wallMs);
}

function spread(values: readonly number[]): readonly number[] {
  return [values.length, ...[0.5, 0.95, 0.99, 1].map((share) => round(percentile(values, share)))];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
