import { describe, expect, it } from 'vitest';
import { fileError, sqliteError } from './sqlite-error.ts';

const context = { subject: 'memory', path: '/home/memory.db' } as const;

function driverFault(errcode: number): Error {
  return Object.assign(new Error('said SQLite'), { code: 'ERR_SQLITE_ERROR', errcode });
}

function systemFault(code: string): Error {
  return Object.assign(new Error('said the system'), { code, syscall: 'open' });
}

describe('SQLite faults', () => {
  it.each([
    { name: 'BUSY', errcode: 5, code: 'MEMORY_BUSY' },
    { name: 'BUSY_SNAPSHOT', errcode: 517, code: 'MEMORY_BUSY' },
    { name: 'LOCKED', errcode: 6, code: 'MEMORY_BUSY' },
    { name: 'PROTOCOL', errcode: 15, code: 'MEMORY_BUSY' },
    { name: 'FULL', errcode: 13, code: 'DISK_FULL' },
    { name: 'IOERR_WRITE', errcode: 778, code: 'DISK_FULL' },
    { name: 'IOERR_FSYNC', errcode: 1034, code: 'DISK_FULL' },
    { name: 'IOERR_SHMSIZE', errcode: 4874, code: 'DISK_FULL' },
    { name: 'IOERR_READ', errcode: 266, code: 'MEMORY_CORRUPT' },
    { name: 'READONLY', errcode: 8, code: 'HOME_NOT_WRITABLE' },
    { name: 'READONLY_DIRECTORY', errcode: 1544, code: 'HOME_NOT_WRITABLE' },
    { name: 'CANTOPEN', errcode: 14, code: 'HOME_NOT_WRITABLE' },
    { name: 'CORRUPT', errcode: 11, code: 'MEMORY_CORRUPT' },
    { name: 'NOTADB', errcode: 26, code: 'MEMORY_CORRUPT' },
    { name: 'ERROR', errcode: 1, code: 'INTERNAL' },
    { name: 'CONSTRAINT_UNIQUE', errcode: 2067, code: 'INTERNAL' },
  ])('$name is $code', ({ errcode, code }) => {
    const cause = driverFault(errcode);
    expect(sqliteError(cause, context)).toMatchObject({
      code,
      cause,
      message: expect.stringContaining('/home/memory.db'),
      data: { path: '/home/memory.db', sqliteCode: errcode, sqliteMessage: 'said SQLite' },
    });
  });

  it('tell damage, which another copy mends, from a disk that fails to read', () => {
    expect(sqliteError(driverFault(11), context)).toHaveProperty('data.damage', 'said SQLite');
    expect(sqliteError(driverFault(266), context)).not.toHaveProperty('data.damage');
  });

  it('of other kinds are passed on', () => {
    const fault = new TypeError('not ours');
    expect(sqliteError(fault, context)).toBe(fault);
    expect(fileError(fault, context)).toBe(fault);
    expect(sqliteError(undefined, context)).toBeUndefined();
  });
});

describe('file system faults', () => {
  it.each([
    { system: 'ENOSPC', code: 'DISK_FULL' },
    { system: 'EDQUOT', code: 'DISK_FULL' },
    { system: 'EFBIG', code: 'DISK_FULL' },
    { system: 'EACCES', code: 'HOME_NOT_WRITABLE' },
    { system: 'EROFS', code: 'HOME_NOT_WRITABLE' },
    { system: 'ENOTDIR', code: 'HOME_NOT_WRITABLE' },
  ])('$system is $code', ({ system, code }) => {
    const cause = systemFault(system);
    expect(fileError(cause, context)).toMatchObject({ code, cause, data: { systemCode: system } });
  });
});
