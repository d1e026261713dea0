import { judgeAnchors } from '../../codebase/judge-anchor.ts';
import { archiveItem, fetchBackItem } from '../../engine/items/archive-item.ts';
import { editItem } from '../../engine/items/edit-item.ts';
import { type ForgetRequest, forgetItems } from '../../engine/items/forget-items.ts';
import { itemHistory } from '../../engine/items/item-history.ts';
import { linksOf } from '../../engine/items/links-of.ts';
import { findItem } from '../../engine/memory/find-item.ts';
import { withLoggedAccesses } from '../../engine/upkeep/merge-accesses.ts';
import { standingOf } from '../../feedback/standing.ts';
import type { ForgottenItems } from '../../model/answers/review.ts';
import { type ItemId, type MemoryItem, standaloneKinds } from '../../model/memory-item.ts';
import { scopeOf } from '../../model/scope.ts';
import { forgetInCopies } from '../forget-in-copies.ts';
import { forgetSummaries } from '../forget-summaries.ts';
import type { ItemView, ListItemsOptions, MemoryHome } from '../memory-home.ts';
import { stillShared } from '../shared-lessons.ts';
import { changeOf, type HomeDependencies, readableWorktree, wordingOf } from './home-dependencies.ts';

const defaultLimit = 50;
/** Of the log, to count how often one memory was shown. */
const mostReceipts = 1_000;

type ItemCalls = Pick<MemoryHome, 'list' | 'show' | 'history' | 'edit' | 'archive' | 'forget'>;

/** Single memories: looked at, changed, hidden and removed. */
export function homeItems(dependencies: HomeDependencies): ItemCalls {
  const { home, store, clock, here } = dependencies;
  return {
    list: async (options: ListItemsOptions = {}) => {
      const { where = 'here', types, statuses = ['active'], limit = defaultLimit } = options;
      const scopes = where === 'here' ? here().scopes : undefined;
      const filter = { kinds: standaloneKinds, statuses, types, scopes };
      return store.read((reader) => ({
        items: reader.items({ ...filter, limit }),
        count: reader.countItems(filter),
      }));
    },
    show: async (id) =>
      store.read((reader) => {
        const nowMs = clock.nowMs();
        const item = withLoggedAccesses(reader, findItem(reader, id), { nowMs, limit: mostReceipts });
        const told = reader.outcomesAbout([item.id]).get(item.id) ?? [];
        const { outcomes } = standingOf(told, { nowMs });
        return { item, anchors: anchorsHere(dependencies, item), outcomes, links: linksOf(reader, item) };
      }),
    history: async (id) => store.read((reader) => itemHistory(reader, id)),
    edit: async (id, { speaker, ...edit }) =>
      await editItem(changeOf(dependencies, id, speaker), edit, wordingOf(dependencies)),
    archive: async (id, { undo = false, speaker } = {}) => {
      const change = changeOf(dependencies, id, speaker);
      return undo ? await fetchBackItem(change) : await archiveItem(change);
    },
    forget: async ({ speaker = dependencies.speaker, ...selected }) => {
      const selection: ForgetRequest = selected;
      const told = await forgetItems(store, { ...selection, speaker });
      const ids = told.items.map(({ id }) => id);
      const shared = sharedStill(dependencies, ids);
      const forgotten = shared === undefined ? told : { ...told, shared };
      if (forgotten.preview) return forgotten;
      forgetSummaries(home, selection);
      const unreached = await forgetInCopies({ home, clock }, selection, ids);
      return unreached.length === 0 ? forgotten : { ...forgotten, unreached };
    },
  };
}

/** Whoever forgets needs no repository here. */
function sharedStill({ here }: HomeDependencies, ids: readonly ItemId[]): ForgottenItems['shared'] {
  return readableWorktree(here) === undefined ? undefined : stillShared(here(), ids);
}

function anchorsHere({ here }: HomeDependencies, item: MemoryItem): ItemView['anchors'] {
  const { repositoryId, files } = here();
  if (files === undefined || repositoryId === undefined || item.scope !== scopeOf('repo', repositoryId))
    return [];
  return judgeAnchors(item, files).map((freshness, at) => ({
    path: item.anchors[at]?.path ?? '',
    freshness,
  }));
}
