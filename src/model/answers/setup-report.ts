/** Result of `purge`. */
export interface PurgeReport {
  readonly home: string;
  /** Nothing was deleted. */
  readonly preview: boolean;
  readonly files: number;
  readonly bytes: number;
  /** Files in the home that are not afterwit's, or could not be removed. */
  readonly left: readonly string[];
  /**
   * The copy of the program that `setup --from-here` keeps in the home, if any. It stays while an agent's settings, of the
   * user or this repository, name it: without it each start would fail.
   */
  readonly program?: { readonly path: string; readonly startedBy: readonly SetupAgent[] };
}

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

/** Answers of the programs in an agent's settings to `doctor`; absent where they name none of that kind. */
export interface AgentAnswers {
  readonly hooks?: { readonly tookMs: number; readonly fault?: string };
  readonly tools?: { readonly tookMs: number; readonly count?: number; readonly fault?: string };
}

/** Change to one settings file of an agent, made or previewed. */
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
  /** Facts and tasks for a person, in sentences. */
  readonly notes: readonly string[];
}

/** Answer of `afterwit setup` when no agent is named. */
export interface SetupOverview {
  readonly remove: boolean;
  readonly agents: readonly AgentOnMachine[];
  /** Setups that were done, each after a person said yes. */
  readonly reports: readonly SetupReport[];
}

/** Source of a setting's value, weakest first. */
export type SettingOrigin = 'default' | 'user_file' | 'repository_file' | 'environment' | 'override';

/** One setting, what it means and what it is now. */
export interface SettingView {
  /** Dotted name, the path of its key in a settings file. */
  readonly name: string;
  readonly value: string | number | boolean;
  readonly default: string | number | boolean;
  /** Unit in which a number counts or measures. */
  readonly unit?: string;
  readonly description: string;
  /** The values it takes, in words. */
  readonly allowed: string;
  readonly setBy: SettingOrigin;
  /** The file, variable or flag that set it; absent for the default. */
  readonly source?: string;
  /** Absent where the environment, which an agent can choose, may not set it. */
  readonly environmentVariable?: string;
  readonly repositoryMaySet: boolean;
}

export interface SettingList {
  /** `config.json` of the home, where `config set` writes; it need not be there. */
  readonly file: string;
  /** In the order of the reference page. */
  readonly settings: readonly SettingView[];
  /** Settings that were not obeyed, by source. */
  readonly warnings: readonly { readonly source: string; readonly message: string }[];
}

/** Result of `config set` and `config unset`. */
export interface SettingChange {
  readonly file: string;
  readonly changed: boolean;
  /** The setting as it is now. Another source may have the last word: see {@link SettingView.setBy}. */
  readonly setting: SettingView;
}
