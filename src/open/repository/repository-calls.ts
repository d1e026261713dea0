import { mendingIndex } from '../../engine/index/mending-index.ts';
import { pauseRepository, resumeRepository } from '../../engine/repositories/pause-repository.ts';
import type { Memory } from '../memory.ts';
import type { MemoryCore } from './memory-core.ts';

/** Loaded where somebody asks how things stand. */
const loadHealth = () => import('../health-questions.ts');

type RepositoryCalls = Pick<Memory, 'repositories' | 'status' | 'diagnose' | 'pause' | 'resume'>;

/** Which repository this is, and how it stands with its memory. */
export function repositoryCalls({ dependencies, current }: MemoryCore): RepositoryCalls {
  const { git, logger, store, speaker: opener } = dependencies;
  return {
    repositories: {
      current: async () => current.known,
      all: async () => store.read((reader) => reader.repositories()),
      lookalike: async () => {
        const found = current.lookalike();
        return found && { ...found, isNew: current.isNewAndAlike };
      },
      link: async (repositoryId, { speaker = opener } = {}) => await current.link(repositoryId, speaker),
      split: async ({ speaker = opener } = {}) => await current.split(speaker),
    },
    status: async () => {
      const { currentStatus } = await loadHealth();
      return await mendingIndex(
        () => current.indexStore,
        logger,
        async (replaced) => {
          const { head } = git.location;
          if (replaced !== undefined && head !== undefined) await current.update(head, dependencies);
          return currentStatus(dependencies, current);
        },
      );
    },
    diagnose: async () => {
      const { currentDiagnosis } = await loadHealth();
      return await currentDiagnosis(dependencies, current);
    },
    pause: async () => {
      await current.settle();
      return await pauseRepository({ ...dependencies, repositoryId: current.known.id });
    },
    resume: async () => await resumeRepository({ ...dependencies, repositoryId: current.known.id }),
  };
}
