import { lstatSync, mkdirSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { replaceFile } from '../adapters/system/replace-file.ts';
import { AfterwitError } from '../model/errors.ts';

/**
 * Replaces the user's own settings file: another process sees the old text or the new one. A link stays one.
 * @throws HOME_NOT_WRITABLE
 */
export function writeSettingsFile(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    replaceFile(followed(path), text);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new AfterwitError(
      'HOME_NOT_WRITABLE',
      `${JSON.stringify(path)} cannot be written (${code}). Give this user the right to write it and its folder, and run the command again; nothing was changed.`,
      { data: { path, code }, cause },
    );
  }
}

/** Where a link leads to, whether anything is there yet or not. */
function followed(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (fault) {
    const isMissing = fault instanceof Error && 'code' in fault && fault.code === 'ENOENT';
    if (!isMissing) throw fault;
    if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
    // No circle: that is another fault than a missing file.
    return followed(resolve(realpathSync.native(dirname(path)), readlinkSync(path)));
  }
}
