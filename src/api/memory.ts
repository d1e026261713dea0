import type { RepositoryLocation } from '../model/repository.ts';
import type { OpenHomeOptions } from '../open/open-home.ts';
import type { OpenMemoryOptions } from '../open/open-repository.ts';
import { redactFault } from '../open/redact-fault.ts';
import type { RepositoryContext } from '../open/repository-context.ts';
import { type MethodsOf, methodOf } from './call.ts';
import { isObject, readInput } from './check-input.ts';
import { speaker, watching } from './common-fields.ts';
import { count, type Fields, fields, given, text } from './field.ts';
import type { Operation } from './operation.ts';
import * as operations from './operations.ts';

type RepositoryMethods = MethodsOf<typeof operations, 'repository'>;

/** Operations on repositories themselves, which {@link Memory.repositories} has by other names. */
type OfRepositories = 'currentRepository' | 'lookalike' | 'linkRepository' | 'splitRepository';

/**
 * The memory of one repository. Obtained from {@link openMemory}. Reading methods first index missing commits (a new repository takes
 * seconds; ten new commits, a fraction of a second), so that answers cover the requested commit.
 */
export interface Memory
  extends Omit<RepositoryMethods, OfRepositories>,
    // Operations of a home that work here on this repository alone.
    Pick<HomeMethods, 'why' | 'review' | 'feedback'>,
    AsyncDisposable {
  readonly location: RepositoryLocation;
  /** The repository of this path, and all others that the home knows. */
  readonly repositories: {
    readonly current: RepositoryMethods['currentRepository'];
    readonly all: HomeMethods['knownRepositories'];
    readonly lookalike: RepositoryMethods['lookalike'];
    readonly link: RepositoryMethods['linkRepository'];
    readonly split: RepositoryMethods['splitRepository'];
  };
  close(): Promise<void>;
}

const having = (...methods: readonly string[]) =>
  given<unknown>(`an object with ${methods.map((method) => `${method}()`).join(' and ')}`, (value) =>
    methods.every((method) => isObject(value) && typeof value[method] === 'function'),
  );

/** Fields that `requireJudge` checks by itself are left out. */
const openFields: Fields = {
  repository: text('Path in it.'),
  home: text('Folder of memories.'),
  settings: fields({}, 'Settings that win.'),
  speaker,
  issueExport: text('Texts of issues.'),
  clock: having('nowMs'),
  meter: having('createCounter', 'createHistogram'),
  random: having('uuid'),
  model: having('doGenerate'),
  waitForCodeMs: count('Longest that locate waits for code.'),
  ...watching,
};

/**
 * Opens the memory of a repository. Does not index, and nothing is ever written into the repository.
 * @throws INVALID_ARGUMENT, NOT_A_REPOSITORY, UNREADABLE_REPOSITORY, GIT_NOT_FOUND, INVALID_SETTING, HOME_NOT_WRITABLE (a new repository
 * must be recorded), MEMORY_CORRUPT and the other errors of the memory store
 */
export async function openMemory(options: OpenMemoryOptions = {}): Promise<Memory> {
  try {
    readInput('openMemory', openFields, options);
    const { openRepository } = await import('../open/open-repository.ts');
    return memoryOn(await openRepository(options));
  } catch (fault) {
    throw redactFault(fault);
  }
}

function memoryOn(context: RepositoryContext): Memory {
  const close = async () => {
    try {
      await context.close();
    } catch (fault) {
      throw redactFault(fault);
    }
  };
  const { why, review, feedback, knownRepositories } = methodsOf('home', () => context.asHome());
  const { currentRepository, lookalike, linkRepository, splitRepository, ...methods } = methodsOf(
    'repository',
    () => context,
  );
  return {
    get location() {
      return context.dependencies.git.location;
    },
    ...methods,
    ...{ why, review, feedback },
    repositories: {
      current: currentRepository,
      all: knownRepositories,
      lookalike,
      link: linkRepository,
      split: splitRepository,
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Methods of the operations of one kind: each has the type of its operation. */
function methodsOf<Of extends Operation['of'], Context>(
  of: Of,
  on: () => Context | Promise<Context>,
): MethodsOf<typeof operations, Of> {
  const methods = Object.values(operations).flatMap((operation) =>
    operation.of === of ? [[operation.name, methodOf<never>(operation, on as () => never)]] : [],
  );
  return Object.fromEntries(methods) as MethodsOf<typeof operations, Of>;
}

type HomeMethods = MethodsOf<typeof operations, 'home'>;

/** The memories of a home, usable outside of a repository. Obtained from {@link openHome}. Ids may be cut to 4 digits or more. */
export interface MemoryHome extends HomeMethods, AsyncDisposable {
  close(): Promise<void>;
}

const homeFields: Fields = {
  home: text('Folder of memories.'),
  repository: text('Path whose repository is `here`.'),
  speaker,
  clock: having('nowMs'),
};

/**
 * Opens the memories of a home, inside or outside of a repository. Writes nothing, unless another clone lies at a known path
 * now.
 * @throws INVALID_ARGUMENT, MEMORY_CORRUPT and the other errors of the memory store, by its methods
 */
export async function openHome(options: OpenHomeOptions = {}): Promise<MemoryHome> {
  try {
    readInput('openHome', homeFields, options);
    const { openHomeContext } = await import('../open/open-home.ts');
    const context = await openHomeContext(options);
    const close = async () => context.store.close();
    return { ...methodsOf('home', () => context), close, [Symbol.asyncDispose]: close };
  } catch (fault) {
    throw redactFault(fault);
  }
}
