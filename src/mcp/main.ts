import { Console } from 'node:console';
import { type AfterwitError, invalidArgument, isAfterwitError } from '../model/errors.ts';
import type { Speaker } from '../model/provenance.ts';
import { type McpOverHttp, type McpPlace, type ServerProfile, serverProfiles } from '../model/server.ts';
import { noteSeen } from '../open/agents-seen.ts';
import type { OpenMemoryOptions } from '../open/open-repository.ts';
import { readVersion } from '../open/read-version.ts';
import { chooseHome } from '../open/this-user.ts';
import type { MemoryForHooks, WarmHooks } from '../open/warm-hooks.ts';
import { type ConversationDependencies, converse } from './converse.ts';
import { IdleUpkeep } from './idle-upkeep.ts';
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
    import('../open/maintenance.ts'),
    import('../open/this-user.ts'),
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

interface McpOptions extends Pick<OpenMemoryOptions, 'repository' | 'home' | 'issueExport'> {
  readonly profile: ServerProfile;
}

const optionNames: ReadonlyMap<string, keyof McpOptions> = new Map([
  ['--repo', 'repository'],
  ['--home', 'home'],
  ['--issues', 'issueExport'],
  ['--profile', 'profile'],
]);

/**
 * Reads `--repo PATH --home DIR --issues FILE --profile full`, also written `--repo=PATH`.
 * @throws INVALID_ARGUMENT
 */
export function parseOptions(words: readonly string[]): McpOptions {
  const options: { -readonly [Name in keyof McpOptions]: string } = { profile: 'default' };
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [flag = '', ...joined] = word.split('=');
    const name = optionNames.get(flag);
    if (name === undefined) throw usage(`afterwit mcp does not take "${word}".`);
    const value = joined.length > 0 ? joined.join('=') : rest.shift();
    if (value === undefined || value === '') throw usage(`${flag} needs a value.`);
    options[name] = value;
  }
  const { profile, ...others } = options;
  const known = serverProfiles.find((one) => one === profile);
  if (known === undefined) throw usage(`--profile is ${serverProfiles.join(' or ')}, not "${profile}".`);
  return { ...others, profile: known };
}

function usage(what: string): AfterwitError {
  return invalidArgument(
    `${what} Usage: afterwit mcp [--repo PATH] [--home DIR] [--profile default|full] [--issues FILE]`,
  );
}
