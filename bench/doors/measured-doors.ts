import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { mean, percentile, rate, sum } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import type { Figure } from '../suite.ts';
import type { FaultCount } from './count-hook-faults.ts';
import type { FilledMemory } from './fill-memory.ts';
import type { MeasuredInstall } from './measure-install.ts';
import type { MeasuredServer } from './measure-server.ts';
import { type HookKind, hookKinds, type TimedHook, wallMsOf } from './time-hook.ts';
import type { TimedWarmHook } from './time-warm-hook.ts';

/** Everything that the suite measures. */
export interface MeasuredDoors {
  readonly filled: FilledMemory;
  readonly hooks: readonly TimedHook[];
  readonly warmHooks: readonly TimedWarmHook[];
  readonly servers: readonly MeasuredServer[];
  readonly faultCounts: readonly FaultCount[];
  readonly install: MeasuredInstall;
  /** Changes in the clone by git. */
  readonly changes: string;
  /** Failures of real sessions; undefined without the data. */
  readonly realFailures: number | undefined;
}

/** Writes that are judged: the last ones, into the largest memory. */
const lastWrites = 1_000;

/** The figures; their names are a contract. */
export function doorsFigures(doors: MeasuredDoors): Readonly<Record<string, Figure>> {
  const { filled, hooks, warmHooks, servers, faultCounts, install } = doors;
  const node = wallMsOf(hooks, 'plain Node');
  const added = (timesMs: readonly number[]) => percentile(timesMs, 0.95) - percentile(node, 0.95);
  // Those that came too late to print anything as well, or the deadline would flatter the figure.
  const cards = [...wallMsOf(hooks, 'card'), ...wallMsOf(hooks, 'card, other commit')];
  const [tools = ''] = servers.map((server) => server.tools);
  return {
    hook_silent_added_ms_p95: added(wallMsOf(hooks, 'unknown failure', false)),
    hook_passing_added_ms_p95: added(wallMsOf(hooks, 'passing command', false)),
    hook_card_added_ms_p95: added(cards),
    hook_warm_added_ms_p95: percentile(
      warmHooks.map(({ wallMs }) => wallMs),
      0.95,
    ),
    hook_warm_cpu_ms: sum(warmHooks.map(({ cpuMs }) => cpuMs)) / warmHooks.length,
    node_ms_p95: percentile(node, 0.95),
    hook_calls: sum(faultCounts.map(({ calls }) => calls)),
    hook_nonzero_exits: sum(faultCounts.map(({ nonzeroExits }) => nonzeroExits)),
    hook_stderr: sum(faultCounts.map(({ withStderr }) => withStderr)),
    hook_invalid_outputs: sum(faultCounts.map(({ invalidOutputs }) => invalidOutputs)),
    mcp_list_ms: percentile(
      servers.map(({ listMs }) => listMs),
      0.95,
    ),
    mcp_rss_mb: percentile(
      servers.map(({ listedMegabytes }) => listedMegabytes),
      1,
    ),
    tool_definition_tokens: countTokens(tools),
    install_mb: install.megabytes,
    install_packages: install.packages,
    install_scripts: install.installScripts,
    write_ms_p95: percentile(filled.writeMs.slice(-lastWrites), 0.95),
    record_ms_p95: percentile(filled.recordMs.slice(-lastWrites), 0.95),
  };
}

/** What the figures do not say: the hook by what it meets. */
export function doorsTables(doors: MeasuredDoors): readonly Table[] {
  return [hookTable(doors), warmHookTable(doors), faultTable(doors)];
}

function hookTable({ hooks, realFailures }: MeasuredDoors): Table {
  const node = wallMsOf(hooks, 'plain Node');
  const nodeCpuMs = meanCpu(hooks, 'plain Node');
  const own = (kind: HookKind) => hooks.filter((hook) => hook.kind === kind);
  const at = (share: number) => (kind: HookKind) => round(percentile(wall(own(kind)), share));
  const added = (share: number) => (kind: HookKind) =>
    round(percentile(wall(own(kind)), share) - percentile(node, share));
  return tableOf(
    `The hook as a process, wall milliseconds; real failures among the outputs: ${realFailures ?? 'none, no --data'}`,
    hookKinds,
    {
      after: (kind) => kind,
      runs: (kind) => own(kind).length,
      ...{ p50: at(0.5), p95: at(0.95), 'added p50': added(0.5), 'added p95': added(0.95) },
      'mean CPU added': (kind) => round(meanCpu(hooks, kind) - nodeCpuMs),
      printed: (kind) => rate(own(kind), ({ hasPrinted }) => hasPrinted),
    },
  );
}

function warmHookTable({ warmHooks }: MeasuredDoors): Table {
  const at =
    (share: number) =>
    ([, own]: [HookKind, readonly TimedWarmHook[]]) =>
      round(percentile(wall(own), share));
  return tableOf(
    'The hook as a tool of a running server, wall milliseconds',
    Map.groupBy(warmHooks, ({ kind }) => kind),
    {
      after: ([kind]) => kind,
      calls: ([, own]) => own.length,
      ...{ p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) },
      'mean CPU': ([, own]) => round(mean(own.map(({ cpuMs }) => cpuMs))),
      printed: ([, own]) => rate(own, ({ hasPrinted }) => hasPrinted),
    },
  );
}

function faultTable({ faultCounts, changes }: MeasuredDoors): Table {
  return tableOf(
    `The hook under faults, wall milliseconds; files changed in the repository: ${changes === '' ? 'none' : changes}`,
    faultCounts,
    {
      fault: ({ name }) => name,
      calls: ({ calls }) => calls,
      'exits not 0': ({ nonzeroExits }) => nonzeroExits,
      stderr: ({ withStderr }) => withStderr,
      invalid: ({ invalidOutputs }) => invalidOutputs,
      cards: ({ cards }) => cards,
      p50: ({ medianMs }) => round(medianMs),
      longest: ({ longestMs }) => round(longestMs),
    },
  );
}

function meanCpu(hooks: readonly TimedHook[], kind: HookKind): number {
  return mean(hooks.filter((hook) => hook.kind === kind).map(({ cpuMs }) => cpuMs));
}

function wall(runs: readonly { readonly wallMs: number }[]): readonly number[] {
  return runs.map(({ wallMs }) => wallMs);
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
