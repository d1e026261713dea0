export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Our entry in one settings file of an agent, in whatever format the file has. Texts are valid before and after;
 * everything else in them stays unchanged, character by character.
 */
export interface SettingsPart {
  /** What a file of this format holds, as messages name it: "a JSON object". */
  readonly holds: string;
  /** Text of a file without any setting. */
  readonly nothing: string;
  /** Whether the agent could read this text. */
  readonly isValid: (text: string) => boolean;
  /** Whether a valid text holds no setting. */
  readonly isEmpty: (text: string) => boolean;
  /** Nobody else writes such an entry, as somebody may give a server our name: one that was there before is ours as well. */
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
