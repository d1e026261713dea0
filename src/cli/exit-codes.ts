import type { ErrorCode } from '../model/errors.ts';

/** Meaning of each exit status. `docs/reference/cli.md` is generated from this table. */
export const exitStatuses = [
  { status: 0, name: 'done', meaning: 'Done. Also when nothing relevant was found: abstaining is a result.' },
  { status: 1, name: 'internal', meaning: 'A fault of afterwit itself.' },
  { status: 2, name: 'usage', meaning: 'Wrong usage, argument or setting.' },
  {
    status: 3,
    name: 'nothingToWorkOn',
    meaning:
      'Nothing to work on: not a git repository, or one without commits, or with too few to learn from.',
  },
  {
    status: 4,
    name: 'notFound',
    meaning: 'The named commit, file, repository, memory or decision does not exist.',
  },
  {
    status: 5,
    name: 'environment',
    meaning: 'Git, Node.js, the disk or the home folder failed. Also when `doctor` finds a problem.',
  },
  { status: 6, name: 'store', meaning: 'A memory or index is busy, damaged or too new.' },
  {
    status: 130,
    name: 'interrupted',
    meaning: 'Stopped by Ctrl-C or a termination signal; finished parts are kept.',
  },
] as const;

type ExitStatusName = (typeof exitStatuses)[number]['name'];
export type ExitStatus = (typeof exitStatuses)[number]['status'];

export const exitStatusNames: Readonly<Record<ErrorCode, ExitStatusName>> = {
  INVALID_ARGUMENT: 'usage',
  INVALID_SETTING: 'usage',
  NOT_A_REPOSITORY: 'nothingToWorkOn',
  EMPTY_REPOSITORY: 'nothingToWorkOn',
  HISTORY_TOO_SHORT: 'nothingToWorkOn',
  COMMIT_NOT_FOUND: 'notFound',
  AMBIGUOUS_COMMIT: 'notFound',
  COMMIT_NOT_INDEXED: 'notFound',
  FILE_NOT_FOUND: 'notFound',
  REPOSITORY_NOT_FOUND: 'notFound',
  ITEM_NOT_FOUND: 'notFound',
  DECISION_NOT_FOUND: 'notFound',
  TEXT_TOO_LARGE: 'usage',
  CHANGED_MEANWHILE: 'usage',
  NEEDS_PERSON: 'usage',
  BACKUP_UNUSABLE: 'store',
  UNREADABLE_REPOSITORY: 'environment',
  GIT_NOT_FOUND: 'environment',
  GIT_FAILED: 'environment',
  GIT_TIMEOUT: 'environment',
  TEAM_UNREACHABLE: 'environment',
  HOME_NOT_WRITABLE: 'environment',
  AGENT_SETTINGS_NOT_WRITABLE: 'environment',
  DISK_FULL: 'environment',
  UNSUPPORTED_NODE: 'environment',
  INDEX_BUSY: 'store',
  INDEX_CORRUPT: 'store',
  MEMORY_BUSY: 'store',
  MEMORY_CORRUPT: 'store',
  MEMORY_TOO_NEW: 'store',
  INTERRUPTED: 'interrupted',
  INTERNAL: 'internal',
};

export function exitStatus(name: ExitStatusName): ExitStatus {
  const row = exitStatuses.find((candidate) => candidate.name === name);
  return row === undefined ? 1 : row.status;
}

export function exitStatusOf(code: ErrorCode): ExitStatus {
  return exitStatus(exitStatusNames[code]);
}
