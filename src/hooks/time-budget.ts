/** How long an agent waits for a hook, and how much work a hook may make of it. */
export interface BudgetLimits {
  /** A hook that has worked this long itself is too slow, and ends. The start of Node, which takes 40 to 200 ms of a machine, does not count. */
  readonly softMs: number;
  /**
   * An agent waits in wall time: beyond this, nothing more is begun, and running work is ended. Reached only
   * where a process gets less than a tenth of a core; there a card after two seconds spares more than it
   * costs.
   */
  readonly hardMs: number;
}

export interface TimeSpent {
  /** Since the start of the process. */
  readonly wallMs: number;
  /** Time of this process on all processors since its start. */
  readonly cpuMs: number;
  /** Time that had passed when the hook's own code began. */
  readonly startOfNode?: TimeSpent;
}

export const budgetLimits: BudgetLimits = { softMs: 250, hardMs: 3_000 };

/**
 * At the moments at which a whole memory is opened: once when a session starts, and where a server answers the rest, before one is
 * shortened. The agent is about to think for longer.
 */
export const momentLimits: BudgetLimits = { softMs: 1_000, hardMs: 3_000 };

/**
 * Time left. On a free machine a process works nearly all the time that passes, so that the soft limit is one of wall time.
 * On a machine that has more work than processors the same work takes several times as long: five busy processes on two
 * processors made it .4 to .9 s, so that a limit of wall time alone showed nothing at all, just when an agent builds and
 * tests. There the soft limit counts the time that the process was given, and the hard limit the agent's wait.
 */
export function remainingMs(
  { wallMs, cpuMs, startOfNode: node = { wallMs: 0, cpuMs: 0 } }: TimeSpent,
  { softMs, hardMs }: BudgetLimits,
): number {
  return Math.min(hardMs - wallMs, softMs - Math.min(wallMs - node.wallMs, cpuMs - node.cpuMs));
}
