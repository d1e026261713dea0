import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { AfterwitError } from '../../model/errors.ts';
import type { SettingsFile, SettingsReplacement } from '../../ports/settings-files.ts';
import { makeAgentFolder, removeIfOursAlone } from './agent-folders.ts';
import { readText } from './read-settings-file.ts';

/** Names and tokens of the user may stand in these files. */
const modeOfNewFiles = 0o600;

/**
 * Replaces a settings file, as the port says.
 * @param root folder that must be there; missing ones below it are made
 */
export function replaceSettingsFile(
  file: SettingsFile,
  { text, copy }: SettingsReplacement,
  root?: string,
): boolean {
  const { target, copyPath, stats } = file;
  try {
    if (!isAsRead(file)) return false;
    // A file that was made read-only was meant to stay as it is, though its folder would let us replace it.
    if (stats !== undefined) accessSync(target, constants.W_OK);
    if (text === undefined) {
      rmSync(target);
      if (copy === 'drop') rmSync(copyPath, { force: true });
      removeIfOursAlone(dirname(target));
      return true;
    }
    makeAgentFolder(dirname(target), root);
    const unfinished = writeBeside(target, text, stats);
    try {
      if (!isAsRead(file)) return false;
      if (copy === 'make') renameSync(writeBeside(copyPath, file.text ?? '', stats), copyPath);
      renameSync(unfinished, target);
    } finally {
      rmSync(unfinished, { force: true });
    }
    if (copy === 'drop') rmSync(copyPath, { force: true });
    return true;
  } catch (fault) {
    throw notWritable(file.path, fault);
  }
}

/** Whether a file still holds what was read from it. */
function isAsRead({ target, text }: SettingsFile): boolean {
  return (statSync(target, { throwIfNoEntry: false }) && readText(target)) === text;
}

/** A whole new file next to where it belongs, on the disk before it takes the other's place. */
function writeBeside(path: string, text: string, stats: SettingsFile['stats']): string {
  const unfinished = `${path}.${process.pid}.unfinished`;
  rmSync(unfinished, { force: true });
  const descriptor = openSync(unfinished, 'wx', modeOfNewFiles);
  try {
    writeFileSync(descriptor, text);
    if (stats !== undefined) {
      if (stats.uid !== process.getuid?.()) chownSync(unfinished, stats.uid, stats.gid);
      fchmodSync(descriptor, stats.mode & 0o7777);
    }
    fsyncSync(descriptor);
  } catch (fault) {
    rmSync(unfinished, { force: true });
    throw fault;
  } finally {
    closeSync(descriptor);
  }
  return unfinished;
}

function notWritable(path: string, fault: unknown): AfterwitError {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'unknown';
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return new AfterwitError(
    isFull ? 'DISK_FULL' : 'AGENT_SETTINGS_NOT_WRITABLE',
    `${JSON.stringify(path)} cannot be written (${code}). ${isFull ? 'Make room on the disk' : 'Give this user the right to write it and its folder'} and run the command again.`,
    { data: { path, code }, cause: fault },
  );
}
