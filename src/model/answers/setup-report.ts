/** Agents that afterwit can be connected to. */
export type SetupAgent = 'claude-code';

/** What happened to one settings file of an agent, or would in a preview. */
export interface SetupChange {
  readonly path: string;
  /** `removed`: the file was there for afterwit alone and is gone. */
  readonly kind: 'created' | 'changed' | 'unchanged' | 'removed';
  /** Lines that begin with `+`, `-` or a blank; secrets taken out. Empty when unchanged. */
  readonly diff: readonly string[];
  /** Copy of the file as it was before afterwit came to it. */
  readonly backupPath?: string;
}

/** Answer of `afterwit setup`. */
export interface SetupReport {
  readonly agent: SetupAgent;
  /** Nothing was written. */
  readonly preview: boolean;
  readonly remove: boolean;
  readonly changes: readonly SetupChange[];
  /** What a person should know or do, in sentences. */
  readonly notes: readonly string[];
}
