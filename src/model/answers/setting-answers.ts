/** What gave a setting its value, weakest first. */
export type SettingOrigin = 'default' | 'user_file' | 'repository_file' | 'environment' | 'override';

/** One setting, what it means and what it is now. */
export interface SettingView {
  /** Dotted name, the path of its key in a settings file. */
  readonly name: string;
  readonly value: string | number | boolean;
  readonly default: string | number | boolean;
  /** What a number counts or measures. */
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
  /** What was not obeyed, by source. */
  readonly warnings: readonly { readonly source: string; readonly message: string }[];
}

/** Result of `config set` and `config unset`. */
export interface SettingChange {
  readonly file: string;
  readonly changed: boolean;
  /** The setting as it is now. Another source may have the last word: see {@link SettingView.setBy}. */
  readonly setting: SettingView;
}
