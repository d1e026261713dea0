/** Agents that afterwit can be connected to, and how a person names them. */
export const setupAgents = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  cursor: 'Cursor',
  'gemini-cli': 'Gemini CLI',
  vscode: 'VS Code',
  'copilot-cli': 'Copilot CLI',
  opencode: 'OpenCode',
  windsurf: 'Windsurf',
} as const;

export type SetupAgent = keyof typeof setupAgents;

/** An agent that afterwit knows, on this machine. */
export interface AgentOnMachine {
  readonly agent: SetupAgent;
  /** How a person names it. */
  readonly name: string;
  /** Its folder of settings is there: it has run on this machine. */
  readonly found: boolean;
  /** Its settings start our hook or server, here. */
  readonly connected: boolean;
  /** Hooks of ours that it skips until its user reviewed them. */
  readonly hooksToReview?: number;
}

/** What answered when `doctor` started what the settings of an agent name; absent where they name nothing of that kind. */
export interface AgentAnswers {
  readonly hooks?: { readonly tookMs: number; readonly fault?: string };
  readonly tools?: { readonly tookMs: number; readonly count?: number; readonly fault?: string };
}

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
  /** The agent is told things unasked, too; without hooks it has tools alone. */
  readonly hasHooks: boolean;
  readonly changes: readonly SetupChange[];
  /** What a person should know or do, in sentences. */
  readonly notes: readonly string[];
}

/** Answer of `afterwit setup` when no agent is named. */
export interface SetupOverview {
  readonly remove: boolean;
  readonly agents: readonly AgentOnMachine[];
  /** What was done, after a person said yes to each. */
  readonly reports: readonly SetupReport[];
}
