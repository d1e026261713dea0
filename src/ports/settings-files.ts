/** A settings file of an agent, as read. */
export interface SettingsFile {
  readonly path: string;
  /** Path after following links; writes go to it. */
  readonly target: string;
  /** Absent when there is no file. */
  readonly text?: string | undefined;
  /** Access rights and owner, to be kept. */
  readonly stats?: { readonly mode: number; readonly uid: number; readonly gid: number };
  readonly copyPath: string;
  /** The copy of an earlier setup. */
  readonly original?: string | undefined;
}

/** New content of a settings file. */
export interface SettingsReplacement {
  /** Absent: the file is removed. */
  readonly text?: string | undefined;
  /** Fate of the copy beside it: `make` it of the file as it was, `keep` it as it is, or `drop` it. */
  readonly copy: 'make' | 'keep' | 'drop';
}

/** Settings files of other programs, which may write them at any moment. */
export interface SettingsFiles {
  /**
   * Reads a settings file, following links.
   * @param within a folder that links may not leave, because a project may be hostile
   * @throws INVALID_SETTING when it is not a readable file of UTF-8 text
   */
  read(path: string, within?: string): SettingsFile;
  /**
   * Replaces a settings file atomically: a concurrent reader sees the old text or the new one.
   * @returns false when the file has changed since it was read; nothing is written then
   * @throws AGENT_SETTINGS_NOT_WRITABLE, DISK_FULL
   */
  replace(file: SettingsFile, replacement: SettingsReplacement): boolean;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Our entry in one settings file of an agent, in any format. Texts are valid before and after; everything else in them
 * stays unchanged, character by character.
 */
export interface SettingsPart {
  /** Content of a file of this format, as messages name it: "a JSON object". */
  readonly holds: string;
  /** Text of a file without any setting. */
  readonly nothing: string;
  /** Whether the agent could read this text. */
  readonly isValid: (text: string) => boolean;
  /** Whether a valid text holds no setting. */
  readonly isEmpty: (text: string) => boolean;
  /** Only we write such an entry (a user may give a server our name), so an entry that was there before is ours too. */
  readonly isOursAlone?: true;
  /** Our entry from an earlier setup. */
  readonly find: (text: string) => JsonObject | undefined;
  /**
   * Adds our entry, or updates the existing one; fields that others added to it stay.
   * @throws INVALID_SETTING when something else stands in its place
   */
  readonly put: (text: string, entry: JsonObject) => string;
  /** Removes our entry, and the containers that become empty unless `original`, the file before the setup, has them. */
  readonly take: (text: string, original: string) => string;
}
