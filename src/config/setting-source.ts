export interface SettingsText {
  readonly path: string;
  readonly text: string;
}

/** Everything settings are resolved from, weakest first. */
export interface SettingSources {
  /** `config.json` in the home. */
  readonly userFile?: SettingsText;
  /** `afterwit.config.json` of the repository: its author is not the user, so it may set little. */
  readonly repositoryFile?: SettingsText;
  /** The process's environment; only the variables of settings are looked at. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Values given by flags or by the embedding program, by dotted name. */
  readonly overrides?: Readonly<Record<string, unknown>>;
}

/** Something in a source that was not obeyed, in words for the user. */
export interface SettingWarning {
  /** File, or name of the variable. */
  readonly source: string;
  readonly message: string;
}

/** Most warnings passed on from one file. */
export const warningLimit = 20;

const shownLength = 80;

/** A key or value from a file, fit to be shown: quoted, without control characters, cut. */
export function show(value: unknown): string {
  const text = quote(value);
  const plain = text.replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '\uFFFD');
  return plain.length > shownLength ? `${plain.slice(0, shownLength)}…` : plain;
}

function quote(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // Nested too deeply, or a value that JSON has no form for.
    return typeof value;
  }
}
