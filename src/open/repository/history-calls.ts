import { openIssueExport } from '../../adapters/issue-exports/open-issue-export.ts';
import { coupleFiles } from '../../engine/history/couple-files.ts';
import { examineCommit } from '../../engine/history/examine-commit.ts';
import { rankHotspots } from '../../engine/history/rank-hotspots.ts';
import { resolveTarget } from '../../engine/snapshot/history-reader.ts';
import type { Memory } from '../memory.ts';
import { searchHistory } from '../search-history.ts';
import type { MemoryCore } from './memory-core.ts';

const defaultHotspots = 20;
const defaultCoupled = 10;
const defaultPatchBytes = 65_536;
/** A file's patch may fill at most this part of the whole. */
const fileShareOfPatch = 4;

type HistoryCalls = Pick<Memory, 'index' | 'searchCommits' | 'examineCommit' | 'hotspots' | 'coupledFiles'>;

/** What the commits of the repository tell. */
export function historyCalls(core: MemoryCore): HistoryCalls {
  const { dependencies, current, histories } = core;
  const { git, settings } = dependencies;
  return {
    index: async ({ asOf, rebuild, ...watching } = {}) => {
      await git.refresh();
      histories.forget();
      const target = await resolveTarget(git, asOf);
      return await current.update(target, { clock: dependencies.clock, rebuild, ...core.watching(watching) });
    },
    searchCommits: async (query, options = {}) =>
      await histories.read(options.asOf, (history) => searchHistory(history, query, options, core.searching)),
    examineCommit: async (name, options = {}) => {
      const commit = await git.resolveCommit(name);
      const totalBytes = options.patchBytes ?? defaultPatchBytes;
      return await histories.read(options.asOf, async ({ snapshot }) =>
        examineCommit({
          git,
          snapshot,
          commit,
          patchLimits: { totalBytes, fileBytes: Math.ceil(totalBytes / fileShareOfPatch) },
          issues:
            options.issueExport === undefined ? dependencies.issues : openIssueExport(options.issueExport),
          ownSlug: current.ownSlug,
        }),
      );
    },
    hotspots: async ({ asOf, limit = defaultHotspots, all } = {}) =>
      await histories.read(asOf, (history) => rankHotspots(history, settings.history, limit, all)),
    coupledFiles: async (path, { asOf, limit = defaultCoupled } = {}) =>
      await histories.read(asOf, (history) => coupleFiles(history, path, settings.history, limit)),
  };
}
