import { openSyntaxParser } from '../adapters/syntax/open-syntax-parser.ts';
import {
  type EntityRequest,
  type TraverseRequest,
  traverseCode,
  viewEntity,
} from '../engine/code/code-graph.ts';
import {
  findSummaries,
  type SearchSummariesRequest,
  type ViewSummaryRequest,
  viewSummary,
} from '../engine/code/summaries.ts';
import { codeEntries, indexCode } from '../engine/index/index-code.ts';
import type { ReadTouchedRequest } from '../engine/locate/earlier-fixes.ts';
import { type LocateFilesRequest, locateFiles } from '../engine/locate/locate-files.ts';
import type { HistoryReaderRequest } from '../engine/snapshot/history-reader.ts';
import { type OpenCodeRequest, openCode, openWorkingCode } from '../engine/snapshot/open-code.ts';
import { rankerVersion } from '../locate/features.ts';
import type {
  FileLocation,
  FileSummary,
  LearnedWeights,
  SummarySearch,
} from '../model/answers/file-location.ts';
import type { IndexProgress } from '../model/answers/memory-status.ts';
import type { CodeTraversal, EntityView } from '../model/code.ts';
import type { RepositoryIndex } from '../ports/repository-index.ts';
import type { MemoryDependencies } from './home-context.ts';

/** All queries about code, together with the parser and settings that they need. */
export interface CodeQuestions
  extends Pick<HistoryReaderRequest, 'readCodeAhead' | 'readCode' | 'readCodeSoFar' | 'readWorkingCode'> {
  locate(
    request: Omit<LocateFilesRequest, 'settings' | 'historySettings' | 'fixSource'>,
  ): Promise<FileLocation>;
  /** The weights that `learn` stored for the current version of the features. */
  learnedWeights(index: RepositoryIndex): LearnedWeights | undefined;
  viewSummary(request: Omit<ViewSummaryRequest, 'settings'>): Promise<FileSummary>;
  searchSummaries(request: Omit<SearchSummariesRequest, 'settings'>): Promise<SummarySearch>;
  traverse(request: TraverseRequest): CodeTraversal;
  entity(request: EntityRequest): Promise<EntityView>;
  close(): void;
}

export function openCodeQuestions(dependencies: Omit<MemoryDependencies, 'identity'>): CodeQuestions {
  const { git, settings, onProgress, signal, logger } = dependencies;
  const { history, codebase, locate } = settings;
  const parser = openSyntaxParser({
    onFault: (reason) => logger.warn('the thread that reads code ended', { reason }),
  });
  const known: ReadTouchedRequest['known'] = new Map();
  const requestFor = (index: RepositoryIndex): OpenCodeRequest => ({
    git,
    index,
    parser,
    settings: codebase,
    onProgress,
    signal,
  });
  return {
    readCodeAhead: async (index, target, history) => {
      const failed = new AbortController();
      let isHistoryRead = false;
      history.then(
        () => {
          isHistoryRead = true;
        },
        () => failed.abort(),
      );
      const request = {
        ...requestFor(index),
        // One progress at a time: that of the history, then the rest of the code's.
        onProgress: (progress: IndexProgress) => isHistoryRead && onProgress?.(progress),
        signal: AbortSignal.any([failed.signal, ...(signal === undefined ? [] : [signal])]),
      };
      await indexCode(request, codeEntries(await git.listTree(target)));
    },
    readCode: (index, snapshot) => openCode(requestFor(index), snapshot),
    readCodeSoFar: (index, snapshot) => openCode({ ...requestFor(index), asItIs: true }, snapshot),
    readWorkingCode: (index, ...rest) => openWorkingCode(requestFor(index), ...rest),
    locate: async (request) => {
      const found = await locateFiles({
        ...request,
        settings: locate,
        historySettings: history,
        fixSource: { git, parser, known },
      });
      return parser.failure === undefined
        ? found
        : { ...found, warnings: ['parser_failed', ...found.warnings] };
    },
    learnedWeights: (index) => index.learnedWeights(rankerVersion),
    viewSummary: (request) => viewSummary({ ...request, settings: history }),
    searchSummaries: (request) => findSummaries({ ...request, settings: { history, codebase } }),
    traverse: traverseCode,
    entity: viewEntity,
    close: () => parser.close(),
  };
}
