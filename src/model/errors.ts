/**
 * Every failure afterwit reports on purpose. Abstaining, "nothing found" and degraded answers are values, not errors.
 * The text of each code's meaning and remedy is in `docs/reference/errors.md`, generated from {@link errorCatalogue}.
 */
export const errorCatalogue = {
  INVALID_ARGUMENT: 'A value handed to a command or function is not of the form it takes.',
  INVALID_SETTING: 'A settings file, environment variable or flag holds a value the schema refuses.',
  NOT_A_REPOSITORY: 'The path is not inside a git repository.',
  EMPTY_REPOSITORY: 'The repository has no commit yet.',
  HISTORY_TOO_SHORT: 'The history has too few commits to learn from.',
  UNREADABLE_REPOSITORY: 'Git, or a file git needs, could not be read safely.',
  COMMIT_NOT_FOUND: 'No commit of that name is in the repository.',
  AMBIGUOUS_COMMIT: 'The abbreviated commit id fits more than one commit.',
  COMMIT_NOT_INDEXED: 'The commit exists but the index does not hold it yet.',
  FILE_NOT_FOUND: 'No commit the snapshot can see has touched that path.',
  REPOSITORY_NOT_FOUND: 'No repository of that id is known to this home.',
  ITEM_NOT_FOUND: 'No memory has that id, or several have ids that begin so.',
  DECISION_NOT_FOUND: 'No decision has that id, or several have ids that begin so.',
  TEXT_TOO_LARGE: 'A text that was to be remembered or looked at is longer than can be kept.',
  NEEDS_PERSON: 'Only a person may do this, and an agent asked for it.',
  BACKUP_UNUSABLE: 'The file is no backup of a memory, or it is damaged; nothing was changed.',
  GIT_NOT_FOUND: 'The git program could not be started.',
  GIT_FAILED: 'Git ended with an error.',
  GIT_TIMEOUT: 'Git did not answer within the time limit and was stopped.',
  HOME_NOT_WRITABLE: 'The folder that holds memories and indexes cannot be written.',
  AGENT_SETTINGS_NOT_WRITABLE:
    'A settings file of an agent cannot be written, or keeps being changed by others.',
  DISK_FULL: 'There is no room left on the disk, or a quota is used up.',
  INDEX_BUSY: 'Another process is writing this index and did not finish in time.',
  INDEX_CORRUPT: 'The index of a repository is damaged; it can be rebuilt from git.',
  MEMORY_BUSY: 'Another process is writing the memory and did not finish in time.',
  MEMORY_CORRUPT: 'The memory database is damaged; it was left untouched.',
  MEMORY_TOO_NEW: 'The memory database was written by a newer version, which allows reading only.',
  UNSUPPORTED_NODE: 'This version of Node.js is not supported.',
  INTERRUPTED: 'The work was stopped on request; what was finished is kept.',
  INTERNAL: 'A fault of afterwit itself.',
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

/** Facts about the failure: paths, ids, limits, git's own words. Shown by `--json`, never parsed by us. */
export type ErrorData = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

const brand = Symbol.for('afterwit.error');

/**
 * The one error type. `message` says what happened *and what to do*; `code` is stable; `data` carries the facts.
 * Use {@link isAfterwitError} rather than `instanceof`: the CLI and the library are separate bundles.
 */
export class AfterwitError extends Error {
  override readonly name = 'AfterwitError';
  readonly code: ErrorCode;
  readonly data: ErrorData;
  readonly [brand] = true;

  constructor(
    code: ErrorCode,
    message: string,
    options: { readonly data?: ErrorData; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.data = options.data ?? {};
  }
}

/** True for an {@link AfterwitError} of any bundle or copy of this package. */
export function isAfterwitError(value: unknown): value is AfterwitError {
  return typeof value === 'object' && value !== null && brand in value;
}
