import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { openMemory } from '../../src/index.ts';
import { builtCommand, builtHook } from '../built.ts';
import { person } from '../person.ts';
import type { Suite, SuiteOptions, SuiteReport } from '../suite.ts';
import { countHookFaults } from './count-hook-faults.ts';
import { fillMemory } from './fill-memory.ts';
import { judgePrompts } from './judge-prompts.ts';
import { measureInstall } from './measure-install.ts';
import { measureServer } from './measure-server.ts';
import { doorsFigures, doorsTables, type MeasuredDoors } from './measured-doors.ts';
import { prepareClone } from './prepare-clone.ts';
import { promptFigures, promptTable } from './prompt-figures.ts';
import { readRealResults } from './real-results.ts';
import { timeCommands } from './time-commands.ts';
import { hookInputs, timeHook } from './time-hook.ts';
import { timeWarmHook } from './time-warm-hook.ts';

const top = resolve(import.meta.dirname, '../..');
const most = {
  memories: 10_000,
  commands: 20,
  hookRounds: 200,
  faultCalls: 1_000,
  serverStarts: 20,
};

/** The cost of the doors to their users: hook, MCP server, library, installation. */
export const doorsSuite: Suite = {
  description: 'hook, server, remember, install',
  options: ['repo', 'repos', 'data', 'limit', 'part'],
  async run(options) {
    mkdirSync(options.home, { recursive: true });
    const folder = mkdtempSync(join(options.home, 'doors-'));
    // One fault is met as another user, who must get to it.
    if (process.getuid?.() === 0) for (const path of [options.home, folder]) chmodSync(path, 0o755);
    try {
      return await measureDoors(options, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** `--part prompts` measures answers to prompts alone, and needs `--repos`; `--part commands`, the time of each command. */
async function measureDoors(options: SuiteOptions, folder: string): Promise<SuiteReport> {
  const { repository, data, limit, parts } = options;
  const command = builtCommand;
  if (parts.includes('commands')) {
    const runs = Math.min(most.commands, limit);
    return await timeCommands({ repository: repository ?? top, folder, dist: join(top, 'dist'), runs });
  }
  const prompts = await judgePrompts({ ...options, folder, command });
  if (parts.includes('prompts')) {
    const cases = prompts.reduce((sum, { issues }) => sum + issues, 0);
    return { cases, figures: promptFigures(prompts), tables: [promptTable(prompts)] };
  }
  const atMost = (count: number) => Math.min(count, limit);
  const home = join(folder, 'home');
  const hook = builtHook;
  const real = readRealResults(data);
  // Half of what really failed becomes known, the other half stays unknown.
  const realKnown = real?.failed.filter((_, at) => at % 2 === 0) ?? [];
  const realUnknown = real?.failed.filter((_, at) => at % 2 === 1) ?? [];

  const clone = prepareClone(repository ?? top, join(folder, 'clone'));
  const { commitCount } = await index(clone.path, home);
  note(`${commitCount} commits indexed`);
  const filled = await fillMemory({ clone, home, count: atMost(most.memories), real: realKnown });
  note(`${filled.count} memories written`);
  const place = { repository: clone.path, home };
  const hookPlace = {
    hook,
    environment: { PATH: process.env.PATH, HOME: folder, AFTERWIT_HOME: home },
    cwd: clone.path,
    real: real === undefined ? undefined : { unknown: realUnknown, passed: real.passed },
  };
  const hooks = await timeHook(filled, { ...hookPlace, rounds: atMost(most.hookRounds) });
  note(`${hooks.length} hooks timed`);
  const inputOf = hookInputs(filled, hookPlace);
  const warmFolder = join(folder, 'agent');
  mkdirSync(warmFolder);
  const warmHooks = await timeWarmHook({
    ...{ command, ...place, folder: warmFolder, inputOf },
    rounds: atMost(most.hookRounds),
  });
  note(`${warmHooks.length} hooks in a server timed`);
  const servers = await measureServer({
    command,
    ...place,
    question: filled.questions[0] ?? '',
    runs: atMost(most.serverStarts),
  });
  note(`${servers.length} servers started`);
  const faultCounts = await countHookFaults({
    ...place,
    folder,
    command,
    hook,
    known: filled.known.map(({ failure }) => failure),
    calls: atMost(most.faultCalls),
  });
  const measured: MeasuredDoors = {
    filled,
    hooks,
    warmHooks,
    servers,
    faultCounts,
    install: measureInstall(top, folder),
    changes: clone.changes(),
    realFailures: real?.failed.length,
  };
  return {
    cases: filled.count,
    figures: { ...doorsFigures(measured), ...promptFigures(prompts) },
    tables: [...doorsTables(measured), promptTable(prompts)],
  };
}

async function index(repository: string, home: string) {
  await using memory = await openMemory({ repository, home, speaker: person });
  return await memory.index();
}

function note(text: string): void {
  const [load = 0] = loadavg();
  console.error(`${text} (load ${load.toFixed(1)})`);
}
