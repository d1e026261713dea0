import { AfterwitError, type ErrorCode } from '../../model/errors.ts';

/** The database of a fault: the memory, which cannot be rebuilt, an index, which can, or the models' ledger. */
export type DatabaseSubject = 'memory' | 'index' | 'models';

export interface FaultContext {
  readonly subject: DatabaseSubject;
  readonly path: string;
}

type FaultKind = 'busy' | 'full' | 'not_writable' | 'corrupt' | 'unreadable' | 'internal';

/** SQLite's primary result codes (the low byte of an extended one) that mean something to a user. */
const kindOfPrimaryCode: Readonly<Record<number, FaultKind>> = {
  3: 'not_writable', // PERM
  5: 'busy', // BUSY
  6: 'busy', // LOCKED
  8: 'not_writable', // READONLY
  11: 'corrupt', // CORRUPT
  13: 'full', // FULL
  14: 'not_writable', // CANTOPEN
  15: 'busy', // PROTOCOL: lost a race for the write-ahead log too often
  22: 'full', // NOLFS: file larger than the file system takes
  26: 'corrupt', // NOTADB
};

const ioErrorCode = 10;

/** Extended I/O errors of reading. All other I/O errors arise when bytes, sizes or names are written. */
const readFaults: ReadonlySet<number> = new Set([
  266, // IOERR_READ
  522, // IOERR_SHORT_READ
  1802, // IOERR_FSTAT
  8202, // IOERR_DATA: checksum
  8458, // IOERR_CORRUPTFS
]);

interface DriverFault extends Error {
  readonly errcode: number;
}

function isDriverFault(fault: unknown): fault is DriverFault {
  return fault instanceof Error && 'errcode' in fault && typeof fault.errcode === 'number';
}

function kindOf(extendedCode: number): FaultKind {
  const primaryCode = extendedCode & 0xff;
  if (primaryCode === ioErrorCode) return readFaults.has(extendedCode) ? 'unreadable' : 'full';
  return kindOfPrimaryCode[primaryCode] ?? 'internal';
}

interface SubjectWords {
  readonly noun: string;
  /** What to do about damage. */
  readonly corrupt: string;
  /** What to do first where it cannot be read. Default: check the disk, else as with damage. */
  readonly unreadable?: string;
}

const words: Readonly<Record<DatabaseSubject, SubjectWords>> = {
  memory: {
    noun: 'memory database',
    corrupt:
      'Nothing was changed. Restore a copy of yours, or move the file elsewhere to start with an empty memory; `afterwit doctor` says more.',
    unreadable:
      'Its log may be missing: if an agent has it open, its next call writes it down again. Else check the disk. Nothing was changed; `afterwit doctor` says more.',
  },
  index: { noun: 'index', corrupt: 'It can be rebuilt from git: run `afterwit index --rebuild`.' },
  models: {
    noun: 'ledger of language models',
    corrupt: 'Delete it: it holds what language models were asked and answered, and no memory.',
  },
};

function wordingOf(kind: FaultKind, { subject, path }: FaultContext) {
  const { noun, corrupt: remedy, unreadable = `Check the disk. ${remedy}` } = words[subject];
  const what = `${noun} ${path}`;
  const isMemory = subject === 'memory';
  const corrupt = isMemory ? 'MEMORY_CORRUPT' : 'INDEX_CORRUPT';
  const wordings: Readonly<Record<FaultKind, readonly [code: ErrorCode, message: string]>> = {
    busy: [
      isMemory ? 'MEMORY_BUSY' : 'INDEX_BUSY',
      `Another process is writing the ${what} and did not finish in time. Try again when it is done.`,
    ],
    full: [
      'DISK_FULL',
      `The ${what} could not be written: the disk is full or a quota is used up. Free some space and try again; stored data is kept.`,
    ],
    not_writable: [
      'HOME_NOT_WRITABLE',
      `The ${what} cannot be opened or written. Give this user write access to the folder, or set AFTERWIT_HOME to another one.`,
    ],
    corrupt: [corrupt, `The ${what} is damaged. ${remedy}`],
    unreadable: [
      corrupt,
      `The ${what} could not be read to its end, or the disk gave an error. ${unreadable}`,
    ],
    internal: [
      'INTERNAL',
      `SQLite refused a statement on the ${what}. This is a fault of afterwit: please report it.`,
    ],
  };
  const [code, message] = wordings[kind];
  return { code, message };
}

/** Whether a short wait may help. */
export function isBusyFault(fault: unknown): boolean {
  return isDriverFault(fault) && kindOf(fault.errcode) === 'busy';
}

/** Whether another way of opening the file may work. */
export function isAccessFault(fault: unknown): boolean {
  return (isDriverFault(fault) && kindOf(fault.errcode) === 'not_writable') || isFullFault(fault);
}

/** Whether the disk was full, including for the shared-memory file beside the database. */
export function isFullFault(fault: unknown): boolean {
  return isDriverFault(fault) && kindOf(fault.errcode) === 'full';
}

/** Why a database that was opened for reading only cannot be written. */
export function unwritableError(because: 'full' | 'not_writable', context: FaultContext): AfterwitError {
  const { code, message } = wordingOf(because, context);
  return new AfterwitError(code, message, { data: { path: context.path } });
}

/**
 * SQLite's messages for a database that lost tables, columns or rows. They mean damage, because the schema is created
 * in one transaction.
 */
const lostStructure = /^(?:no such (?:table|column|index)|(?:NOT NULL|UNIQUE|CHECK) constraint failed)/;

/** Wraps a fault of the driver; returns anything else unchanged. */
export function sqliteError(fault: unknown, context: FaultContext): unknown {
  if (!isDriverFault(fault)) return fault;
  const isLost = context.subject !== 'memory' && lostStructure.test(fault.message);
  const kind = isLost ? 'corrupt' : kindOf(fault.errcode);
  const { code, message } = wordingOf(kind, context);
  const facts = { path: context.path, sqliteCode: fault.errcode, sqliteMessage: fault.message };
  // Distinguishes damage from a disk that fails to read: both have the same code, but a backup repairs only damage.
  const data = kind === 'corrupt' ? { ...facts, damage: fault.message } : facts;
  return new AfterwitError(code, message, { data, cause: fault });
}

/** An error for damage that SQLite does not detect: the row is readable, but its checksum is wrong. */
export function damageError(damage: string, context: FaultContext): AfterwitError {
  const { code, message } = wordingOf('corrupt', context);
  return new AfterwitError(code, message, { data: { path: context.path, damage } });
}

const fullFileCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Wraps a fault of the file system met while a database or its folder was made, moved or copied. */
export function fileError(fault: unknown, context: FaultContext): unknown {
  if (!(fault instanceof Error) || !('syscall' in fault) || !('code' in fault)) return fault;
  const { code, message } = wordingOf(fullFileCodes.has(fault.code) ? 'full' : 'not_writable', context);
  const data = { path: context.path, systemCode: String(fault.code), systemMessage: fault.message };
  return new AfterwitError(code, message, { data, cause: fault });
}
