import type { IndexReport } from '../../model/answers/commit-answers.ts';
import type { CommitId } from '../../model/commit.ts';
import type { KnownRepository } from '../../model/repository.ts';
import type { Logger } from '../../ports/logger.ts';
import type { IndexStore } from '../../ports/repository-index.ts';
import { type UpdateRequest, updateIndex } from '../index/update-index.ts';
import { confirmRepository, type IdentifyRequest, type RepositoryIdentity } from './identify-repository.ts';
import { linkRepository } from './link-repository.ts';
import { slugOf } from './slug-of.ts';
import { splitRepository } from './split-repository.ts';

export interface CurrentRepositoryDependencies extends IdentifyRequest {
  readonly identity: RepositoryIdentity;
  readonly logger: Logger;
  readonly openIndexStore: (repositoryId: string) => IndexStore;
  /**
   * Called when this clone turns out to belong to another repository, so that caches of the former index are dropped.
   */
  readonly onChange: () => void;
}

/** The repository that this clone currently belongs to, with its index. */
export class CurrentRepository {
  readonly #dependencies: CurrentRepositoryDependencies;
  #identity: RepositoryIdentity;
  #indexStore: IndexStore;

  constructor(dependencies: CurrentRepositoryDependencies) {
    this.#dependencies = dependencies;
    this.#identity = dependencies.identity;
    this.#indexStore = dependencies.openIndexStore(this.known.id);
  }

  get known(): KnownRepository {
    return this.#identity.repository;
  }

  get indexStore(): IndexStore {
    return this.#indexStore;
  }

  /** `owner/name` at the forge, if a remote names it. */
  get slug(): { readonly ownSlug?: string } {
    const ownSlug = slugOf(this.known);
    return ownSlug === undefined ? {} : { ownSlug };
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
    return await updateIndex({ ...options, ...this.slug, git, logger, indexStore: this.#indexStore, target });
  }

  /** Identifies the clone by all its evidence, because a different repository may now be at its path. */
  async confirm(): Promise<RepositoryIdentity> {
    const identity = await confirmRepository(this.#dependencies);
    if (identity.repository.id !== this.known.id) this.#become(identity.repository);
    this.#identity = identity;
    return identity;
  }

  async link(id: string): Promise<KnownRepository> {
    return this.#become(await linkRepository({ ...this.#dependencies, id }));
  }

  async split(): Promise<KnownRepository> {
    return this.#become(await splitRepository(this.#dependencies));
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

  #become(repository: KnownRepository): KnownRepository {
    this.#identity = { repository };
    this.#indexStore.close();
    this.#indexStore = this.#dependencies.openIndexStore(repository.id);
    this.#dependencies.onChange();
    return repository;
  }
}
