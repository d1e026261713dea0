import { eras } from '../mcp/server-messages.ts';
import { describeRate, percentile } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { lastWrites, type MeasuredDoors } from './measured-doors.ts';
import { type HookKind, hookKinds, type TimedHook, wallMsOf } from './time-hook.ts';

export function doorsTables(doors: MeasuredDoors): readonly Table[] {
  return [
    writingTable(doors),
    hookTable(doors),
    warmHookTable(doors),
    faultTable(doors),
    serverTable(doors),
    installTable(doors),
  ];
}

function writingTable({ filled, commitCount }: MeasuredDoors): Table {
  const { writeMs, recordMs } = filled;
  return {
    title: `Remembering in a repository of ${commitCount} commits, CPU milliseconds`,
    columns: ['what', 'n', 'p50', 'p95', 'p99', 'longest', 'all, s'],
    rows: [
      ['transaction alone', ...spread(writeMs), round(sum(writeMs) / 1_000)],
      ['of these the last', ...spread(writeMs.slice(-lastWrites)), ''],
      ['remember, whole', ...spread(recordMs), round(sum(recordMs) / 1_000)],
      ['of these the last', ...spread(recordMs.slice(-lastWrites)), ''],
    ],
  };
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

function serverTable({ servers }: MeasuredDoors): Table {
  const megabytes = (values: readonly number[]) => round(percentile(values, 0.5));
  return {
    title: 'The MCP server, wall milliseconds and MB',
    columns: ['protocol', 'starts', 'listed p50', 'listed p95', 'RSS', 'first recall p50', 'RSS after'],
    rows: eras.map((era) => {
      const own = servers.filter((server) => server.era === era);
      const listMs = own.map((server) => server.listMs);
      return [
        era,
        own.length,
        round(percentile(listMs, 0.5)),
        round(percentile(listMs, 0.95)),
        megabytes(own.map(({ listedMegabytes }) => listedMegabytes)),
        round(
          percentile(
            own.map(({ recallMs }) => recallMs),
            0.5,
          ),
        ),
        megabytes(own.map(({ recalledMegabytes }) => recalledMegabytes)),
      ];
    }),
  };
}

function installTable({ install }: MeasuredDoors): Table {
  const { tarballMegabytes, megabytes, packages, installScripts } = install;
  return {
    title: 'Installed from the packed tarball',
    columns: ['tarball MB', 'on disk MB', 'packages', 'install scripts'],
    rows: [[round(tarballMegabytes), round(megabytes), packages, installScripts]],
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
