import type { Memory, MemoryHome } from '../api/memory.ts';
import type { AgentOnMachine } from '../model/answers/setup-report.ts';
import type { Speaker } from '../model/provenance.ts';
import type { ServeRequest, Serving } from '../model/server.ts';
import type { Configuration } from '../open/configuration.ts';
import type { OpenMemoryOptions } from '../open/open-repository.ts';
import type { setupAgent } from '../open/setup-agent.ts';
import type { OptionValues } from './command-line/commands.ts';
import type { Block } from './page.ts';
import type { ExitStatus } from './report-error.ts';
import type { CliStreams } from './streams.ts';

export interface Session {
  readonly arguments: readonly string[];
  readonly options: OptionValues;
  readonly stdin: CliStreams['stdin'];
  /** Aborted when the user wants to stop. */
  readonly signal: AbortSignal;
  /** The memory of the requested repository; opened at the first call. */
  memory(): Promise<Memory>;
  /** The memories of the home, for commands that need no repository; opened at the first call. */
  home(): Promise<MemoryHome>;
  /** The settings of the home, for commands that read or change them. */
  configuration(): Promise<Configuration>;
  readonly setupAgent: typeof setupAgent;
  /** Agents on this machine, and which are connected in the repository at this path. */
  readonly findAgents: (repository?: string) => Promise<readonly AgentOnMachine[]>;
  /** Serves the memories to browsers until it is told to end. */
  readonly serve: (request: ServeRequest) => Promise<Serving>;
  /** Whether a person runs this. Where that is not known, a person at the terminal can show it. */
  readonly isPerson: () => boolean;
  readonly speaker: Speaker;
  /** Asks a question at the controlling terminal; undefined without one, or where an agent runs this process. */
  readonly ask: (question: string) => string | undefined;
  /** Whether a user may be offered something: answers and questions appear on one terminal. */
  readonly isAtTerminal: boolean;
  /** The memory reads code that it never read before, which may take long. */
  readonly isReadingCode: () => boolean;
  /** Tells a person at the terminal something while the answer takes long; it is no part of the answer. */
  readonly sayMeanwhile: (shown: Block) => void;
  /** Updates the index and shows progress at once, instead of only after a delay. */
  readonly onProgress: NonNullable<OpenMemoryOptions['onProgress']>;
}

/** Output of a command: data for `--json`, and a text for people. */
export interface Answer {
  readonly value: unknown;
  readonly shown: Block;
  /** Text printed unchanged instead of the lines, because another program reads it. */
  readonly verbatim?: string;
  /** A long answer in pieces, printed unchanged instead of the lines, also with `--json`. */
  readonly stream?: Iterable<string> | AsyncIterable<string>;
  /** Default: 0. */
  readonly status?: ExitStatus;
}

/**
 * A command translates its arguments into a call of the memory, and the result into an answer. It makes no decisions.
 */
export type RunCommand = (session: Session) => Promise<Answer>;
