import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { percentile } from '../reporting/statistics.ts';
import type { Figure } from '../suite.ts';
import { lastWrites, type MeasuredDoors } from './measured-doors.ts';
import { wallMsOf } from './time-hook.ts';

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

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
