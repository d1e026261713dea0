import type { IndexReport } from '../../model/answers/commit-answers.ts';
import type { CommitId } from '../../model/commit.ts';
import type { KnownRepository, Lookalike } from '../../model/repository.ts';
import type { Speaker } from '../../model/speaker.ts';
import type { Logger } from '../../ports/logger.ts';
import type { IndexStore } from '../../ports/repository-index.ts';
import { type UpdateRequest, updateIndex } from '../index/update-index.ts';
import { findLookalike } from './find-lookalike.ts';
import { confirmRepository, type IdentifyRequest, type RepositoryIdentity } from './identify-repository.ts';
import { linkRepository } from './link-repository.ts';
import { slugOf } from './slug-of.ts';
import { splitRepository } from './split-repository.ts';

export interface CurrentRepositoryDependencies extends IdentifyRequest {
  readonly identity: RepositoryIdentity;
  readonly logger: Logger;
  readonly openIndexStore: (repositoryId: string) => IndexStore;
  /** Told when this clone turned out to belong to another repository: what was read of the former index no longer holds. */
  readonly onChange: () => void;
}

/** The repository that this clone belongs to, by all that is known of it now, with its index. */
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

  /** `owner/name` at the forge, where a remote tells it. */
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

  /** Identifies the clone by all its evidence: another repository may lie at its path than once did. */
  async confirm(): Promise<RepositoryIdentity> {
    const identity = await confirmRepository(this.#dependencies);
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

  /** Nothing is indexed, or nothing of what is: then another repository may lie at this path than once did. */
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
