const optimisers = ['opt', 'maglev'] as const;
/** Of more, V8's optimised code is worth what it costs. */
const shortOutputCharacters = 200_000;

/**
 * Runs `work` without V8's optimising compilers where the output is short: on other threads they make code, for 15 ms of CPU
 * time, that a hook ends before it needs. Afterwards, the flags are those under which earlier code was kept.
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
