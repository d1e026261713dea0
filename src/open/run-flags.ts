/** A flag of V8, as it is while ours runs, and as Node starts with it. */
interface RunFlag {
  readonly ours: string;
  readonly own: string;
}

const without = (name: string): RunFlag => ({ ours: `--no-${name}`, own: `--${name}` });

/**
 * Parts of V8 that are off while a hook's code runs. Its optimising compilers work on other threads, for 15 ms of CPU
 * time, on code that a hook never gets to use.
 */
const optimisers = (): readonly RunFlag[] => (hasMaglev() ? ['opt', 'maglev'] : ['opt']).map(without);
/**
 * V8 compiles a regular expression twice: to bytecode for its first use, and to machine code from the second on. The bytecode
 * takes twice as long to make, and a hook uses 200 to 300 expressions, most of them a few times. Each expression keeps the
 * number of uses that it began with; to switch `--regexp-tier-up` itself crashes those that were compiled before.
 */
const regularExpressions: readonly RunFlag[] = [
  { ours: '--regexp-tier-up-ticks=0', own: '--regexp-tier-up-ticks=1' },
];
/** For longer outputs, V8's optimised code is worth its cost. */
const shortOutputCharacters = 200_000;

/** The flags set at the moment, in the whole process: each bundle has a copy of this file. */
const state = shared();

function shared(): { current: readonly RunFlag[] } {
  const key = Symbol.for('afterwit.run-flags');
  const found = Reflect.get(process, key) ?? { current: [] };
  Reflect.set(process, key, found);
  return found;
}

/** Runs `work` with flags for a process that ends after a tenth of a second, and restores them afterwards. */
export async function withRunFlags<T>(output: string, work: () => Promise<T>): Promise<T> {
  const isShort = output.length <= shortOutputCharacters;
  const flags = isShort ? [...optimisers(), ...regularExpressions] : regularExpressions;
  for (const flag of flags) setRunFlag(flag);
  try {
    return await work();
  } finally {
    setAll('own', flags);
    state.current = state.current.filter((flag) => !flags.includes(flag));
  }
}

function setRunFlag(flag: RunFlag): void {
  state.current = [...state.current.filter(({ own }) => own !== flag.own), flag];
  setAll('ours', [flag]);
}

/**
 * Switches the flags off and on again. Node 22 marks compiled code of a process that ever did so: without this, code that one
 * hook keeps after its run would be refused by the next hook before its run.
 */
export function settleFlags(): void {
  const flags = [...optimisers(), ...regularExpressions];
  setAll('ours', flags);
  setAll('own', flags);
}

/**
 * Loads code under the flags that Node was started with, since kept compiled code, also of Node's modules, is valid under these
 * alone. Under others, `node:crypto` takes 15 ms instead of 8.
 */
export function underOwnFlags<T>(load: () => T): T {
  const running = state.current;
  if (running.length === 0) return load();
  state.current = [];
  setAll('own', running);
  try {
    return load();
  } finally {
    state.current = [...running, ...state.current];
    setAll('ours', state.current);
  }
}

/** Node 22 has this compiler, but leaves it off: switching it on afterwards would be no restoring. */
function hasMaglev(): boolean {
  return Number.parseInt(process.versions.node, 10) >= 24;
}

function setAll(as: keyof RunFlag, flags: readonly RunFlag[]): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of flags) setFlagsFromString(flag[as]);
}

/**
 * Reading a history makes many short-lived objects, so V8 triples its young generation up to 100 MB. With a small one,
 * indexing 62,658 commits peaks at 240 instead of 350 MB, for 5 % more time, and a question asks the system for a fifth less.
 */
export function limitYoungGeneration(): void {
  setRunFlag({ ours: '--semi-space-growth-factor=1', own: '--semi-space-growth-factor=2' });
}

/**
 * For a long-lived server: under load, V8 lets the heap grow to several times the live size. With a small young
 * generation, and a collection whenever the old one has grown by 30 %, a server that answers `locate` about 62,658
 * commits takes 145 instead of 254 MB, without measurable slowdown.
 */
export function limitHeap(): void {
  limitYoungGeneration();
  setRunFlag({ ours: '--heap-growing-percent=30', own: '--heap-growing-percent=0' });
}
