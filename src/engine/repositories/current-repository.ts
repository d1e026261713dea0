import type { IndexReport } from '../../model/answers/memory-status.ts';
import type { Speaker } from '../../model/provenance.ts';
import {
  type CommitId,
  isNoted,
  type KnownRepository,
  type Lookalike,
  type RepositoryLocation,
} from '../../model/repository.ts';
import type { IndexStore } from '../../ports/repository-index.ts';
import type { Logger } from '../../ports/system.ts';
import { type UpdateRequest, updateIndex } from '../index/index-repository.ts';
import {
  confirmRepository,
  type IdentifyRequest,
  type RepositoryIdentity,
  repositoryAt,
} from './identify-repository.ts';
import { linkRepository, splitRepository } from './link-repository.ts';
import { findLookalike } from './match-repository.ts';

interface CurrentRepositoryDependencies extends IdentifyRequest {
  readonly identity: RepositoryIdentity;
  readonly logger: Logger;
  readonly openIndexStore: (repositoryId: string) => IndexStore;
  /** Returns the file system's marks of the clone that lies there now; empty where it has none. */
  readonly identifyClone: (location: RepositoryLocation) => readonly string[];
  /** Tells a directory from a later directory at the same path; undefined when no directory is there. */
  readonly stampDirectory: (path: string) => string | undefined;
  /** Called when this clone turned out to belong to another repository: readings of the former index no longer hold. */
  readonly onChange: () => void;
}

/** The repository that this clone currently belongs to, with its index. */
export class CurrentRepository {
  readonly #dependencies: CurrentRepositoryDependencies;
  #identity: RepositoryIdentity;
  #indexStore: IndexStore;
  /** Stamp of the git directory when the clone was last identified. */
  #stamp: string | undefined;

  constructor(dependencies: CurrentRepositoryDependencies) {
    this.#dependencies = dependencies;
    this.#identity = dependencies.identity;
    this.#indexStore = dependencies.openIndexStore(this.known.id);
    this.#stamp = this.#readStamp();
  }

  get known(): KnownRepository {
    return this.#identity.repository;
  }

  get indexStore(): IndexStore {
    return this.#indexStore;
  }

  /** `owner/name` at the forge, where a remote tells it. */
  get ownSlug(): string | undefined {
    return slugOf(this.known);
  }

  /** Brings the index up to a commit. */
  async update(
    target: CommitId,
    options: Pick<UpdateRequest, 'rebuild' | 'signal' | 'onProgress'> & {
      readonly clock: UpdateRequest['clock'];
    },
  ): Promise<IndexReport> {
    if (await this.#isUnfamiliar()) await this.confirm();
    const { git, logger } = this.#dependencies;
    return await updateIndex({
      ...options,
      ownSlug: this.ownSlug,
      git,
      logger,
      indexStore: this.#indexStore,
      target,
    });
  }

  /**
   * Identifies the clone again where the memory no longer knows it (purged, or deleted under a running server), or where
   * another directory, or one not noted, lies at its path (cloned anew, or replaced). To be called before memories are read
   * or written for it.
   */
  async settle(): Promise<void> {
    const { store, git, identifyClone } = this.#dependencies;
    const isSwapped = this.#readStamp() !== this.#stamp;
    const known = store.read((reader) => repositoryAt(reader, git));
    const isSame = known?.id === this.known.id && isNoted(known, identifyClone(git.location));
    if (isSame && !isSwapped) return;
    await git.refresh();
    await this.confirm();
  }

  /** Identifies the clone by all its evidence, because a different repository may now be at its path. */
  async confirm(): Promise<RepositoryIdentity> {
    const stamp = this.#readStamp();
    const identity = await confirmRepository(this.#dependencies);
    this.#stamp = stamp;
    if (identity.repository.id !== this.known.id) this.#become(identity.repository);
    this.#identity = identity;
    return identity;
  }

  /** Whether it was seen for the first time just now, and looks like another one. */
  get isNewAndAlike(): boolean {
    return this.#identity.hint !== undefined;
  }

  lookalike(): Lookalike | undefined {
    const { store, holdsGitDirectory } = this.#dependencies;
    return store.read((reader) => findLookalike(reader, this.known.id, holdsGitDirectory));
  }

  async link(id: string, speaker: Speaker): Promise<KnownRepository> {
    return this.#become(await linkRepository({ ...this.#dependencies, id, speaker }));
  }

  async split(speaker: Speaker): Promise<KnownRepository> {
    return this.#become(await splitRepository({ ...this.#dependencies, speaker }));
  }

  close(): void {
    this.#indexStore.close();
  }

  /**
   * True when nothing is indexed, or the newest indexed commit is not in this clone: a different repository may now be
   * at this path.
   */
  async #isUnfamiliar(): Promise<boolean> {
    try {
      const [newest] = this.#indexStore.existing()?.state().heads ?? [];
      if (newest === undefined) return true;
      return (await this.#dependencies.git.resolveCommit(newest)) !== newest;
    } catch {
      return true;
    }
  }

  #readStamp(): string | undefined {
    const { git, stampDirectory } = this.#dependencies;
    return stampDirectory(git.location.commonDirectory);
  }

  #become(repository: KnownRepository): KnownRepository {
    this.#identity = { repository };
    this.#indexStore.close();
    this.#indexStore = this.#dependencies.openIndexStore(repository.id);
    this.#dependencies.onChange();
    return repository;
  }
}

/** `owner/name` at the forge, from the repository's first remote there: `github.com/pytest-dev/pytest` gives `pytest-dev/pytest`. */
function slugOf({ evidence }: KnownRepository): string | undefined {
  const remote = evidence.find(({ kind, value }) => kind === 'remote' && !value.startsWith('file:'))?.value;
  return remote === undefined ? undefined : /^[^/]+\/(.+)$/.exec(remote)?.[1];
}
