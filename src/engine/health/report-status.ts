import type { MemoryStatus } from '../../model/answers/memory-status.ts';
import { defined } from '../../model/defined.ts';
import { standaloneKinds } from '../../model/memory-item.ts';
import type { Scope } from '../../model/provenance.ts';
import type { KnownRepository, Lookalike } from '../../model/repository.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import type { IndexStore, RepositoryIndex } from '../../ports/repository-index.ts';
import { reviewQueue } from '../items/review-queue.ts';

interface StatusRequest
  extends Pick<
    MemoryStatus,
    'version' | 'home' | 'memories' | 'connected' | 'hooksToReview' | 'hooks' | 'files'
  > {
  readonly git: GitReader;
  readonly indexStore: IndexStore;
  readonly repository: KnownRepository;
  /** Settings that were not obeyed. */
  readonly settingWarnings: readonly string[];
  readonly lookalike?: Lookalike | undefined;
}

type IndexStatus = MemoryStatus['index'];

/** Reports the facts known about the repository, how current they are, and the next step. Writes nothing. */
export function reportStatus(request: StatusRequest): MemoryStatus {
  const { git, indexStore, repository, version, home, settingWarnings, lookalike } = request;
  const { memories, connected, hooksToReview, hooks, files } = request;
  const { worktree, gitDirectory, head, branch, shallow, partial } = git.location;
  const index = indexStore.existing();
  const indexStatus = describeIndex(index, git, indexStore.path);
  const history = index === undefined ? undefined : describeHistory(index, git);
  return {
    ...{ version, home },
    repository: {
      id: repository.id,
      name: repository.name,
      path: worktree ?? gitDirectory,
      ...defined({ head, branch }),
      ...{ shallow, partial },
    },
    index: indexStatus,
    ...defined({ history }),
    ...{ memories, connected, hooksToReview, hooks, files },
    nextSteps: [
      ...when(settingWarnings.length > 0, 'afterwit doctor', 'some settings were not obeyed'),
      ...when(hooks.tooLate + hooks.faults > 0, 'afterwit doctor', 'hooks that gave up, and what to do'),
      ...when(memories.waiting > 0, 'afterwit review', 'memories that wait for your word'),
      ...nextSteps(indexStatus, request),
      ...joinStep(lookalike),
    ],
  };
}

function when(isSo: boolean, command: string, why: string): MemoryStatus['nextSteps'] {
  return isSo ? [{ command, why }] : [];
}

function describeIndex(
  index: RepositoryIndex | undefined,
  { location }: GitReader,
  path: string,
): IndexStatus {
  if (index === undefined) return { state: 'absent', path, bytes: 0, commitCount: 0, unreadableCount: 0 };
  const { heads, commitCount, bytes, unreadable, updatedAtMs } = index.state();
  const isCurrent = location.head !== undefined && index.unknown([location.head]).length === 0;
  return {
    state: isCurrent ? 'current' : heads.length === 0 ? 'partial' : 'behind',
    path,
    bytes,
    commitCount,
    unreadableCount: unreadable.length,
    ...defined({ updatedAtMs }),
  };
}

function describeHistory(
  index: RepositoryIndex,
  { location }: GitReader,
): MemoryStatus['history'] | undefined {
  if (location.head === undefined || index.unknown([location.head]).length > 0) return undefined;
  const snapshot = index.at(location.head);
  const counts = snapshot.count();
  return {
    commitCount: snapshot.commitCount,
    mergeCount: counts.merges,
    authorCount: counts.authors,
    firstCommitAtMs: counts.firstCommitAtMs,
    lastCommitAtMs: counts.lastCommitAtMs,
    issueLinkCount: counts.issueLinks,
    revertCount: counts.reverts,
    fileCount: snapshot.tree()?.length ?? 0,
  };
}

function nextSteps(
  index: IndexStatus,
  { git, indexStore, memories, connected }: StatusRequest,
): MemoryStatus['nextSteps'] {
  if (index.state === 'absent')
    return [{ command: 'afterwit index', why: 'read the history of this repository' }];
  if (index.state === 'partial') return [{ command: 'afterwit index', why: 'continue the interrupted run' }];
  const { head, shallow } = git.location;
  const isCurrent = head !== undefined && index.state === 'current';
  const tree = isCurrent ? indexStore.existing()?.at(head).tree() : undefined;
  const failing = exampleCommand((tree ?? []).map(({ path }) => path));
  return [
    ...when(connected.length === 0, 'afterwit setup', 'let your agents recall and remember'),
    memories.here > 0
      ? { command: 'afterwit recall "what you want to know"', why: 'what was learned here' }
      : {
          command: `afterwit remember "what fixed it" --command "${failing}" --failure log.txt`,
          why: 'to have the fix when it fails again',
        },
    { command: 'afterwit search-commits "what you are about to fix"', why: 'relevant past commits' },
    { command: 'afterwit locate "text of an issue"', why: 'files and symbols it is about' },
    { command: 'afterwit coupled PATH', why: 'files that change together with one' },
    ...when(index.unreadableCount > 0, 'afterwit doctor', 'some commits could not be read'),
    ...when(shallow, 'git fetch --unshallow', 'this clone has only part of the history'),
  ];
}

function joinStep(lookalike: Lookalike | undefined): MemoryStatus['nextSteps'] {
  if (lookalike === undefined) return [];
  const { id, name } = lookalike.repository;
  return [{ command: `afterwit repo link ${id}`, why: `share the memories of ${name}, if this is the same` }];
}

/** How many memories a recall with these scopes reads, and how many wait for a person. */
export function countMemories(reader: ItemReader, scopes: readonly Scope[]): MemoryStatus['memories'] {
  const active = { scopes, statuses: ['active'] } as const;
  return {
    here: reader.countItems({ ...active, kinds: standaloneKinds }),
    fixes: reader.countItems({ ...active, kinds: ['variant'] }),
    waiting: reviewQueue(reader, { limit: 0 }, scopes).count,
  };
}

/** Files at the top of a repository, and the command that tests it there. */
const testCommands: readonly (readonly [file: string, command: string])[] = [
  ['package.json', 'npm test'],
  ['Cargo.toml', 'cargo test'],
  ['go.mod', 'go test ./...'],
  ['pyproject.toml', 'pytest'],
  ['setup.py', 'pytest'],
  ['tox.ini', 'pytest'],
  ['pom.xml', 'mvn test'],
  ['build.gradle', 'gradle test'],
  ['build.gradle.kts', 'gradle test'],
  ['Gemfile', 'rake test'],
];

/** Returns a command for an example, which may well fail in a repository with these files. */
function exampleCommand(paths: readonly string[]): string {
  const known = new Set(paths);
  return testCommands.find(([file]) => known.has(file))?.[1] ?? 'make test';
}
