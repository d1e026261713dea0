import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { AfterwitError } from '../../model/errors.ts';
import type { SettingsFile, SettingsFiles, SettingsReplacement } from '../../ports/settings-files.ts';
import { replaceFile } from '../system/replace-file.ts';

/** Folders in which agents keep little but settings, and their parents. */
const removable: ReadonlySet<string> = new Set([
  ...['.claude', '.codex', '.cursor', '.gemini', '.vscode', '.copilot', 'opencode', '.opencode'],
  ...['hooks', 'plugin'],
  ...['.codeium', 'windsurf', 'Code', 'User', '.config'],
]);

/** In a folder that was empty: it stays when our settings go. */
const mark = '.afterwit-keep';
const markText = 'This folder was here before afterwit. `afterwit setup --remove` removes this file.\n';

/**
 * Makes the missing folder of an agent and its parents below `root`, where the system makes folders on demand. A missing
 * `root` is most likely mistyped, so it is not made.
 */
function makeAgentFolder(folder: string, root: string | undefined): void {
  const isThere = statSync(folder, { throwIfNoEntry: false }) !== undefined;
  const above = isThere ? folder : makeFolder(folder, root);
  const expected = isThere ? [] : [basename(childOf(above, folder))];
  if (!removable.has(basename(above)) || String(readdirSync(above)) !== String(expected)) return;
  writeFileSync(join(above, mark), markText, { mode: 0o600 });
}

/** Gives the innermost folder that was there before. */
function makeFolder(folder: string, root: string | undefined): string {
  // Links were followed to the folder, so they are to the root.
  const isInRoot = root !== undefined && folder.startsWith(join(realpathSync.native(root), sep));
  const above = innermostFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700, recursive: isInRoot });
  return above;
}

/** The innermost existing folder of a path. (Windows spells a path differently when it makes folders.) */
export function innermostFolder(path: string): string {
  return existsSync(path) ? path : innermostFolder(dirname(path));
}

function childOf(above: string, folder: string): string {
  return dirname(folder) === above ? folder : childOf(above, dirname(folder));
}

/** Removes an empty settings folder and its empty parents; never another folder, such as the user's home. */
function removeIfOursAlone(folder: string): void {
  if (!removable.has(basename(folder))) return;
  try {
    rmdirSync(folder);
  } catch {
    // Others keep something in it, or it was there before.
    return;
  }
  removeIfOursAlone(dirname(folder));
}

/** Takes the marks of folders away that were empty before: no settings of ours are in them any more. */
export function releaseAgentFolder(folder: string): void {
  if (!removable.has(basename(folder))) return;
  rmSync(join(folder, mark), { force: true });
  releaseAgentFolder(dirname(folder));
}

/** Whether nothing but the mark is left of a setup. */
export function holdsMarkAlone(folder: string): boolean {
  try {
    return String(readdirSync(folder)) === mark;
  } catch {
    return false;
  }
}

/** @param root folder that must be there; missing folders of an agent below it are made */
export function openSettingsFiles(root: string): SettingsFiles {
  return {
    read: readSettingsFile,
    replace: (file, replacement) => replaceSettingsFile(file, replacement, root),
  };
}

const copySuffix = '.afterwit-backup';

/** Claude Code keeps a history in one of its files. */
const maximumBytes = 67_108_864;

const maximumLinks = 40;

export function readSettingsFile(path: string, within?: string): SettingsFile {
  try {
    const target = followLinks(path);
    if (within !== undefined)
      for (const place of [target, path]) requireWithin(realpathSync.native(within), place);
    const copyPath = `${path}${copySuffix}`;
    const stats = statSync(target, { throwIfNoEntry: false });
    const original = readCopy(copyPath);
    return {
      path,
      target,
      copyPath,
      ...(stats === undefined ? {} : { text: readText(target), stats }),
      original,
    };
  } catch (fault) {
    throw new AfterwitError(
      'INVALID_SETTING',
      `${JSON.stringify(path)} cannot be used: ${fault instanceof Error ? fault.message : fault}. Correct this and run the command again; nothing was changed.`,
      { data: { path }, cause: fault },
    );
  }
}

/** Text of a regular file; anything else could hold the process, or never end. */
function readText(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error('it is not a regular file');
  if (stats.size > maximumBytes) throw new Error(`it is larger than ${maximumBytes} bytes`);
  // The mark of byte order, if any, stays part of the text and so of the file.
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
}

function readCopy(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readText(path) : undefined;
}

/** The file a path leads to. It need not be there: a link may lead to a file that is yet to come. */
function followLinks(path: string): string {
  let place = path;
  for (let links = 0; links <= maximumLinks; links++) {
    const folder = realFolder(dirname(place));
    const at = join(folder, place.slice(dirname(place).length));
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return at;
    place = resolve(folder, readlinkSync(at));
  }
  throw new Error('its links form a circle');
}

/** The real path of a folder, of which the last parts may be missing. */
function realFolder(folder: string): string {
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return realpathSync.native(folder);
  const parent = dirname(folder);
  return parent === folder ? folder : join(realFolder(parent), relative(parent, folder));
}

function requireWithin(folder: string, path: string): void {
  const real = join(realFolder(dirname(path)), sep);
  if (!real.startsWith(join(folder, sep))) throw new Error(`it leads out of ${JSON.stringify(folder)}`);
}

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
    const onlyIf = () => {
      if (!isAsRead(file)) return false;
      if (copy === 'make') replaceFile(copyPath, file.text ?? '', { like: stats });
      return true;
    };
    const isReplaced = replaceFile(target, text, { like: stats, onlyIf });
    if (isReplaced && copy === 'drop') rmSync(copyPath, { force: true });
    return isReplaced;
  } catch (fault) {
    throw notWritable(file.path, fault);
  }
}

/** Whether a file still holds the text that was read from it. */
function isAsRead({ target, text }: SettingsFile): boolean {
  return (statSync(target, { throwIfNoEntry: false }) && readText(target)) === text;
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
