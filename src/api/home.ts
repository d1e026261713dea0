import type { HomeContext, OpenedHome } from '../open/home-context.ts';
import type { OpenHomeOptions } from '../open/open-home.ts';
import { redactFault } from '../open/redact-fault.ts';
import { type MethodsOf, methodOf } from './call.ts';
import { isObject, readInput } from './check-input.ts';
import { speaker } from './common-fields.ts';
import { type Fields, given, text } from './field.ts';
import * as operations from './operations.ts';

export type HomeMethods = MethodsOf<typeof operations, 'home'>;

/** The memories of a home, usable outside of a repository. Obtained from {@link openHome}. Ids may be cut to 4 digits or more. */
export interface MemoryHome extends HomeMethods, AsyncDisposable {
  close(): Promise<void>;
}

const openFields: Fields = {
  home: text('Folder of memories.'),
  repository: text('Path whose repository is `here`.'),
  speaker,
  clock: given('an object with nowMs()', (value) => isObject(value) && typeof value.nowMs === 'function'),
};

/**
 * Opens the memories of a home, inside or outside of a repository. Writes nothing, unless another clone lies at a known path
 * now.
 * @throws INVALID_ARGUMENT, MEMORY_CORRUPT and the other errors of the memory store, by its methods
 */
export async function openHome(options: OpenHomeOptions = {}): Promise<MemoryHome> {
  try {
    readInput('openHome', openFields, options);
    const { openHomeContext } = await import('../open/open-home.ts');
    const context = await openHomeContext(options);
    const close = async () => context.store.close();
    return { ...homeMethods(() => context), close, [Symbol.asyncDispose]: close };
  } catch (fault) {
    throw redactFault(fault);
  }
}

/** Methods on an opened home, or on the part of it that a repository sees. */
export function homeMethods(on: () => HomeContext | Promise<HomeContext>): HomeMethods {
  const methods = Object.values(operations).flatMap((operation) =>
    operation.of === 'home'
      ? [[operation.name, methodOf<OpenedHome>(operation, on as () => OpenedHome)]]
      : [],
  );
  // Each method has the type of its operation.
  return Object.fromEntries(methods) as HomeMethods;
}
