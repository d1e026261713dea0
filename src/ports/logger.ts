export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

export type LogFields = Readonly<Record<string, unknown>>;

/** Structured log, to a file. Never writes to stdout or stderr, never throws. */
export interface Logger {
  error(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  debug(event: string, fields?: LogFields): void;
  /** Writes out what is buffered. */
  flush(): Promise<void>;
}
