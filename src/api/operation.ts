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
  /** A paragraph below the summary, or several. */
  readonly details?: string | readonly string[];
  /** Command lines, each with its use. */
  readonly examples: Readonly<Record<string, string>>;
}

interface TerminalWords extends CommandWords {
  /** Fields that are given without a flag, in their order; the last one may take several. Default: those that `takes` names. */
  readonly arguments?: readonly string[];
}

/** The description of an operation that every door needs. */
interface OperationRow<Its extends Fields, Context, Answer, Taken extends readonly string[]> {
  /** The library's method. */
  readonly name: string;
  readonly summary: string;
  /** It changes nothing of a memory, and leaves no receipt: a link may ask it. */
  readonly reads?: true;
  readonly input: Its;
  /** Exported type of the answer, where a door names it. */
  readonly answer?: string;
  /** Fields that the library's method takes one by one, before an object with the others. */
  readonly takes?: Taken;
  readonly terminal?: TerminalWords;
  /** The answer is read piece by piece: the library's method gives an iterable at once. */
  readonly isLazy?: true;
  /** Loads its dependencies by itself: a door reads the table long before it runs anything. */
  readonly run: (input: Input<Its>, on: Context) => Answer;
}

export interface Operation<
  Its extends Fields = Fields,
  Context = never,
  Answer = unknown,
  Taken extends readonly string[] = readonly string[],
  Of extends 'repository' | 'home' = 'repository' | 'home',
> extends OperationRow<Its, Context, Answer, Taken> {
  /** The subject: the memory of a repository, or the memories of a home. */
  readonly of: Of;
}

export function ofRepository<
  const Its extends Fields,
  Answer,
  const Taken extends readonly (keyof Its & string)[] = readonly [],
>(
  operation: OperationRow<Its, RepositoryContext, Answer, Taken>,
): Operation<Its, RepositoryContext, Answer, Taken, 'repository'> {
  return { ...operation, of: 'repository' };
}

/** Asked of the memories of a home, inside of a repository or not. */
export function ofHome<
  const Its extends Fields,
  Answer,
  Context extends HomeContext = HomeContext,
  const Taken extends readonly (keyof Its & string)[] = readonly [],
>(operation: OperationRow<Its, Context, Answer, Taken>): Operation<Its, Context, Answer, Taken, 'home'> {
  return { ...operation, of: 'home' };
}

export type AnyOperation = Pick<Operation, 'name' | 'summary' | 'input' | 'answer' | 'takes'> & {
  readonly terminal?: TerminalWords | undefined;
};

/** Names of the fields that a terminal takes without a flag. */
export function argumentsOf({ takes = [], terminal }: Pick<AnyOperation, 'takes' | 'terminal'>) {
  return terminal === undefined ? [] : (terminal.arguments ?? takes);
}

export type InputOf<Its> = Its extends { readonly input: infer Fielded extends Fields }
  ? Input<Fielded>
  : never;

type Answered<Given> = Given extends Promise<infer Answer> ? Promise<Answer> : Given;

type Others<Given> = keyof Given extends never
  ? []
  : Record<never, never> extends Given
    ? [options?: Given]
    : [options: Given];

/** The library's method of an operation: its single arguments, then an object with the other fields. */
export type MethodOf<Its> =
  Its extends Operation<infer Fielded, infer _Context, infer Given, infer Taken>
    ? (...handed: Handed<Input<Fielded>, Taken>) => Answered<Given>
    : never;

type Handed<Given, Taken extends readonly string[]> = Taken extends readonly [
  infer Name extends keyof Given,
  ...infer More extends readonly string[],
]
  ? [
      ...(undefined extends Given[Name] ? [value?: Given[Name]] : [value: Given[Name]]),
      ...Handed<Omit<Given, Name>, More>,
    ]
  : Others<Given>;

export type Asked<Its extends Fields, Given> = Pick<Operation, 'name' | 'takes'> & {
  readonly input: Its;
  readonly run: (input: never, on: never) => Given;
};

/** Calls an operation's method on what a door opened: its single arguments, then the other fields. */
export async function askMethod<Given>(
  opened: unknown,
  { name, input: its, takes = [] }: Asked<Fields, Given>,
  input: Readonly<Record<string, unknown>>,
): Promise<Awaited<Given>> {
  const others = Object.entries(input).filter(([field]) => !takes.includes(field));
  const methods = opened as Readonly<Record<string, (...handed: unknown[]) => Promise<Awaited<Given>>>>;
  const method = methods[name];
  if (method === undefined) throw new TypeError(`The library has no ${name}`);
  const takesOthers = Object.entries(its).some(
    ([field, { terminal, switch: short }]) =>
      !takes.includes(field) && (terminal !== false || short !== undefined),
  );
  const handed = others.length > 0 || takesOthers ? [Object.fromEntries(others)] : [];
  return await method(...takes.map((field) => input[field]), ...handed);
}
