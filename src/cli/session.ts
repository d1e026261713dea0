import type { Memory, OpenMemoryOptions } from '../open/memory.ts';
import type { MemoryHome } from '../open/memory-home.ts';
import type { setupAgent } from '../open/setup-agent.ts';
import type { OptionValues } from './command-line/options.ts';
import type { ExitStatus } from './exit-codes.ts';
import type { Page } from './rendering/page.ts';
import type { CliStreams } from './streams.ts';
import type { Line } from './terminal/line.ts';

/** What a command runs with. */
export interface Session {
  readonly arguments: readonly string[];
  readonly options: OptionValues;
  readonly stdin: CliStreams['stdin'];
  /** Aborted when the user wants to stop. */
  readonly signal: AbortSignal;
  /** The memory of the repository asked for; opened at the first call. */
  memory(): Promise<Memory>;
  /** What needs no repository; opened at the first call. */
  home(): Promise<MemoryHome>;
  readonly setupAgent: typeof setupAgent;
  /** Brings the index up to date, with progress at once rather than only when it takes long. */
  readonly onProgress: NonNullable<OpenMemoryOptions['onProgress']>;
}

/** What a command has to say: as data for `--json`, as lines for people. */
export interface Answer {
  readonly value: unknown;
  readonly lines: (page: Page) => readonly Line[];
  /** Printed to the letter in place of the lines: text that was laid out for someone else. */
  readonly verbatim?: string;
  /** The answer itself, in pieces too many to hold at once; printed to the letter in place of the lines, with `--json` too. */
  readonly stream?: Iterable<string>;
  /** 0 unless given. */
  readonly status?: ExitStatus;
}

/** A command translates its arguments into a call of the memory, and the result into an answer. It decides nothing. */
export type RunCommand = (session: Session) => Promise<Answer>;
