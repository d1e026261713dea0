import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { replaceFile } from '../adapters/system/replace-file.ts';
import { AfterwitError } from '../model/errors.ts';
import type { SettingsText } from './setting-source.ts';

const maximumBytes = 65_536;

/**
 * Reads a settings file; undefined when there is none. Takes regular files of a sane size only: a pipe would make us
 * wait for ever, and a link in a hostile repository could lead anywhere.
 * @throws INVALID_SETTING
 */
export function readSettingsFile(path: string, follow: 'links' | 'no_links'): SettingsText | undefined {
  const linkFlag = follow === 'links' ? 0 : (constants.O_NOFOLLOW ?? 0);
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | linkFlag);
  } catch (fault) {
    if (isMissing(fault)) return undefined;
    throw unreadable(path, 'it cannot be opened', fault);
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw unreadable(path, 'it is not a regular file');
    if (found.size > maximumBytes) throw unreadable(path, `it is larger than ${maximumBytes} bytes`);
    return { path, text: readFileSync(descriptor, 'utf8') };
  } finally {
    closeSync(descriptor);
  }
}

function isMissing(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && (fault.code === 'ENOENT' || fault.code === 'ENOTDIR');
}

function unreadable(path: string, reason: string, cause?: unknown): AfterwitError {
  return new AfterwitError(
    'INVALID_SETTING',
    `The settings file ${path} was not read: ${reason}. Make it a readable JSON file, or remove it.`,
    { data: { source: path, key: '', expected: 'a readable JSON file', found: reason }, cause },
  );
}

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
