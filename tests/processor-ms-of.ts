/**
 * CPU time of this process during the work, in milliseconds. On the long texts of such tests quadratic work takes minutes and linear
 * work less than half a second, so a limit of ten seconds tells them apart even on a busy machine twenty times slower.
 */
export function processorMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
