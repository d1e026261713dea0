import type { Memory } from '../memory.ts';
import type { MemoryDependencies } from '../memory-dependencies.ts';
import { codeCalls } from './code-calls.ts';
import { historyCalls } from './history-calls.ts';
import { itemCalls } from './item-calls.ts';
import { MemoryCore } from './memory-core.ts';
import { repositoryCalls } from './repository-calls.ts';

/** The engine's use cases in one repository, on one set of adapters. */
export function wireMemory(dependencies: MemoryDependencies): Memory {
  const core = new MemoryCore(dependencies);
  const close = () => core.close();
  return {
    get location() {
      return dependencies.git.location;
    },
    ...repositoryCalls(core),
    ...historyCalls(core),
    ...codeCalls(core),
    ...itemCalls(core),
    close,
    [Symbol.asyncDispose]: close,
  };
}
