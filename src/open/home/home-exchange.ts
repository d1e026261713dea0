import { replaceSharedFile } from '../../adapters/system/replace-shared-file.ts';
import { exportItems, exportV2 } from '../../engine/exchange/export-items.ts';
import { type ImportRequest, importItems } from '../../engine/exchange/import-items.ts';
import { planShare } from '../../engine/exchange/share-items.ts';
import type { ImportReport } from '../../model/answers/exchange-report.ts';
import { sharedLessonsPath } from '../../model/answers/share-report.ts';
import type { Scope } from '../../model/scope.ts';
import type { ExportOptions, ImportOptions, MemoryHome } from '../memory-home.ts';
import { requireShared, sharedFileOf } from '../shared-lessons.ts';
import { type HomeDependencies, type SpeakerOption, scopeHere, wordingOf } from './home-dependencies.ts';

type ExchangeCalls = Pick<
  MemoryHome,
  'exportLines' | 'exportV2' | 'importLines' | 'importFiles' | 'share' | 'importShared'
>;

/** How memories leave a home and come into it: lines, the layout of V2, a repository's shared file. */
export function homeExchange(dependencies: HomeDependencies): ExchangeCalls {
  const { store, here } = dependencies;
  const importFiles: MemoryHome['importFiles'] = async (files, options: ImportOptions = {}) => {
    const { scope, vouched = false, ...others } = options;
    const placed = scope === undefined ? undefined : scopeHere(here(), scope);
    return await importInto(dependencies, { files, vouched, scope: placed, ...others });
  };
  return {
    exportLines: (options) => exportItems(store, scopesOf(dependencies, options)),
    exportV2: (options) => exportV2(store, scopesOf(dependencies, options)),
    importLines: (lines, options) => importFiles([{ lines }], options),
    importFiles,
    share: async ({ ids = [], all = false, removed = [], scope = 'repo', preview = false, ...by }) => {
      const { worktree, path, before } = sharedFileOf(here());
      const speaker = by.speaker ?? dependencies.speaker;
      const request = { ids, all, removed, before, scope: scopeHere(here(), scope), speaker };
      const { text, changes, lineCount } = store.read((reader) => planShare(reader, request));
      if (!preview && text !== before) replaceSharedFile(worktree, sharedLessonsPath, text);
      return { path, preview, changes, lineCount };
    },
    importShared: async (options = {}) => {
      const { before } = requireShared(here());
      const lines = async function* () {
        yield before;
      };
      const scope = scopeHere(here(), 'repo');
      const request = { files: [{ lines: lines() }], vouched: false, shared: true, scope };
      return await importInto(dependencies, { ...request, ...options });
    },
  };
}

/** Undefined for all. */
function scopesOf(
  { here }: HomeDependencies,
  { where = 'here' }: ExportOptions = {},
): readonly Scope[] | undefined {
  if (where === 'all') return undefined;
  return where === 'here' ? here().scopes : [scopeHere(here(), where)];
}

async function importInto(
  dependencies: HomeDependencies,
  { speaker = dependencies.speaker, ...request }: Omit<ImportRequest, 'speaker'> & SpeakerOption,
): Promise<ImportReport> {
  const { contradiction } = wordingOf(dependencies);
  return await importItems({ ...request, speaker }, { ...dependencies, contradiction });
}
