import { completed, type Field, type Fields, type Input, type JsonTree, put } from '../api/field.ts';
import { type AnyOperation, type Asked, argumentsOf, askMethod, type Operation } from '../api/operation.ts';
import { invalidArgument } from '../model/errors.ts';
import type { FailureReport } from '../model/failure.ts';
import { offeredFields } from './command-line/command.ts';
import { type Block, whenShown } from './page.ts';
import { checkStandardInput, readLog, readStandardInput, readText } from './read-input.ts';
import type { RunCommand, Session } from './session.ts';

type AskedHere<Its extends Fields, Given> = Omit<AnyOperation, 'input'> &
  Pick<Operation, 'of'> &
  Asked<Its, Given>;

/** A command that hands its words to an operation, and shows the answer. @param show the answer as people see it */
export function asking<Its extends Fields, Given>(
  operation: AskedHere<Its, Given>,
  show: (answer: Awaited<Given>, input: Input<Its>, session: Session) => Block,
): RunCommand {
  return async (session) => {
    const input = await inputOf(operation, session);
    const value = await ask(operation, input, session);
    return { value, shown: whenShown(() => show(value, input, session)) };
  };
}

/** Has an operation answered by the library. A long operation is watched, and may be stopped. */
export async function ask<Its extends Fields, Given>(
  operation: AskedHere<Its, Given>,
  input: Input<Its>,
  { memory, home, signal, onProgress }: Session,
): Promise<Awaited<Given>> {
  const opened: unknown = operation.of === 'repository' ? await memory() : await home();
  const watched = {
    ...('signal' in operation.input && { signal }),
    ...('onProgress' in operation.input && { onProgress }),
  };
  return await askMethod(opened, operation, { ...input, ...watched });
}

type Asking<Its extends Fields> = AnyOperation & { readonly input: Its };

/**
 * The input of an operation, from the words and options of the command line. A text `-` comes from standard input, and
 * documents from the named files.
 * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE
 */
export async function inputOf<Its extends Fields>(
  operation: Asking<Its>,
  session: Session,
): Promise<Input<Its>> {
  const options: Readonly<Record<string, unknown>> = session.options;
  const offered = offeredFields(operation).filter(({ option }) => options[option] !== undefined);
  const documents = offered
    .filter(({ field }) => field.kind === 'document')
    .map(({ option }) => options[option]);
  checkStandardInput([...session.arguments, ...documents].map(String));
  const read: JsonTree = {};
  for (const { option, path, field, definition } of offered) {
    const isSwitch = definition.kind === 'flag' && field.kind !== 'flag';
    const value = isSwitch ? field.switch?.value : options[option];
    put(read, path, field.kind === 'document' ? await readLog(String(value), session) : value);
  }
  for (const [at, name] of argumentsOf(operation).entries()) {
    const field = operation.input[name];
    const value = field && (await argumentOf(field, at, operation, session));
    if (value !== undefined) read[name] = value;
  }
  const whole = Object.entries(read).map(([name, value]) => [name, completed(operation.input[name], value)]);
  // Built field by field from the table that the type is made of; the operation checks it again.
  return Object.fromEntries(whole) as Input<Its>;
}

async function argumentOf(
  field: Field,
  at: number,
  operation: Asking<Fields>,
  session: Session,
): Promise<unknown> {
  const given = session.arguments.slice(at);
  const [word] = given;
  switch (field.kind) {
    case 'proses':
      return await readTexts(given, operation, session);
    case 'texts':
    case 'paths':
      return given.length === 0 ? undefined : given;
    case 'prose': {
      const { wanted, whenTooLong } = field;
      const needed = { example: exampleOf(operation), wanted, whenTooLong };
      return word === undefined ? undefined : await readText(word, session, needed);
    }
    default:
      return word;
  }
}

async function readTexts(given: readonly string[], operation: Asking<Fields>, { stdin }: Session) {
  const piped = given.includes('-') ? await readStandardInput(stdin) : '';
  const texts = given.map((text) => (text === '-' ? piped : text)).filter((text) => text.trim() !== '');
  if (texts.length > 0) return texts;
  throw invalidArgument(
    `The text to search for is empty. Describe the problem in words, as in: ${exampleOf(operation)}.`,
  );
}

function exampleOf({ terminal }: Asking<Fields>): string {
  return Object.keys(terminal?.examples ?? {})[0] ?? '';
}

/** The failure that options describe; undefined without one. @throws INVALID_ARGUMENT where no option names it */
export function describedFailure<Failure extends FailureReport>(
  failure: Failure | undefined,
): Failure | undefined {
  if (failure === undefined || failure.exitCode === undefined) return failure;
  if (failure.output !== '' || failure.command !== undefined || failure.stack !== undefined) return failure;
  throw invalidArgument('--exit-code alone does not describe a failure. Add --command, --failure or both.');
}
