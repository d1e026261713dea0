import { AfterwitError } from '../../model/errors.ts';

/** The user wanted to stop. */
export function interrupted(): AfterwitError {
  return new AfterwitError('INTERRUPTED', 'The export was stopped; nothing was written. Run it again.');
}

/** What a fault of the disk means for whoever named the path; any other fault as it is. */
export function unwritable(path: string, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const message = `"${path}" could not be written: the disk is full. Free some space, or write elsewhere.`;
    return new AfterwitError('DISK_FULL', message, { data: { path }, cause });
  }
  if (!/^E[A-Z]+$/.test(code)) return cause;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'its folder does not exist',
    EISDIR: 'it is a folder',
    EACCES: 'permission is denied',
  };
  const message = `"${path}" cannot be written: ${reasons[code] ?? code}. Name another place with --out, or leave it out and redirect standard output.`;
  return new AfterwitError('INVALID_ARGUMENT', message, { data: { path, code }, cause });
}
