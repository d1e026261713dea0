const optimisers = ['opt', 'maglev'] as const;
/** For longer outputs, V8's optimised code is worth its cost. */
const shortOutputCharacters = 200_000;

/**
 * Runs `work` without V8's optimising compilers when the output is short: on other threads they spend 15 ms of CPU time
 * on code that a hook never gets to use. Afterwards the flags are restored, because the compile cache is only valid
 * under the same flags.
 */
export async function withoutOptimising<T>(output: string, work: () => Promise<T>): Promise<T> {
  if (output.length > shortOutputCharacters) return await work();
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const name of optimisers) setFlagsFromString(`--no-${name}`);
  try {
    return await work();
  } finally {
    for (const name of optimisers) setFlagsFromString(`--${name}`);
  }
}
