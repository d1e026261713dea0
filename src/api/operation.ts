import type { HomeContext } from '../open/home-context.ts';
import type { RepositoryContext } from '../open/repository-context.ts';
import type { Fields, Input } from './field.ts';

/** How a command is called and explained at a terminal. */
export interface CommandWords {
  /** Words after `afterwit`; empty for the bare command. */
  readonly words: readonly string[];
  /** Other words after `afterwit` that do the same: older names, and words that others read better. */
  readonly alsoSpelled?: readonly (readonly string[])[];
  /** Words that people who know other programs try instead; they are answered with this command's name. */
  readonly otherNames?: readonly string[];
  /** Paragraphs below the summary. */
  readonly details?: readonly string[];
  readonly examples: readonly { readonly command: string; readonly explanation: string }[];
  /** Exported type of what `--json` prints; absent when it prints no answer. */
  readonly jsonType?: string;
}

interface TerminalWords extends CommandWords {
  /** Fields that are given without a flag, in their order; the last one may take several. */
  readonly arguments?: readonly string[];
}

/** What every door needs to know of something that afterwit can be asked. */
export interface Operation<Its extends Fields = Fields, Context = never, Answer = unknown> {
  /** The library's method. */
  readonly name: string;
  readonly summary: string;
  readonly input: Its;
  /** Fields that the library's method takes one by one, before an object with the others. */
  readonly takes?: readonly (keyof Its & string)[];
  readonly terminal?: TerminalWords;
  /** Loads what it needs by itself: a door reads the table long before it runs anything. */
  readonly run: (input: Input<Its>, on: Context) => Answer;
}

/** Asked of the memory of a repository. */
export function ofRepository<const Its extends Fields, Answer>(
  operation: Operation<Its, RepositoryContext, Answer>,
): Operation<Its, RepositoryContext, Answer> {
  return operation;
}

/** Asked of the memories of a home, inside of a repository or not. */
export function ofHome<const Its extends Fields, Answer, Context extends HomeContext = HomeContext>(
  operation: Operation<Its, Context, Answer>,
): Operation<Its, Context, Answer> {
  return operation;
}

/** What a door reads of any operation. */
export type AnyOperation = Pick<Operation, 'name' | 'summary' | 'input'> & {
  readonly terminal?: TerminalWords | undefined;
};

/** What an operation is handed. */
export type InputOf<Its> = Its extends { readonly input: infer Fielded extends Fields }
  ? Input<Fielded>
  : never;
