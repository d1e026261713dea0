import { redactFault, redactSession } from '../open/redact-fault.ts';
import { isObject, readInput } from './check-input.ts';
import type { Fields } from './field.ts';
import type { MethodOf, Operation } from './operation.ts';

type Called<Context> = Pick<Operation, 'name' | 'takes' | 'isLazy'> & {
  readonly input: Fields;
  readonly run: (input: never, on: Context) => unknown;
};

/** The library's methods for operations of one kind, each by its name, with the documentation of its operation. */
export type MethodsOf<Table, Of extends Operation['of']> = {
  [Name in keyof Table as Table[Name] extends { readonly of: Of } ? Name : never]: MethodOf<Table[Name]>;
};

/**
 * The method of an operation. It checks the input, since programs without types call it too, runs the operation, and redacts
 * its errors, because they repeat the refused input, which may hold a secret.
 */
export function methodOf<Context>(operation: Called<Context>, on: () => Context | Promise<Context>) {
  const run = (handed: readonly unknown[], opened: Context) =>
    operation.run(readHanded(operation, handed) as never, opened);
  if (operation.isLazy)
    // Its input is refused at once, though its answer is read later. Its memory is open by then.
    return (...handed: readonly unknown[]) =>
      guarded(() => readGuarded(run(handed, on() as Context) as Iterable<unknown>));
  return async (...handed: readonly unknown[]) => {
    try {
      return await run(handed, await on());
    } catch (fault) {
      throw redactFault(fault);
    }
  };
}

/** Runs an operation on an opened memory, for a door that has read its input already, and redacts its errors. */
export async function runOperation<Context>(operation: Called<Context>, input: object, on: Context) {
  try {
    return await operation.run(input as never, on);
  } catch (fault) {
    throw redactFault(fault);
  }
}

function readHanded({ name, input, takes = [] }: Called<never>, handed: readonly unknown[]) {
  const others = handed[takes.length] ?? {};
  const named = Object.fromEntries(takes.map((field, at) => [field, handed[at]]));
  // An input that is no object is refused as it is.
  return redactSession(readInput(name, input, isObject(others) ? { ...others, ...named } : others));
}

function* readGuarded<Each>(pieces: Iterable<Each>): Generator<Each> {
  try {
    yield* pieces;
  } catch (fault) {
    throw redactFault(fault);
  }
}

function guarded<Answer>(work: () => Answer): Answer {
  try {
    return work();
  } catch (fault) {
    throw redactFault(fault);
  }
}
