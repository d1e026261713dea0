import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger as PinoLogger } from 'pino';
import type { HookSilences } from '../../model/answers/memory-status.ts';
import type { Clock, LogFields, Logger, LogLevel } from '../../ports/system.ts';
import { fieldsOf, parsedJson } from '../../text/json/fields.ts';
import { readRegularFile } from './regular-file.ts';

const defaultMaximumBytes = 1_048_576;

/**
 * A log that takes at most twice `maximumBytes`: when full it becomes `<path>.old`, in the place of the one before.
 * Makes its own folder but not the one above it, so that logging alone does not bring a home into being. A log that
 * cannot be written must not stop the work it tells of: faults are dropped.
 */
export function openLogFile(path: string, maximumBytes = defaultMaximumBytes) {
  const folder = dirname(path);
  return {
    read: () => textOf(path),
    /** Lines of several processes do not mix: each is one append. */
    write(line: string): void {
      try {
        const size = statSync(path, { throwIfNoEntry: false })?.size;
        if (size === undefined) mkdirUnlessThere(folder);
        else if (size + Buffer.byteLength(line) > maximumBytes) renameSync(path, `${path}.old`);
        appendFileSync(path, line, { mode: 0o600 });
      } catch {
        // Nowhere to report it.
      }
    },
  };
}

function mkdirUnlessThere(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path, { mode: 0o700 });
}

interface FileLoggerOptions {
  /** Home; the log is `logs/afterwit.log` in it. Nothing is logged while the home does not exist. */
  readonly home: string;
  readonly level: LogLevel;
  readonly clock: Clock;
  /** Size at which the log is put away. Default: 1 MiB. */
  readonly maximumBytes?: number;
}

type RecordLevel = Exclude<LogLevel, 'silent'>;

const severities: Readonly<Record<LogLevel, number>> = { silent: 0, error: 1, warn: 2, info: 3, debug: 4 };

/** Errors go under this name, for pino to write out their message, stack and causes. */
const errorField = 'error';

/**
 * Logs JSON lines into the home. Pino, which takes tens of milliseconds to load, is loaded by the first record that
 * passes the level; records wait for it in order, and {@link Logger.flush} for them.
 */
export function openFileLogger({ home, level, clock, maximumBytes }: FileLoggerOptions): Logger {
  let loading: Promise<PinoLogger> | undefined;
  let written: Promise<void> = Promise.resolve();

  async function load(): Promise<PinoLogger> {
    const { pino, stdSerializers } = await import('pino');
    return pino(
      {
        level: 'debug',
        messageKey: 'event',
        base: { pid: process.pid },
        timestamp: () => `,"time":"${new Date(clock.nowMs()).toISOString()}"`,
        formatters: { level: (label) => ({ level: label }) },
        serializers: { [errorField]: stdSerializers.errWithCause },
      },
      openLogFile(join(home, 'logs', 'afterwit.log'), maximumBytes),
    );
  }

  async function write(recordLevel: RecordLevel, event: string, fields: LogFields): Promise<void> {
    try {
      loading ??= load();
      const pino = await loading;
      pino[recordLevel](fields, event);
    } catch {
      // A record that cannot be written (a getter that throws, a missing package) is dropped.
    }
  }

  function recordAt(recordLevel: RecordLevel): (event: string, fields?: LogFields) => void {
    if (severities[recordLevel] > severities[level]) return () => {};
    return (event, fields = {}) => {
      const before = written;
      written = before.then(() => write(recordLevel, event, fields));
    };
  }

  return {
    error: recordAt('error'),
    warn: recordAt('warn'),
    info: recordAt('info'),
    debug: recordAt('debug'),
    flush: () => written,
  };
}

interface LogLine {
  readonly atMs: number;
  readonly tookMs: number;
  readonly reason: string;
}

/** Faults begin so. Other lines of hooks give reasons for silence: no memory, or no repository. */
const fault = /^(?:fault$|(?!NOT_A_REPOSITORY|EMPTY_REPOSITORY)[A-Z_]+: )/;
const late = 'too late';

/** Faults that hooks wrote into `logs/hook.log` of the home, and into the one before, since a moment. */
export function readHookSilences(home: string, sinceMs: number): HookSilences {
  const all = ['hook.log.old', 'hook.log']
    .flatMap((name) => linesOf(join(home, 'logs', name)))
    .filter(({ atMs }) => atMs >= sinceMs);
  const found = all.filter(({ reason }) => reason === late || fault.test(reason));
  const tooLate = found.filter(({ reason }) => reason === late).length;
  const last = found.at(-1);
  return {
    sinceMs,
    tooLate,
    faults: found.length - tooLate,
    times: timesOf(all),
    ...(last === undefined ? {} : { lastAtMs: last.atMs, lastReason: last.reason }),
  };
}

/** Each limit is twice the one before, so that a start of Node and a wait for a lock are told apart. */
function timesOf(lines: readonly LogLine[]): HookSilences['times'] {
  const groups = Map.groupBy(lines, ({ tookMs }) => 2 ** Math.ceil(Math.log2(Math.max(1, tookMs))));
  return [...groups]
    .map(([upToMs, { length }]) => ({ upToMs, count: length }))
    .sort((a, b) => a.upToMs - b.upToMs);
}

function linesOf(path: string): readonly LogLine[] {
  return textOf(path)
    .split('\n')
    .flatMap((text) => {
      const line = parse(text);
      return line === undefined ? [] : [line];
    });
}

/** A line may be torn, or of another version. */
function parse(text: string): LogLine | undefined {
  const { time, ms, reason } = fieldsOf(parsedJson(text));
  const atMs = Date.parse(String(time));
  if (Number.isNaN(atMs) || typeof reason !== 'string') return undefined;
  return { atMs, reason, tookMs: Number(ms) || 0 };
}

function textOf(path: string): string {
  return readRegularFile(path, defaultMaximumBytes, 'followed')?.toString('utf8') ?? '';
}
