import { listDoubts } from '../../engine/failures/list-doubts.ts';
import { listFailures } from '../../engine/failures/list-failures.ts';
import { viewFailure } from '../../engine/failures/view-failure.ts';
import { decideDoubt } from '../../engine/items/decide-doubt.ts';
import { approveItem, rejectItem, reviewQueue } from '../../engine/items/review-items.ts';
import type { MemoryHome } from '../memory-home.ts';
import { changeOf, type HomeDependencies, wordingOf } from './home-dependencies.ts';

const defaultLimit = 50;

type ReviewCalls = Pick<
  MemoryHome,
  'review' | 'approve' | 'reject' | 'failures' | 'failure' | 'doubts' | 'decideDoubt'
>;

/** What waits for a person's word: memories to review, failures, and doubts whether two are one. */
export function homeReview(dependencies: HomeDependencies): ReviewCalls {
  const { store, clock, here } = dependencies;
  return {
    review: async ({ where = 'here', limit = defaultLimit } = {}) => {
      if (where === 'all') return store.read((reader) => reviewQueue(reader, limit));
      const { scopes } = here();
      return store.read((reader) => {
        const queue = reviewQueue(reader, limit, scopes);
        return { ...queue, elsewhere: reviewQueue(reader, 0).count - queue.count };
      });
    },
    approve: async (id, { content, speaker } = {}) =>
      await approveItem(changeOf(dependencies, id, speaker), { content, ...wordingOf(dependencies) }),
    reject: async (id, { speaker } = {}) => await rejectItem(changeOf(dependencies, id, speaker)),
    failures: async ({ where = 'here', limit = defaultLimit } = {}) => {
      const scopes = where === 'here' ? here().scopes : undefined;
      return store.read((reader) => listFailures(reader, { scopes, limit, nowMs: clock.nowMs() }));
    },
    failure: async (id) => store.read((reader) => viewFailure(reader, id, clock.nowMs())),
    doubts: async () => store.read((reader) => listDoubts(reader, clock.nowMs())),
    decideDoubt: async (id, decision, { speaker } = {}) =>
      await decideDoubt(changeOf(dependencies, id, speaker), decision),
  };
}
