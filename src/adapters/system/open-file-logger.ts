import { join } from 'node:path';
import type { Logger as PinoLogger } from 'pino';
import type { Clock, LogFields, Logger, LogLevel } from '../../ports/system.ts';
import { openLogFile } from './log-file.ts';

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

const defaultMaximumBytes = 1_048_576;

/** Errors go under this name, for pino to write out their message, stack and causes. */
const errorField = 'error';

/**
 * Logs JSON lines into the home. Pino, which takes tens of milliseconds to load, is loaded by the first record that
 * passes the level; records wait for it in order, and {@link Logger.flush} for them.
 */
export function openFileLogger({
  home,
  level,
  clock,
  maximumBytes = defaultMaximumBytes,
}: FileLoggerOptions): Logger {
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
