import { AfterwitError, type ErrorCode, isAfterwitError } from '../model/errors.ts';
import { paragraph } from './terminal/layout.ts';
import { type Line, line, span, splitLines, toJson } from './terminal/line.ts';

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

interface ErrorReport {
  readonly error: AfterwitError;
  /** Shown when debugging. */
  readonly stack: string | undefined;
}

/** Turns any thrown value into an error to report; a value that is not an `AfterwitError` becomes `INTERNAL`. */
export function toErrorReport(thrown: unknown, { debug }: { readonly debug: boolean }): ErrorReport {
  const stack = debug && thrown instanceof Error ? stackWithCauses(thrown) : undefined;
  if (isAfterwitError(thrown) && thrown.code !== 'INTERNAL') return { error: thrown, stack };
  return { error: toInternalError(thrown, debug), stack };
}

/** The same report without secrets: in the message, in every text of the data, in the stack. */
export function redactReport({ error, stack }: ErrorReport, redact: (text: string) => string): ErrorReport {
  const data = Object.fromEntries(
    Object.entries(error.data).map(([name, value]) => [
      name,
      typeof value === 'string' ? redact(value) : value,
    ]),
  );
  return {
    error: new AfterwitError(error.code, redact(error.message), { data, cause: error.cause }),
    stack: stack === undefined ? undefined : redact(stack),
  };
}

function toInternalError(thrown: unknown, debug: boolean): AfterwitError {
  const advice = debug
    ? 'Include the stack below in the report.'
    : 'AFTERWIT_DEBUG=1 shows where it happened; logs/afterwit.log in the home folder may say more.';
  if (isAfterwitError(thrown)) {
    return new AfterwitError('INTERNAL', `${thrown.message} ${advice}`, { data: thrown.data, cause: thrown });
  }
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  return new AfterwitError('INTERNAL', `This is a fault of afterwit, please report it: ${words}. ${advice}`, {
    cause: thrown,
  });
}

function stackWithCauses(error: Error): string {
  const own = error.stack ?? String(error);
  return error.cause instanceof Error ? `${own}\nCaused by: ${stackWithCauses(error.cause)}` : own;
}

/** An error for people: the fault and its remedy, then its code and exit status. */
export function renderError({ error, stack }: ErrorReport, width: number): readonly Line[] {
  const [first = '', ...rest] = splitLines(error.message);
  return [
    ...paragraph(line(span('afterwit: ', 'red'), first), { width }),
    ...rest.flatMap((text) => paragraph(line(text), { width })),
    line(span(`${error.code}, exit status ${exitStatusOf(error.code)}`, 'dim')),
    ...splitLines(stack ?? '').map((text) => line(span(text, 'dim'))),
  ];
}

export function errorToJson({ error, stack }: ErrorReport): string {
  const { code, message, data } = error;
  return toJson({ error: { code, message, data, ...(stack === undefined ? {} : { stack }) } });
}
