import { type ErrorCode, errorCatalogue, isAfterwitError } from '../model/errors.ts';
import { doorCodes, type Problem, type ProblemCode } from './contract.ts';

/** Statuses of the faults that are not the server's own. */
const statuses: Readonly<Partial<Record<ErrorCode, number>>> = {
  INVALID_ARGUMENT: 400,
  INVALID_SETTING: 422,
  NEEDS_PERSON: 403,
  NOT_A_REPOSITORY: 422,
  EMPTY_REPOSITORY: 422,
  HISTORY_TOO_SHORT: 422,
  COMMIT_NOT_FOUND: 404,
  AMBIGUOUS_COMMIT: 404,
  COMMIT_NOT_INDEXED: 404,
  FILE_NOT_FOUND: 404,
  REPOSITORY_NOT_FOUND: 404,
  ITEM_NOT_FOUND: 404,
  DECISION_NOT_FOUND: 404,
  CHANGED_MEANWHILE: 409,
  TEXT_TOO_LARGE: 413,
  BACKUP_UNUSABLE: 422,
  INDEX_BUSY: 503,
  MEMORY_BUSY: 503,
  INTERRUPTED: 503,
};

const remedies: Readonly<Partial<Record<ProblemCode, string>>> = {
  NO_SESSION: 'Open the address that `afterwit dashboard` printed; each start has another one.',
  NEEDS_PERSON: 'Start `afterwit dashboard` in a terminal of your own.',
  CHANGED_MEANWHILE: 'Look at what it says now, and decide again.',
  MEMORY_BUSY: 'Ask again in a moment.',
  INDEX_BUSY: 'Ask again in a moment.',
};

const serverFault = 500;

export class DoorFault extends Error {
  readonly code: keyof typeof doorCodes;

  constructor(code: keyof typeof doorCodes, message: string) {
    super(message);
    this.code = code;
  }
}

/** The answer for a fault. The message of an unexpected fault stays here, because it may contain anything. */
export function problemOf(fault: unknown): Problem {
  if (fault instanceof DoorFault) return problem(fault.code, doorCodes[fault.code], fault.message);
  if (isAfterwitError(fault) && fault.code !== 'INTERNAL') {
    const { code, message, data } = fault;
    const about = { status: statuses[code] ?? serverFault, title: errorCatalogue[code] };
    return { ...problem(code, about, message), data };
  }
  if (fault instanceof Error && fault.name === 'AbortError')
    return problem(
      'INTERRUPTED',
      { status: 503, title: errorCatalogue.INTERRUPTED },
      'Stopped, as you asked.',
    );
  const detail = 'afterwit met an internal fault. The terminal that runs the dashboard tells more.';
  return problem('INTERNAL', { status: serverFault, title: errorCatalogue.INTERNAL }, detail);
}

function problem(
  code: ProblemCode,
  { status, title }: Pick<Problem, 'status' | 'title'>,
  detail: string,
): Problem {
  const remedy = remedies[code];
  return { type: `urn:afterwit:${code}`, title, status, code, detail, ...(remedy && { remedy }) };
}

export function answerProblem(fault: unknown): Response {
  const told = problemOf(fault);
  return new Response(JSON.stringify(told), {
    status: told.status,
    headers: { 'content-type': 'application/problem+json' },
  });
}
