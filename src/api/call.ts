import { redactFault } from '../open/redact-fault.ts';
import { isObject, readInput } from './check-input.ts';
import type { Fields } from './field.ts';
import type { Operation } from './operation.ts';

type Called<Context, Answer> = Pick<Operation<Fields, Context, Answer>, 'name' | 'takes'> & {
  readonly input: Fields;
  readonly run: (input: never, on: Context) => Answer;
};

/**
 * Checks a call, runs it, and redacts what it throws: an error repeats what it refuses, and that may hold a secret. Programs
 * without types call it too.
 *
 * @throws INVALID_ARGUMENT with the name of the field that does not fit
 */
export async function call<Context, Answer>(
  operation: Called<Context, Answer>,
  on: Context,
  handed: readonly unknown[],
): Promise<Awaited<Answer>> {
  try {
    return await runChecked(operation, on, handed);
  } catch (fault) {
    throw redactFault(fault);
  }
}

/** The same for what is read lazily: an input that does not fit is refused at once. */
export function read<Context, Each>(
  operation: Called<Context, Iterable<Each>>,
  on: Context,
  handed: readonly unknown[],
): Iterable<Each> {
  try {
    return readGuarded(runChecked(operation, on, handed));
  } catch (fault) {
    throw redactFault(fault);
  }
}

function runChecked<Context, Answer>(
  { name, input, takes = [], run }: Called<Context, Answer>,
  on: Context,
  handed: readonly unknown[],
): Answer {
  const others = handed[takes.length] ?? {};
  const named = Object.fromEntries(takes.map((field, at) => [field, handed[at]]));
  // What is no object is refused as it is.
  const all = isObject(others) ? { ...others, ...named } : handed[takes.length];
  return run(readInput(name, input, all) as never, on);
}

function* readGuarded<Each>(lines: Iterable<Each>): Generator<Each> {
  try {
    yield* lines;
  } catch (fault) {
    throw redactFault(fault);
  }
}
