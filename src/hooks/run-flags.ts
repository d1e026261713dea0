/**
 * What V8 does without while a hook's code runs. Its optimising compilers work on other threads, for 15 ms of CPU time, on
 * code that a hook never gets to use.
 */
const optimisers = (): readonly string[] => (hasMaglev() ? ['opt', 'maglev'] : ['opt']);
/**
 * V8 compiles a regular expression twice: to bytecode for its first use, and to machine code from the second on. The bytecode
 * takes twice as long to make, and a hook uses 200 to 300 expressions, most of them a few times.
 */
const regularExpressions = ['regexp-tier-up'] as const;
/** For longer outputs, V8's optimised code is worth its cost. */
const shortOutputCharacters = 200_000;

/** Switched off at the moment. */
let switchedOff: readonly string[] = [];

/** Runs `work` with the flags that suit a process which ends after a tenth of a second; they are restored afterwards. */
export async function withRunFlags<T>(output: string, work: () => Promise<T>): Promise<T> {
  const isShort = output.length <= shortOutputCharacters;
  switchedOff = isShort ? [...optimisers(), ...regularExpressions] : regularExpressions;
  setAll(switchedOff, 'no-');
  try {
    return await work();
  } finally {
    setAll(switchedOff, '');
    switchedOff = [];
  }
}

/**
 * Switches the flags off and on again. Node 22 tells compiled code of a process that ever did so from that of others: what one
 * hook kept, after its run, would be refused by the next, before it.
 */
export function settleFlags(): void {
  const names = [...optimisers(), ...regularExpressions];
  setAll(names, 'no-');
  setAll(names, '');
}

/**
 * Loads code under the flags that Node was started with: compiled code that is kept, ours and that of Node's own modules, is
 * valid under these alone. Under others, `node:crypto` takes 15 ms instead of 8.
 */
export function underOwnFlags<T>(load: () => T): T {
  const running = switchedOff;
  if (running.length === 0) return load();
  switchedOff = [];
  setAll(running, '');
  try {
    return load();
  } finally {
    setAll(running, 'no-');
    switchedOff = running;
  }
}

/** Node 22 has this compiler, but leaves it off: switching it on afterwards would be no restoring. */
function hasMaglev(): boolean {
  return Number.parseInt(process.versions.node, 10) >= 24;
}

function setAll(names: readonly string[], prefix: 'no-' | ''): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const name of names) setFlagsFromString(`--${prefix}${name}`);
}
