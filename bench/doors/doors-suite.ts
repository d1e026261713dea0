import { chmodSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { openMemory } from '../../src/index.ts';
import { builtCommand, builtHook } from '../built.ts';
import { eras, openServer, type ServerPlace } from '../mcp/open-server.ts';
import { person } from '../person.ts';
import { megabytesOf } from '../reporting/processes.ts';
import { mean, percentile, rate, sum } from '../reporting/statistics.ts';
import { tableOf } from '../reporting/table.ts';
import type { SuiteOptions, SuiteReport } from '../suite.ts';
import { suiteOfParts } from '../suite-of-parts.ts';
import { countHookFaults, type FaultCount } from './count-hook-faults.ts';
import { readRealResults } from './example-failures.ts';
import { fillMemory } from './fill-memory.ts';
import { judgePrompts } from './judge-prompts.ts';
import { measureInstall } from './measure-install.ts';
import { prepareClone } from './prepare-clone.ts';
import { timeCommands } from './time-commands.ts';
import { hookInputs, hookKinds, type TimedHook, timeHook, timeWarmHook } from './time-hook.ts';

const top = resolve(import.meta.dirname, '../..');
const most = { memories: 10_000, hookRounds: 200, faultCalls: 1_000, serverStarts: 20 };
const warmUpRounds = 3;
/** Writes that are judged: the last ones, into the largest memory. */
const lastWrites = 1_000;

/** The cost of the doors to their users: hook, MCP server, library, installation. */
export const doorsSuite = suiteOfParts({
  description: 'hook, server, remember, install; prompts needs --repos',
  options: ['repo', 'repos', 'data', 'limit'],
  parts: { hooks: measureDoors, prompts: judgePrompts },
  named: { commands: timeCommands },
});

async function measureDoors(options: SuiteOptions, folder: string): Promise<SuiteReport> {
  const { repository: given = top, data, limit } = options;
  // One fault is met as another user, who must get to it.
  if (process.getuid?.() === 0) for (const path of [options.home, folder]) chmodSync(path, 0o755);
  const atMost = (count: number) => Math.min(count, limit);
  const home = join(folder, 'home');
  const { failed, passed } = readRealResults(data);
  // Half of what really failed becomes known, the other half stays unknown.
  const real = {
    known: failed.filter((_, at) => at % 2 === 0),
    failed: failed.filter((_, at) => at % 2 === 1),
    passed,
  };
  const clone = prepareClone(given, join(folder, 'clone'));
  const place: ServerPlace = { command: builtCommand, home, repository: clone.path };
  {
    await using memory = await openMemory({ repository: clone.path, home, speaker: person });
    console.error(`${(await memory.index()).commitCount} commits indexed`);
  }
  const filled = await fillMemory({ clone, home, count: atMost(most.memories), real: real.known });
  console.error(`${filled.recordMs.length} memories written`);
  const hooks = await timeHook({
    ...{ hook: builtHook, cwd: clone.path, rounds: atMost(most.hookRounds) },
    environment: { PATH: process.env.PATH, HOME: folder, AFTERWIT_HOME: home },
    inputOf: hookInputs(filled, clone.path, real),
  });
  console.error(`${hooks.length} hooks timed`);
  const warmHooks = await timeWarmHooks(
    place,
    folder,
    hookInputs(filled, clone.path, real),
    atMost(most.hookRounds),
  );
  console.error(`${warmHooks.length} hooks in a server timed`);
  const servers = await startServers(place, atMost(most.serverStarts));
  console.error(`${servers.listMs.length} servers started`);
  const known = filled.known.map(({ failure }) => failure);
  const calls = atMost(most.faultCalls);
  const faults = await countHookFaults({ ...place, folder, hook: builtHook, known, calls });
  const changes = clone.changes();
  const wallOf = (of: (hook: TimedHook) => boolean) => hooks.filter(of).map(({ wallMs }) => wallMs);
  const node = wallOf(({ kind }) => kind === 'plain Node');
  const added = (timesMs: readonly number[]) => percentile(timesMs, 0.95) - percentile(node, 0.95);
  const faultsOf = (name: Exclude<keyof FaultCount, 'name'>) => sum(faults.map((fault) => fault[name]));
  return {
    cases: filled.recordMs.length,
    figures: {
      hook_silent_added_ms_p95: added(wallOf((hook) => hook.kind === 'unknown failure' && !hook.hasPrinted)),
      hook_passing_added_ms_p95: added(wallOf((hook) => hook.kind === 'passing command' && !hook.hasPrinted)),
      // Those that came too late to print anything as well, or the deadline would flatter the figure.
      hook_card_added_ms_p95: added(wallOf(({ kind }) => kind.startsWith('card'))),
      hook_warm_added_ms_p95: percentile(
        warmHooks.map(({ wallMs }) => wallMs),
        0.95,
      ),
      hook_warm_cpu_ms: mean(warmHooks.map(({ cpuMs }) => cpuMs)),
      node_ms_p95: percentile(node, 0.95),
      hook_calls: faultsOf('calls'),
      hook_nonzero_exits: faultsOf('nonzeroExits'),
      hook_stderr: faultsOf('withStderr'),
      hook_invalid_outputs: faultsOf('invalidOutputs'),
      mcp_list_ms: percentile(servers.listMs, 0.95),
      mcp_rss_mb: percentile(servers.megabytes, 1),
      tool_definition_tokens: countTokens(servers.tools),
      ...measureInstall(top, folder),
      record_ms_p95: percentile(filled.recordMs.slice(-lastWrites), 0.95),
    },
    tables: [
      tableOf('The hook as a process and in a server, wall milliseconds', hookKinds, {
        after: (kind) => kind,
        ...Object.fromEntries(
          [0.5, 0.95].flatMap((share) =>
            Object.entries({ '': hooks, ' in a server': warmHooks }).map(([where, all]) => {
              const own = (kind: TimedHook['kind']) => all.filter((hook) => hook.kind === kind);
              const at = (kind: TimedHook['kind']) =>
                percentile(
                  own(kind).map(({ wallMs }) => wallMs),
                  share,
                );
              return [`p${100 * share}${where}`, (kind: TimedHook['kind']) => Math.round(at(kind))];
            }),
          ),
        ),
        printed: (kind) =>
          rate(
            hooks.filter((hook) => hook.kind === kind),
            ({ hasPrinted }) => hasPrinted,
          ),
      }),
      {
        title: `The hook under faults; changed in the repository: ${changes === '' ? 'none' : changes}`,
        columns: ['fault', 'calls', 'exits not 0', 'stderr', 'invalid', 'cards'],
        rows: faults.map((fault) => Object.values(fault)),
      },
    ],
  };
}

async function timeWarmHooks(
  place: ServerPlace,
  folder: string,
  inputOf: ReturnType<typeof hookInputs>,
  rounds: number,
): Promise<readonly TimedHook[]> {
  const agent = join(folder, 'agent');
  mkdirSync(agent);
  const kinds = hookKinds.filter((kind) => kind !== 'plain Node');
  const events = Array.from({ length: rounds + warmUpRounds }).flatMap(() =>
    kinds.map((kind) => [kind, JSON.parse(inputOf(kind))] as const),
  );
  return (await timeWarmHook(place, agent, events)).slice(warmUpRounds * kinds.length);
}

/** Starts of the server by clients of each era, until it has listed its tools and answered a first recall. */
async function startServers(place: ServerPlace, runs: number) {
  const listMs: number[] = [];
  const megabytes: number[] = [];
  let tools = '';
  for (const era of Array.from({ length: runs }).flatMap(() => eras)) {
    const startedAtMs = performance.now();
    const server = openServer(place, { era });
    const { result } = JSON.parse(await server.ask('tools/list'));
    listMs.push(performance.now() - startedAtMs);
    megabytes.push(megabytesOf(server.pid));
    tools ||= JSON.stringify(result?.tools);
    const { result: answered } = JSON.parse(await server.call('recall', { query: 'which port is it' }));
    const { status } = await server.close();
    if (answered?.isError === true || status !== 0)
      throw new Error(`The server failed, with status ${status}.`);
  }
  return { listMs, megabytes, tools };
}
