/** A process as the operating system tells of it. */
export interface ProcessFacts {
  readonly id: number;
  readonly parentId: number;
  /** Leader of its session; 0 where the system does not say. */
  readonly sessionId: number;
  /** As the system counts or writes it; with the id it names this process and no later one. */
  readonly startedAt: string;
  /** It is attached to a terminal that can send it signals and that it can ask. */
  readonly hasTerminal: boolean;
  /** Program and its arguments, as far as they can be read. */
  readonly command: readonly string[];
}

/** Who started this process, and who started that one. */
export interface ProcessAncestry {
  /** This process first, then its parents, up to the first process of the system. Empty where the system does not say. */
  read(): readonly ProcessFacts[];
}
