/**
 * Time on a processor that this process spends while it works, in milliseconds. What grows with the square of a text takes
 * minutes for the long ones of such tests, and what does not takes less than half a second: a limit of ten seconds tells them
 * apart on a machine twenty times slower, whatever else it has to do meanwhile.
 */
export function processorMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
