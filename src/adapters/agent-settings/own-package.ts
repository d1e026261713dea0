import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { invalidArgument } from '../../model/errors.ts';
import { innermostFolder } from './open-settings-files.ts';

interface StartableFiles {
  readonly hook: string;
  readonly command: string;
  /** Where they lie in the system's temporary folder, which is cleared sooner or later: that folder of ours. */
  readonly temporaryFolder?: string;
}

/** Folders of packages that are fetched for one run and cleared away later: of npx, pnpm dlx, bunx. */
const passing = /^(?:_npx|dlx|dlx-.*|bunx-.*)$/;

export function packageFolderOf(file: string): string {
  for (let folder = dirname(file), last = file; folder !== last; last = folder, folder = dirname(folder)) {
    if (nameIn(join(folder, 'package.json')) === 'afterwit') return folder;
  }
  return dirname(file);
}

/**
 * Returns the files that an agent can be told to start, by real paths.
 * @param keptFolder where a copy of the package is going to lie, if one is made
 * @throws INVALID_ARGUMENT when the package would not be there tomorrow, or was never built
 */
export function startableFiles(packageFolder: string, keptFolder?: string): StartableFiles {
  const folder = realpathSync.native(packageFolder);
  if (keptFolder === undefined && folder.split(sep).some((name) => passing.test(name))) {
    throw invalidArgument(
      `This copy of afterwit was fetched for one run (${JSON.stringify(folder)}), and the agent would no longer find it. Run npx afterwit setup --from-here, which keeps a copy of it beside the memory; or install it for good, with npm install --global and what npx was given, and run setup again.`,
      { folder },
    );
  }
  const files = {
    hook: join(folder, 'dist', 'hooks', 'claude-code.js'),
    command: join(folder, 'dist', 'bin.js'),
  };
  const missing = Object.values(files).filter((file) => !existsSync(file));
  if (missing.length > 0) {
    throw invalidArgument(
      `This copy of afterwit was not built: ${JSON.stringify(missing[0])} is missing. Run npm run build in ${JSON.stringify(folder)}, and setup again.`,
      { missing },
    );
  }
  if (keptFolder !== undefined)
    return {
      hook: join(keptFolder, relative(folder, files.hook)),
      command: join(keptFolder, relative(folder, files.command)),
    };
  return isWithin(realpathSync.native(tmpdir()), folder) ? { ...files, temporaryFolder: folder } : files;
}

function isWithin(folder: string, path: string): boolean {
  return join(path, sep).startsWith(join(folder, sep));
}

function nameIn(path: string): string | undefined {
  try {
    const { name }: { readonly name?: string } = JSON.parse(readFileSync(path, 'utf8'));
    return name;
  } catch {
    return undefined;
  }
}

/** Files that run without anything else beside them: the package depends on no other. */
const kept = ['package.json', 'dist', 'LICENSE'];

/** Where a home keeps a copy of this program. */
export function keptPackage(home: string): string {
  return join(home, 'program');
}

/**
 * Copies the program into the home over an earlier copy, so that it outlives the folder it was tried in. A process that
 * runs from the earlier copy has read its files, or its agent restarts it.
 * @param work done with the copy; if it fails, the home is as it was
 */
export function keepPackage<T>(packageFolder: string, home: string, work: () => T): T {
  const target = keptPackage(home);
  if (existsSync(target) && realpathSync.native(packageFolder) === realpathSync.native(target)) return work();
  const partial = `${target}.${process.pid}`;
  const former = `${partial}.former`;
  const above = innermostFolder(home);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  let isPlaced = false;
  try {
    mkdirSync(partial, { mode: 0o700 });
    for (const name of kept) {
      const from = join(packageFolder, name);
      // A link would lead back to the folder that goes away.
      if (existsSync(from)) cpSync(from, join(partial, name), { recursive: true, dereference: true });
    }
    if (existsSync(target)) renameSync(target, former);
    renameSync(partial, target);
    isPlaced = true;
    return work();
  } catch (fault) {
    if (isPlaced) rmSync(target, { recursive: true, force: true });
    if (existsSync(former)) renameSync(former, target);
    rmSync(partial, { recursive: true, force: true });
    removeEmpty(home, above);
    throw fault;
  } finally {
    for (const folder of [partial, former]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Folders that were made, from the innermost to the one in `above`. */
function removeEmpty(folder: string, above: string): void {
  if (folder === above) return;
  try {
    rmdirSync(folder);
  } catch {
    return;
  }
  removeEmpty(dirname(folder), above);
}
