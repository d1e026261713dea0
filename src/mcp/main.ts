import { Console } from 'node:console';
import { isAfterwitError } from '../model/errors.ts';
import type { Speaker } from '../model/provenance.ts';
import type { McpOverHttp, McpPlace, ServerProfile } from '../model/server.ts';
import { noteSeen } from '../open/agents-seen.ts';
import { chooseHome } from '../open/choose-home.ts';
import { readVersion } from '../open/read-version.ts';
import type { MemoryForHooks, WarmHooks } from '../open/warm-hooks.ts';
import { type ConversationDependencies, converse } from './converse.ts';
import { IdleUpkeep } from './idle-upkeep.ts';
import { parseOptions } from './parse-options.ts';
import { openLazily, SharedMemory } from './shared-memory.ts';
import { runsHooks } from './tools/hook.ts';

/** How long interrupted work may take to stop. The index stays consistent even if it is cut off. */
const graceMs = 500;
/** A client asks for tools first, and hooks are prepared at once; for a client that does not, after this time. */
const prepareAfterMs = 250;
const usageStatus = 2;
const longestLogged = 300;

/**
 * The MCP server on the standard streams of this process, until the client closes them or a signal ends it.
 * @param words options: `--repo PATH`, `--home DIR`, `--profile full`, `--issues FILE`
 * @param noteUse told each use, for the compiled code that is kept
 * @param open opens the memory at the first call of a tool
 * @returns the exit status
 */
export async function main(
  words: readonly string[],
  noteUse: (what: string) => void = () => undefined,
  open = openLazily,
  openHooks = openHooksLazily,
  maintain = maintainLazily,
): Promise<number> {
  keepStdoutForProtocol();
  try {
    const { profile, ...options } = parseOptions(words);
    const memory = new SharedMemory((request) => open({ ...options, ...request }));
    await serveUntilEnd(
      memory,
      once(() => openHooks(options.home, options.repository ?? process.cwd(), forHooks(memory))),
      new IdleUpkeep({ maintain: (signal) => maintain(options.home, signal), logFault }),
      { profile, home: options.home, noteUse },
    );
    return 0;
  } catch (thrown) {
    if (!isAfterwitError(thrown)) throw thrown;
    writeLog(thrown.message);
    return usageStatus;
  }
}

/** The same server for the agents that ask the dashboard. */
export async function openMcpOverHttp(place: McpPlace): Promise<McpOverHttp> {
  return (await import('./serve-http.ts')).openMcpOverHttp(place);
}

/** Loaded lazily: most sessions meet no failing command. The home is the server's, even where the agent's differs. */
async function openHooksLazily(
  home: string | undefined,
  serverFolder: string,
  memory: MemoryForHooks,
): Promise<WarmHooks> {
  const { openWarmHooks } = await import('../open/warm-hooks.ts');
  const environment = home === undefined ? process.env : { ...process.env, AFTERWIT_HOME: home };
  return openWarmHooks(environment, serverFolder, memory);
}

/** A hook cannot be cancelled: it answers, or the agent goes on without it. */
function forHooks(memory: SharedMemory): MemoryForHooks {
  const use = () => ({ signal: new AbortController().signal });
  return {
    use: async (_, work) => await memory.use(use(), work),
    // Any question brings history and code up to date.
    freshen: async () => await memory.use(use(), async (opened) => await opened.locate('HEAD', { topK: 1 })),
  };
}

/** Loaded lazily: it is due once a day. */
async function maintainLazily(home: string | undefined, signal: AbortSignal): Promise<void> {
  const [{ maintainDue }, { chooseHome }] = await Promise.all([
    import('../open/maintain-due.ts'),
    import('../open/choose-home.ts'),
  ]);
  await maintainDue(chooseHome(home), signal);
}

async function prepare(hooks: Once<WarmHooks>): Promise<void> {
  try {
    await (await hooks.get()).prepare();
  } catch (fault) {
    logFault('Hooks could not be prepared', fault);
  }
}

/** A value that is made when it is first asked for. */
interface Once<T> {
  readonly get: () => Promise<T>;
  /** Undefined where it was not asked for, or is being made. */
  readonly made: () => T | undefined;
}

function once<T>(make: () => Promise<T>): Once<T> {
  let making: Promise<T> | undefined;
  let made: T | undefined;
  return {
    get: () => {
      making ??= make().then((value) => {
        made = value;
        return value;
      });
      return making;
    },
    made: () => made,
  };
}

interface ServedAs {
  readonly profile: ServerProfile;
  readonly home: string | undefined;
  readonly noteUse: (what: string) => void;
}

/** Until the client closes the connection or a signal ends it. */
async function serveUntilEnd(
  memory: SharedMemory,
  hooks: Once<WarmHooks>,
  upkeep: IdleUpkeep,
  { profile, home, noteUse }: ServedAs,
): Promise<void> {
  let met: Speaker | undefined;
  const prepareOnce = once(() => prepare(hooks));
  const dependencies: ConversationDependencies = {
    memory,
    version: readVersion(),
    session: crypto.randomUUID(),
    logFault,
    profile,
    hooks: hooks.get,
    meet: (client: Speaker) => {
      if (met !== undefined) return;
      met = client;
      noteSeen(chooseHome(home), client.name);
      if (runsHooks(client)) setTimeout(prepareOnce.get, prepareAfterMs).unref();
    },
    rest: () => {
      if (met !== undefined && runsHooks(met)) void prepareOnce.get();
    },
    begin: (tool) => {
      noteUse(tool);
      return upkeep.begin();
    },
  };
  await converse(dependencies);
  process.stdin.destroy();
  hooks.made()?.end();
  // The client waits: open files are left to the system, as a hook leaves them, and work that does not stop in time.
  setTimeout(() => process.exit(0), graceMs);
  await Promise.all([memory.stop(), upkeep.close()]);
  process.exit(0);
}

/** Redirects the console, because clients read standard output as protocol messages. */
function keepStdoutForProtocol(): void {
  globalThis.console = new Console(process.stderr, process.stderr);
  process.stderr.on('error', () => undefined);
}

/** Writes to standard error, where clients look for a server's log. */
function logFault(what: string, fault: unknown): void {
  const words = fault instanceof Error ? fault.message : String(fault);
  if (process.env.AFTERWIT_DEBUG === '1' && fault instanceof Error) writeLog(`${what}: ${fault.stack}`);
  else writeLog(`${what}: ${words.slice(0, longestLogged)} (AFTERWIT_DEBUG=1 shows where)`);
}

function writeLog(text: string): void {
  import('../redaction/redact.ts').then(({ redact }) => process.stderr.write(`afterwit: ${redact(text)}\n`));
}
