import type { Memory, MemoryHome } from '../api/memory.ts';
import type { IdentifiedSpeaker } from '../engine/speakers/identify-speaker.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { Speaker } from '../model/provenance.ts';
import type { Configuration, ConfigurationOptions } from '../open/configuration.ts';
import type { OpenHomeOptions } from '../open/open-home.ts';
import type { OpenMemoryOptions } from '../open/open-repository.ts';
import { confirmPerson, offerToJoin } from './ask-person.ts';
import type { OptionValues } from './command-line/commands.ts';
import { type CommandLine, parseCommandLine } from './command-line/parse-command-line.ts';
import { loadCommand } from './load-command.ts';
import { layOut } from './page.ts';
import {
  type ExitStatus,
  errorToJson,
  exitStatus,
  exitStatusOf,
  redactReport,
  renderError,
  toErrorReport,
} from './report-error.ts';
import { reportProgress, untilInterrupted } from './report-progress.ts';
import type { Answer, Session } from './session.ts';
import { type CliStreams, layoutWidth, writeAside, writeText } from './streams.ts';
import { neutraliseLines, paletteFor, renderLines, toJson } from './terminal/line.ts';

export interface CliDependencies
  extends Pick<Session, 'setupAgent' | 'findAgents' | 'serve' | 'ask' | 'signal'> {
  readonly openMemory: (options: OpenMemoryOptions) => Promise<Memory>;
  readonly openHome: (options: OpenHomeOptions) => Promise<MemoryHome>;
  readonly openConfiguration: (options: ConfigurationOptions) => Promise<Configuration>;
  /** Identifies the speaker at the command line, as far as a home's settings and the processes above tell. */
  readonly whoSpeaks: (home: string | undefined) => Promise<IdentifiedSpeaker>;
  readonly begin?: (command: string) => void;
  readonly nowMs: () => number;
  /** Show where an error came from. */
  readonly debug: boolean;
}

/** Indexing before an answer is mentioned only when it takes longer than this. */
const mentionAfterMs = 1_000;

/**
 * Runs one command line: the answer, and nothing else, goes to standard output. Never throws.
 * @returns the exit status
 */
export async function runCli(
  words: readonly string[],
  streams: CliStreams,
  dependencies: CliDependencies,
): Promise<ExitStatus> {
  const fallback: OptionValues = { json: wantsJson(words), color: !words.includes('--no-color') };
  let commandLine: CommandLine | undefined;
  try {
    commandLine = parseCommandLine(words);
    if (commandLine.options.version) return await printVersion(streams);
    if (commandLine.options.help) return await printHelp(commandLine, streams);
    const identified = askWhoSays(
      await dependencies.whoSpeaks(commandLine.options.home),
      commandLine,
      streams,
      dependencies,
    );
    return await answerAs(identified, commandLine, streams, dependencies);
  } catch (error) {
    return await printError(error, commandLine?.options ?? fallback, streams, dependencies.debug);
  }
}

/** Commands whose words are believed as far as their speaker. */
const sayings: readonly string[] = ['remember', 'feedback', 'reviewEach', 'dashboard'];

/** Words at a terminal are a person's, if one can be found there; else their speaker stays unknown. */
function askWhoSays(
  identified: IdentifiedSpeaker,
  { command, options }: CommandLine,
  { stderr }: CliStreams,
  { ask }: CliDependencies,
): IdentifiedSpeaker {
  if (!stderr.isTTY || options.json || !sayings.includes(String(command))) return identified;
  const person = confirmPerson(identified, ask);
  return person === undefined ? identified : { speaker: person };
}

/** An act that needs a person is refused before anything is done; typing a word at the terminal proves one. */
async function answerAs(
  identified: IdentifiedSpeaker,
  commandLine: CommandLine,
  streams: CliStreams,
  dependencies: CliDependencies,
): Promise<ExitStatus> {
  try {
    return await answer(identified, commandLine, streams, dependencies);
  } catch (fault) {
    if (!isAfterwitError(fault) || fault.code !== 'NEEDS_PERSON') throw fault;
    const person = confirmPerson(identified, dependencies.ask);
    if (person === undefined) throw fault;
    return await answer({ speaker: person }, commandLine, streams, dependencies);
  }
}

async function answer(
  identified: IdentifiedSpeaker,
  commandLine: CommandLine,
  streams: CliStreams,
  dependencies: CliDependencies,
): Promise<ExitStatus> {
  const { command, options } = commandLine;
  const { nowMs, signal } = dependencies;
  const { speaker } = identified;
  const isIndexing = command === 'status' || command === 'index' || command === 'learn';
  const progress = reportProgress(streams.stderr, {
    nowMs,
    silent: options.json ?? false,
    announceAfterMs: isIndexing ? 0 : mentionAfterMs,
  });
  const place = { ...placeOptions(options), speaker };
  const memory = once(async () => {
    const opened = await dependencies.openMemory({ ...place, onProgress: progress.onProgress, signal });
    if (mayBeAsked(speaker, commandLine, streams)) await offerToJoin(opened, dependencies.ask);
    return opened;
  });
  const home = once(() => dependencies.openHome(place));
  const ask: Session['ask'] = (question) => {
    if (speaker.kind === 'agent') return undefined;
    // The question begins where the line of progress stood.
    progress.abandon();
    return dependencies.ask(question);
  };
  const session: Session = {
    arguments: commandLine.arguments,
    options,
    stdin: streams.stdin,
    signal,
    memory,
    home,
    configuration: () => dependencies.openConfiguration(place),
    setupAgent: dependencies.setupAgent,
    findAgents: dependencies.findAgents,
    serve: dependencies.serve,
    speaker,
    isPerson: () => speaker.kind === 'user' || confirmPerson(identified, ask) !== undefined,
    ask,
    isAtTerminal: streams.stdout.isTTY === true && streams.stderr.isTTY === true && options.json !== true,
    isReadingCode: () => progress.last()?.phase === 'code',
    sayMeanwhile: (shown) => {
      progress.abandon();
      const { stderr } = streams;
      const text = renderLines(
        layOut(shown, { width: layoutWidth(stderr), nowMs: nowMs() }),
        paletteFor(stderr, options.color !== false),
      );
      writeAside(stderr, text);
    },
    onProgress: progress.onProgress,
  };
  dependencies.begin?.(command);
  const work = loadCommand(command).then((run) => run(session));
  try {
    const found = await untilInterrupted(work, signal, progress.last);
    progress.finish();
    await printAnswer(found, options, streams, nowMs());
    return found.status ?? exitStatus('done');
  } finally {
    progress.abandon();
    // After an interruption, work may still be running, and the process ends anyway.
    if (!signal.aborted) await Promise.all([closeStarted(memory), closeStarted(home)]);
  }
}

/** A question goes only to a person at a terminal: not to a program, nor to a user who names the repository already. */
function mayBeAsked({ kind }: Speaker, { command, options }: CommandLine, { stderr }: CliStreams): boolean {
  const isAnswered = command === 'repoLink' || command === 'repoSplit';
  return kind === 'user' && !isAnswered && options.json !== true && stderr.isTTY === true;
}

async function closeStarted<T extends Closable>(opened: Once<T>): Promise<void> {
  await (await opened.started()?.catch(() => undefined))?.close();
}

function placeOptions({ repo, home }: OptionValues): OpenHomeOptions {
  return {
    repository: repo,
    home,
  };
}

interface Closable {
  close(): Promise<void>;
}

type Once<T> = (() => Promise<T>) & { started(): Promise<T> | undefined };

/** Calls `start` at the first call only. */
function once<T>(start: () => Promise<T>): Once<T> {
  let started: Promise<T> | undefined;
  const call = (): Promise<T> => {
    started ??= start();
    return started;
  };
  return Object.assign(call, { started: () => started });
}

async function printAnswer(
  found: Answer,
  options: OptionValues,
  { stdout }: CliStreams,
  nowMs: number,
): Promise<void> {
  if (found.stream !== undefined) {
    for await (const piece of found.stream) await writeText(stdout, piece);
    return;
  }
  if (options.json) return writeText(stdout, toJson(found.value));
  if (found.verbatim !== undefined) return writeText(stdout, neutraliseLines(found.verbatim));
  const lines = layOut(found.shown, { width: layoutWidth(stdout), nowMs });
  return writeText(stdout, renderLines(lines, paletteFor(stdout, options.color !== false)));
}

async function printVersion({ stdout }: CliStreams): Promise<ExitStatus> {
  const { readVersion } = await import('../open/read-version.ts');
  await writeText(stdout, `${readVersion()}\n`);
  return exitStatus('done');
}

async function printHelp(
  { command, group, options }: CommandLine,
  { stdout }: CliStreams,
): Promise<ExitStatus> {
  const { helpOn, helpOnGroup } = await import('./command-line/render-help.ts');
  const help = group === undefined ? helpOn(command, options.all) : helpOnGroup(group);
  const lines = layOut(help, { width: layoutWidth(stdout), nowMs: 0 });
  await writeText(stdout, renderLines(lines, paletteFor(stdout, options.color !== false)));
  return exitStatus('done');
}

async function printError(
  thrown: unknown,
  { json, color }: OptionValues,
  { stdout, stderr }: CliStreams,
  debug: boolean,
): Promise<ExitStatus> {
  // A message may repeat the refused input, and with it a secret.
  const { redact } = await import('../redaction/redact.ts');
  const report = redactReport(toErrorReport(thrown, { debug }), redact);
  const text = json
    ? errorToJson(report)
    : renderLines(renderError(report, layoutWidth(stderr)), paletteFor(stderr, color !== false));
  // When even the error cannot be written, only the exit status reports it.
  await writeText(json ? stdout : stderr, text).catch(() => undefined);
  return exitStatusOf(report.error.code);
}

/** Whether an unparsable command line has `--json` among its options. */
function wantsJson(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? undefined : end).includes('--json');
}
