import { mendingIndex } from '../../engine/index/mending-index.ts';
import type { Memory } from '../memory.ts';
import { defaultTopK } from '../search-history.ts';
import type { MemoryCore } from './memory-core.ts';

type CodeCalls = Pick<
  Memory,
  'locate' | 'learn' | 'forgetLearned' | 'viewSummary' | 'searchSummaries' | 'traverse' | 'entity'
>;

/** What the code of the repository tells. */
export function codeCalls(core: MemoryCore): CodeCalls {
  const { dependencies, current } = core;
  return {
    locate: async (issue, { asOf, ...options } = {}) =>
      await core.withCode(asOf, (questions, history, code) =>
        core.locateIn(questions, history, code, issue, options),
      ),
    learn: async (options = {}) => {
      const { learn } = await import('../learning.ts');
      return await learn({
        dependencies,
        indexStore: () => current.indexStore,
        update: (target) => current.update(target, { clock: dependencies.clock, ...core.watching(options) }),
        options,
        ownSlug: current.ownSlug,
      });
    },
    forgetLearned: async () => {
      const work = async () => current.indexStore.existing()?.forgetLearnedWeights() ?? false;
      return await mendingIndex(() => current.indexStore, dependencies.logger, work);
    },
    viewSummary: async (path, { asOf } = {}) =>
      await core.withCode(asOf, (questions, history, { view: code }) =>
        questions.viewSummary({ history, code, path }),
      ),
    searchSummaries: async (query, { asOf, topK = defaultTopK } = {}) =>
      await core.withCode(asOf, (questions, history, { view: code }) =>
        questions.searchSummaries({ history, code, query, topK }),
      ),
    traverse: async (node, { asOf, ...options } = {}) =>
      await core.withCode(asOf, async (questions, _, { view: code }) =>
        questions.traverse({ ...options, code, node }),
      ),
    entity: async (name, { asOf } = {}) =>
      await core.withCode(asOf, (questions, _, { view: code, readBlobs }) =>
        questions.entity({ code, git: { readBlobs }, name }),
      ),
  };
}
