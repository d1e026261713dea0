/** Agents that afterwit can be connected to. */
export type SetupAgent = 'claude-code';

/** What happened to one settings file of an agent, or would in a preview. */
export interface SetupChange {
  readonly path: string;
  /** `removed`: the file held nothing but afterwit's entries and was deleted. */
  readonly kind: 'created' | 'changed' | 'unchanged' | 'removed';
  /** Lines that begin with `+`, `-` or a blank, without secrets. Empty when unchanged. */
  readonly diff: readonly string[];
  /** Copy of the file from before afterwit first changed it. */
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
