import {
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { AfterwitError } from '../../model/errors.ts';
import {
  type CommitId,
  isCommitId,
  type RepositoryEvidence,
  type RepositoryLocation,
} from '../../model/repository.ts';
import type { Git } from './git.ts';
import { type GitDirectories, identifyClone } from './git-directory.ts';
import { gitComplaint, minimumGitVersion } from './git-process.ts';
import { normalizeRemote } from './normalize-remote.ts';

const branchPrefix = 'refs/heads/';
const longestShallowFile = 16_777_216;

/**
 * Discovers a repository without reading its objects. `realGit` looks at the real repository, where only questions that
 * run nothing are asked.
 * @throws UNREADABLE_REPOSITORY
 */
export async function discoverRepository(
  requestedPath: string,
  directories: GitDirectories,
  realGit: Git,
): Promise<RepositoryLocation> {
  const { objectFormat, bare, head, branch } = await askGit(requestedPath, realGit);
  const { worktree } = directories;
  const shallowBoundary = readShallowBoundary(directories.commonDirectory);
  return {
    requestedPath,
    ...(bare || worktree === undefined ? {} : { worktree }),
    gitDirectory: directories.gitDirectory,
    commonDirectory: directories.commonDirectory,
    identityDirectory: directories.identityDirectory,
    objectFormat,
    bare: bare || worktree === undefined,
    shallow: shallowBoundary.length > 0,
    ...(shallowBoundary.length === 0 ? {} : { shallowBoundary }),
    partial: hasPromisedPack(directories.commonDirectory),
    ...(head === undefined ? {} : { head }),
    ...(branch === undefined ? {} : { branch }),
  };
}

/** One process answers everything; only an empty repository takes a second one, for the name of the branch to come. */
async function askGit(requestedPath: string, realGit: Git) {
  const { text, exit } = await realGit.run({
    arguments: [
      'rev-parse',
      '--show-object-format',
      '--is-bare-repository',
      'HEAD',
      '--symbolic-full-name',
      'HEAD',
    ],
  });
  const [objectFormat, bare, head, headName] = text.toString('utf8').split('\n');
  if ((objectFormat !== 'sha1' && objectFormat !== 'sha256') || head === undefined) {
    throw new AfterwitError(
      'UNREADABLE_REPOSITORY',
      `Git cannot read the repository of ${JSON.stringify(requestedPath)}: ${gitComplaint(exit)}. Check its config, and that git is ${minimumGitVersion} or later.`,
      { data: { path: requestedPath, git: gitComplaint(exit) } },
    );
  }
  const isBorn = exit.code === 0 && isCommitId(head);
  const name = isBorn ? headName : await unbornBranch(realGit);
  return {
    objectFormat,
    bare: bare === 'true',
    head: isBorn ? head : undefined,
    branch: name?.startsWith(branchPrefix) ? name.slice(branchPrefix.length) : undefined,
  } as const;
}

async function unbornBranch(realGit: Git): Promise<string> {
  const { text } = await realGit.run({ arguments: ['symbolic-ref', '--quiet', 'HEAD'] });
  return text.toString('utf8').trimEnd();
}

/** Commits that a shallow clone takes for roots. @throws UNREADABLE_REPOSITORY */
function readShallowBoundary(commonDirectory: string): readonly CommitId[] {
  const file = join(commonDirectory, 'shallow');
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > longestShallowFile) {
    throw new AfterwitError(
      'UNREADABLE_REPOSITORY',
      `${JSON.stringify(file)} is too large for what git keeps there. Clone the repository again.`,
      { data: { path: file, bytes: size } },
    );
  }
  return size === 0 ? [] : readFileSync(file, 'latin1').split('\n').filter(isCommitId);
}

/** A clone with `--filter` marks the packs whose objects the remote promised to hand over on demand. */
function hasPromisedPack(commonDirectory: string): boolean {
  try {
    return readdirSync(join(commonDirectory, 'objects', 'pack')).some((name) => name.endsWith('.promisor'));
  } catch {
    return false;
  }
}

/** Files git opens without looking, of one worktree and of the whole clone. */
const ownFiles = ['HEAD', 'commondir', 'config.worktree'];
const commonFiles = [
  'HEAD',
  'config',
  'packed-refs',
  'shallow',
  'objects/info/alternates',
  'objects/info/commit-graph',
  'reftable/tables.list',
];

/** Names in the folder of packs: git opens an index only beside a pack, but a pipe is no part of any clone. */
const packFile = /^(?:pack-.*\.(?:idx|pack)|multi-pack-index)$/;

/**
 * A pipe or device where git expects a file makes it wait for ever, or read for ever.
 * @throws UNREADABLE_REPOSITORY
 */
export function requireRegularFiles(directories: GitDirectories): void {
  for (const name of ownFiles) requireRegularFile(join(directories.gitDirectory, name));
  for (const name of commonFiles) requireRegularFile(join(directories.commonDirectory, name));
  // Loose objects are too many to check before each question: `git-stream.ts` stops a git that hangs at one.
  requireRegularPacks(join(directories.commonDirectory, 'objects/pack'));
}

function requireRegularPacks(folder: string): void {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // No packs, or none that git could list either.
    return;
  }
  for (const entry of entries)
    if (!entry.isFile() && packFile.test(entry.name)) requireRegularFile(join(folder, entry.name));
}

/** True when the file is there; a link that leads nowhere is not. @throws UNREADABLE_REPOSITORY */
function requireRegularFile(path: string): boolean {
  const stats = statsOf(path);
  if (stats === undefined) return false;
  if (stats.isFile()) return true;
  throw unreadable(
    path,
    'is not a regular file',
    'Replace it by the file git keeps there, or clone the repository again.',
  );
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (fault) {
    // ENOTDIR, ELOOP: nothing git could open either. An existing path that may not be looked at is a problem to tell.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    throw unreadable(path, 'cannot be looked at', 'Give this user the right to read it.', fault);
  }
}

function unreadable(path: string, what: string, remedy: string, cause?: unknown): AfterwitError {
  return new AfterwitError('UNREADABLE_REPOSITORY', `${JSON.stringify(path)} ${what}. ${remedy}`, {
    data: { path },
    cause,
  });
}

/** Where the clone lies, in which directory, its remotes and, when its whole history is there, its root commits. */
export async function gatherEvidence(
  git: Git,
  location: RepositoryLocation,
): Promise<readonly RepositoryEvidence[]> {
  return [
    { kind: 'path', value: location.identityDirectory },
    ...identifyClone(location).map((value) => ({ kind: 'directory', value }) as const),
    ...(await remotes(git, location)),
    ...(await roots(git, location)),
  ];
}

async function remotes(git: Git, location: RepositoryLocation): Promise<readonly RepositoryEvidence[]> {
  const file = join(location.commonDirectory, 'config');
  if (!requireRegularFile(file)) return [];
  const { text } = await git.run({
    arguments: [
      'config',
      '--file',
      file,
      '--no-includes',
      '-z',
      '--get-regexp',
      String.raw`^remote\..*\.url$`,
    ],
  });
  const values = new Set<string>();
  for (const entry of text.toString('utf8').split('\0')) {
    const lineBreak = entry.indexOf('\n');
    const value = lineBreak === -1 ? undefined : remoteValue(entry.slice(lineBreak + 1), location);
    if (value !== undefined) values.add(value);
  }
  return [...values].sort().map((value) => ({ kind: 'remote', value }));
}

/** A remote on this machine is known by its real path; a missing one tells nothing. */
function remoteValue(url: string, location: RepositoryLocation): string | undefined {
  const remote = normalizeRemote(url);
  if (remote?.kind !== 'local') return remote?.value;
  try {
    return `file:${realpathSync.native(resolve(location.worktree ?? location.commonDirectory, remote.path))}`;
  } catch {
    return undefined;
  }
}

async function roots(git: Git, location: RepositoryLocation): Promise<readonly RepositoryEvidence[]> {
  if (location.head === undefined || location.shallow) return [];
  const stream = git.stream({ arguments: ['rev-list', '--max-parents=0', location.head] });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  // A history with a hole in it has no roots to be known by.
  if ((await stream.exit()).code !== 0) return [];
  const ids = Buffer.concat(chunks).toString('latin1').split('\n').filter(isCommitId);
  return ids.sort().map((value) => ({ kind: 'root', value }));
}
