/** How long an agent waits for a hook, and how much work a hook may make of it. */
export interface BudgetLimits {
  /** Longest own work of a hook, after which it ends. The start of Node, 40 to 200 ms by machine, does not count. */
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
 * Limits at moments that open a whole memory: the start of a session and, where a server answers the rest, before it is
 * shortened. The agent thinks for longer there.
 */
export const momentLimits: BudgetLimits = { softMs: 1_000, hardMs: 3_000 };

/**
 * Time left. On a free machine a process works nearly all the time, so the soft limit is one of wall time. On a busy machine
 * the same work takes several times as long (.4 to .9 s beside five busy processes on two processors), and a limit of wall
 * time alone would silence hooks just when an agent builds and tests. There the soft limit counts CPU time, and the hard
 * limit the agent's wait.
 */
export function remainingMs(
  { wallMs, cpuMs, startOfNode: node = { wallMs: 0, cpuMs: 0 } }: TimeSpent,
  { softMs, hardMs }: BudgetLimits,
): number {
  return Math.min(hardMs - wallMs, softMs - Math.min(wallMs - node.wallMs, cpuMs - node.cpuMs));
}
