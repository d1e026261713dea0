import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { AfterwitError } from '../model/errors.ts';
import type { Speaker } from '../model/provenance.ts';
import type { OpenedHome } from '../open/home-context.ts';
import type { RepositoryContext } from '../open/repository-context.ts';

/** Then what is open is closed: a page that lies open in the background keeps nothing busy. */
const restMs = 20_000;

interface Place {
  readonly home?: string | undefined;
  /** Path whose repository is `here`. */
  readonly repository?: string | undefined;
  readonly speaker: Speaker;
}

interface Opened {
  readonly home?: Promise<OpenedHome>;
  readonly repository?: Promise<RepositoryContext>;
}

/** The memories of a home, each repository's opened at the first request and closed when it was idle for a while. */
export class OpenedMemories {
  readonly #place: Place;
  readonly #opened = new Map<string, Opened>();
  #running = 0;
  #resting: NodeJS.Timeout | undefined;

  constructor(place: Place) {
    this.#place = place;
  }

  /** Does `work` with the memories of the home, seen from the repository of this id. @throws REPOSITORY_NOT_FOUND */
  async withHome<T>(repositoryId: string | undefined, work: (home: OpenedHome) => Promise<T>): Promise<T> {
    return await this.#during(async () => await work(await this.#home(await this.#pathOf(repositoryId))));
  }

  async withRepository<T>(
    repositoryId: string | undefined,
    work: (repository: RepositoryContext) => Promise<T>,
  ): Promise<T> {
    return await this.#during(async () => {
      const path = await this.#pathOf(repositoryId);
      const { repository = this.#openRepository(path), ...others } = this.#opened.get(path) ?? {};
      this.#opened.set(path, { ...others, repository });
      repository.catch(() => this.#opened.delete(path));
      return await work(await repository);
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#resting);
    const all = [...this.#opened.values()];
    this.#opened.clear();
    for (const { home, repository } of all) {
      // A memory that could not be opened, or closed, is opened anew the next time.
      await repository?.then((opened) => opened.close()).catch(() => undefined);
      await home?.then(({ store }) => store.close()).catch(() => undefined);
    }
  }

  async #during<T>(work: () => Promise<T>): Promise<T> {
    clearTimeout(this.#resting);
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#resting = setTimeout(() => void this.close(), restMs).unref();
    }
  }

  async #home(path: string): Promise<OpenedHome> {
    const { home = this.#openHome(path), ...others } = this.#opened.get(path) ?? {};
    this.#opened.set(path, { ...others, home });
    home.catch(() => this.#opened.delete(path));
    return await home;
  }

  async #openHome(path: string): Promise<OpenedHome> {
    const { openHomeContext } = await import('../open/open-home.ts');
    return await openHomeContext({ ...this.#place, repository: path });
  }

  async #openRepository(path: string): Promise<RepositoryContext> {
    const { openRepository } = await import('../open/open-repository.ts');
    return await openRepository({ ...this.#place, repository: path });
  }

  /** Where a known repository lies on this machine. */
  async #pathOf(repositoryId: string | undefined): Promise<string> {
    const ownPath = this.#place.repository ?? process.cwd();
    if (repositoryId === undefined) return ownPath;
    const { store } = await this.#home(ownPath);
    const known = store.read((reader) => reader.repositories().find(({ id }) => id === repositoryId));
    const paths = known?.evidence.filter(({ kind }) => kind === 'path').map(({ value }) => value) ?? [];
    const path = paths.find((one) => existsSync(one));
    if (path !== undefined) return basename(path) === '.git' ? dirname(path) : path;
    throw new AfterwitError(
      'REPOSITORY_NOT_FOUND',
      known === undefined
        ? `This home knows no repository ${repositoryId}.`
        : `${known.name} does not lie on this machine any more, where it was.`,
      { data: { id: repositoryId } },
    );
  }
}
