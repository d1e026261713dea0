import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type { CommitId } from '../../src/model/repository.ts';
// Declares what `inject` gives.
import type {} from '../doors/bundle-programs.ts';

/** A repository in a temporary folder, made with plain git; every date and name is fixed, so ids are the same each time. */
export interface TestRepository {
  readonly path: string;
  /** Runs git in the working tree and returns what it printed, without the last line break. Throws when git fails. */
  git(...args: readonly string[]): string;
  /** The same with something on stdin. */
  gitWith(input: string | Buffer, ...args: readonly string[]): string;
  /** Writes (or with `null` removes) files and commits them; a minute later than the commit before. */
  commit(message: string, files?: Readonly<Record<string, string | Buffer | null>>): CommitId;
  /** Runs `git fast-import`, for histories that are long or stranger than the porcelain allows. */
  import(stream: string | Buffer): void;
  id(revision: string): CommitId;
  /** File of a loose object. */
  objectFile(id: string): string;
}

/**
 * Commits all there is, with exactly the message on stdin. One alias for both commands: a test's process is large, and each child
 * that it starts itself costs a copy of its page tables.
 */
const commitAll = [
  '-c',
  'alias.commit-all=!git add -A && git -c core.abbrev=no commit --allow-empty --allow-empty-message --cleanup=verbatim -F -',
  'commit-all',
];
const firstSecond = 1_700_000_000;

/** A temporary folder that is gone when the test is over. The real path, as git reports it. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'git-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function buildRepository(
  options: { readonly path?: string; readonly init?: readonly string[] } = {},
): TestRepository {
  const path = options.path ?? join(temporaryFolder(), 'repository');
  mkdirSync(path, { recursive: true });
  runGit(path, ['init', '-q', '-b', 'main', ...(options.init ?? [])]);
  return repositoryAt(path);
}

/**
 * Builds a repository once and gives each test a copy: most of what a test of a short history costs is git making it.
 *
 * @param build gives what is known of each copy, such as the ids of its commits
 */
export function copiesOf<Known>(
  build: (repository: TestRepository) => Known,
): () => { readonly repository: TestRepository; readonly known: Known } {
  let first: { readonly path: string; readonly known: Known; readonly commits: number } | undefined;
  const built = () => {
    const path = mkdtempSync(join(dirname(inject('programs')), 'repository-'));
    const repository = buildRepository({ path });
    const known = build(repository);
    return { path, known, commits: Number(repository.git('rev-list', '--count', '--all')) };
  };
  return () => {
    first ??= built();
    const path = join(temporaryFolder(), 'repository');
    cpSync(first.path, path, { recursive: true, preserveTimestamps: true });
    const repository = repositoryAt(path, firstSecond + 60 * first.commits);
    // Git knows files by their inodes too, and would take those of a copy for changed.
    repository.git('update-index', '-q', '--refresh');
    return { repository, known: first.known };
  };
}

/** A repository that is there already: a clone, a worktree. */
export function repositoryAt(path: string, lastSecond = firstSecond): TestRepository {
  let second = lastSecond;
  let objects: string | undefined;
  const git = (...args: readonly string[]): string => runGit(path, args, { second });
  const gitWith = (input: string | Buffer, ...args: readonly string[]): string =>
    runGit(path, args, { second, input });
  return {
    path,
    git,
    gitWith,
    commit(message, files = {}) {
      second += 60;
      for (const [name, content] of Object.entries(files)) {
        const file = join(path, name);
        if (content === null) {
          rmSync(file);
          continue;
        }
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
      // Its first line names the branch and the whole id, which spares one git for each commit.
      const printed = runGit(path, commitAll, { second, input: message });
      return /^\[.*? ([0-9a-f]{40,64})\] /.exec(printed)?.[1] as CommitId;
    },
    import(stream) {
      gitWith(stream, 'fast-import', '--quiet', '--force');
    },
    id: (revision) => git('rev-parse', `${revision}^{commit}`) as CommitId,
    objectFile(id) {
      objects ??= git('rev-parse', '--git-path', 'objects');
      return join(path, objects, id.slice(0, 2), id.slice(2));
    },
  };
}

/** Clones with plain git, from `source` by URL, so that `--depth` and `--filter` take effect. */
export function cloneRepository(source: TestRepository, ...flags: readonly string[]): TestRepository {
  source.git('config', 'uploadpack.allowFilter', 'true');
  const parent = temporaryFolder();
  runGit(parent, ['clone', '-q', ...flags, `file://${source.path}`, 'clone']);
  return repositoryAt(join(parent, 'clone'));
}

/** Environment in which plain git is the same on every machine. */
export function plainGitEnvironment(second = firstSecond): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.org',
    GIT_AUTHOR_DATE: `${second} +0000`,
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.org',
    GIT_COMMITTER_DATE: `${second + 30} +0000`,
    LC_ALL: 'C',
  };
}

export function runGit(
  directory: string,
  args: readonly string[],
  options: { readonly second?: number; readonly input?: string | Buffer } = {},
): string {
  // Without `maintenance.auto` each commit would start another git, to see whether there is anything to do.
  const settings = [
    'protocol.file.allow=always',
    'core.autocrlf=false',
    'maintenance.auto=false',
    'gc.auto=0',
  ];
  const safe = settings.flatMap((setting) => ['-c', setting]);
  const result = spawnSync('git', [...safe, ...args], {
    cwd: directory,
    env: plainGitEnvironment(options.second),
    ...(options.input === undefined ? {} : { input: options.input }),
    maxBuffer: 1 << 28,
  });
  if (result.status !== 0)
    throw new Error(`git ${args.join(' ')}: ${result.stderr?.toString() ?? result.error}`);
  return result.stdout.toString('utf8').replace(/\n$/, '');
}
