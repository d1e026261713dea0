/**
 * Every error that afterwit reports on purpose. Abstaining, "nothing found" and degraded answers are values, not
 * errors. Each code's meaning and remedy are listed in `docs/reference/errors.md`, generated from {@link
 * errorCatalogue}.
 */
export const errorCatalogue = {
  INVALID_ARGUMENT: 'A value passed to a command or function has the wrong form.',
  INVALID_SETTING: 'A settings file, environment variable or flag has a value that is not allowed.',
  NOT_A_REPOSITORY: 'The path is not inside a git repository.',
  EMPTY_REPOSITORY: 'The repository has no commit yet.',
  HISTORY_TOO_SHORT: 'The history has too few commits to learn from.',
  UNREADABLE_REPOSITORY: 'Git, or a file git needs, could not be read safely.',
  COMMIT_NOT_FOUND: 'The repository has no commit of that name.',
  AMBIGUOUS_COMMIT: 'The abbreviated commit id matches more than one commit.',
  COMMIT_NOT_INDEXED: 'The commit exists but the index does not hold it yet.',
  FILE_NOT_FOUND: 'No commit in the searched history has changed that path.',
  REPOSITORY_NOT_FOUND: 'This home folder knows no repository with that id.',
  ITEM_NOT_FOUND: 'No memory has that id, or several ids begin with it.',
  DECISION_NOT_FOUND: 'No decision has that id, or several ids begin with it.',
  TEXT_TOO_LARGE: 'A text to remember or read is over the size limit.',
  CHANGED_MEANWHILE: 'Another one changed the memory after it was read; nothing was decided.',
  NEEDS_PERSON: 'Only a person may do this, but an agent asked for it.',
  BACKUP_UNUSABLE: 'The file is damaged or is not a backup of the memory; nothing was changed.',
  GIT_NOT_FOUND: 'The git program could not be started.',
  GIT_FAILED: 'Git ended with an error.',
  GIT_TIMEOUT: 'Git did not answer within the time limit and was stopped.',
  TEAM_UNREACHABLE: 'Where the team keeps its operations cannot be reached, or refused them.',
  HOME_NOT_WRITABLE: 'The folder that holds memories and indexes cannot be written.',
  AGENT_SETTINGS_NOT_WRITABLE:
    'A settings file of an agent cannot be written, or other programs keep changing it.',
  DISK_FULL: 'The disk or its quota is full.',
  INDEX_BUSY: 'Another process is writing this index and did not finish in time.',
  INDEX_CORRUPT: 'The index of a repository is damaged; it can be rebuilt from git.',
  MEMORY_BUSY: 'Another process is writing the memory and did not finish in time.',
  MEMORY_CORRUPT: 'The memory database is damaged; it was left untouched.',
  MEMORY_TOO_NEW: 'The memory database was written by a newer version, which allows reading only.',
  UNSUPPORTED_NODE: 'This version of Node.js is not supported.',
  INTERRUPTED: 'The work was stopped on request; finished parts are kept.',
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

/** Returns the fault of a caller: a value of the wrong form, or a value that makes no sense here. */
export function invalidArgument(message: string, data: ErrorData = {}): AfterwitError {
  return new AfterwitError('INVALID_ARGUMENT', message, { data });
}

/** Faults of a question to a language model. They hold nothing of the prompt and no word of the other end. */
export const modelFaults = {
  unreachable: 'Nothing answers at the endpoint.',
  untrusted: 'The certificate of the endpoint does not fit.',
  redirected: 'The endpoint sends the question on to another address, which is not followed.',
  unauthorised: 'The key is missing, wrong, or may not use this model.',
  rate_limited: 'The provider takes no more questions for now.',
  rejected: 'The provider does not take the question: check the name of the model.',
  server_error: 'The provider failed.',
  timeout: 'No answer came in time.',
  too_long: 'The answer is longer than it may be.',
  truncated: 'The answer ends before it is whole.',
  refused: 'The model refuses to answer.',
  not_json: 'The answer is no JSON.',
  wrong_schema: 'The answer is not of the form that was asked for.',
  bad_vectors: 'The vectors are not one for each text, of one length and of finite numbers.',
  no_file:
    'The file of vectors cannot be read, or has another form: convert it to WordPiece and to numbers of F16, F32 or F64.',
  no_program: 'The command could not be started.',
  crashed: 'The command ended with an error.',
  over_turn: 'This turn may ask no more questions.',
  over_budget: 'The budget of the day is spent.',
  busy: 'As many questions are under way as may be.',
} as const;

export type ModelFaultCode = keyof typeof modelFaults;
