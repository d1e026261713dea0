import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

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
export function makeAgentFolder(folder: string, root: string | undefined): void {
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
export function removeIfOursAlone(folder: string): void {
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
