import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
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
