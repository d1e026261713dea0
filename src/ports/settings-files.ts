/** A settings file of an agent as it was when it was read. */
export interface SettingsFile {
  readonly path: string;
  /** Where it lies when links are followed: this is what is written. */
  readonly target: string;
  /** Absent when there is no file. */
  readonly text?: string | undefined;
  /** Access rights and owner, to be kept. */
  readonly stats?: { readonly mode: number; readonly uid: number; readonly gid: number };
  readonly copyPath: string;
  /** The copy of an earlier setup. */
  readonly original?: string | undefined;
}

/** What a settings file is to hold. */
export interface SettingsReplacement {
  /** Absent: the file is removed. */
  readonly text?: string | undefined;
  /** What becomes of the copy beside it: `make` it of the file as it was, `keep` it as it is, or `drop` it. */
  readonly copy: 'make' | 'keep' | 'drop';
}

/** Settings files of other programs, which may be written by them at any moment. */
export interface SettingsFiles {
  /**
   * Reads a settings file, through links.
   * @param within a folder that links may not lead out of: a project may be hostile
   * @throws INVALID_SETTING when it is not a readable file of UTF-8 text
   */
  read(path: string, within?: string): SettingsFile;
  /**
   * Replaces a settings file as a whole: who reads it meanwhile sees the old one or the new one.
   * @returns false when the file is no longer as it was read; nothing is done then
   * @throws AGENT_SETTINGS_NOT_WRITABLE, DISK_FULL
   */
  replace(file: SettingsFile, replacement: SettingsReplacement): boolean;
}
