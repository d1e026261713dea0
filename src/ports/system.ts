/** Milliseconds since 1970. Injected wherever time matters, so that a decision can be replayed. */
export interface Clock {
  nowMs(): number;
}

/** Source of identifiers and, later, of exploration. Injected, so that tests and replays are exact. */
export interface Random {
  /** A version 4 UUID. */
  uuid(): string;
}

/** Length of a text as language models count it. */
export interface TokenCounter {
  count(text: string): Promise<number>;
}

/** A process as the operating system tells of it. */
export interface ProcessFacts {
  readonly id: number;
  readonly parentId: number;
  /** Leader of its session; 0 outside of the process namespace; absent where the system does not say. */
  readonly sessionId?: number;
  /** It runs as the administrator of the machine, not of a user namespace; absent where the system does not say. */
  readonly isPrivileged?: boolean;
  /** As the system counts or writes it; with the id it names this process and no later one. */
  readonly startedAt: string;
  /** It is attached to a terminal that can send it signals and that it can ask. */
  readonly hasTerminal: boolean;
  /** Program and its arguments, as far as they can be read. */
  readonly command: readonly string[];
}

/** The processes above this one. */
export interface ProcessAncestry {
  /** This process first, then its parents, up to the first process of the system. Empty where the system does not say. */
  read(): readonly ProcessFacts[];
}

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

export type LogFields = Readonly<Record<string, unknown>>;

/** Structured log, to a file. Never writes to stdout or stderr, never throws. */
export interface Logger {
  error(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  debug(event: string, fields?: LogFields): void;
  flush(): Promise<void>;
}

/**
 * Receiver of metrics: the part of OpenTelemetry's `Meter` that is used, so that `metrics.getMeter('afterwit')` of
 * `@opentelemetry/api` is one. Nothing is sent anywhere by afterwit.
 */
export interface Meter {
  createCounter(name: string, options?: InstrumentOptions): { add(value: number): void };
  createHistogram(name: string, options?: InstrumentOptions): { record(value: number): void };
}

interface InstrumentOptions {
  readonly description?: string;
}
