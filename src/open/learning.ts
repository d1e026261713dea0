import { openSyntaxParser } from '../adapters/syntax/open-syntax-parser.ts';
import { learnWeights } from '../engine/locate/learn-weights.ts';
import { historyReader } from '../engine/snapshot/history-reader.ts';
import { openCode } from '../engine/snapshot/open-code.ts';
import type { LearningReport } from '../model/answers/file-location.ts';
import type { CommitId } from '../model/repository.ts';
import type { IndexStore } from '../ports/repository-index.ts';
import type { MemoryDependencies, Watching } from './home-context.ts';

interface LearnOptions extends Watching {
  readonly asOf?: string | undefined;
  readonly questions?: number | undefined;
  readonly seed?: number | undefined;
}

export interface LearningRequest {
  readonly dependencies: Omit<MemoryDependencies, 'identity'>;
  readonly indexStore: () => IndexStore;
  /** Brings the index up to a commit. */
  readonly update: (target: CommitId) => Promise<unknown>;
  readonly options: LearnOptions;
  readonly ownSlug?: string | undefined;
}

const defaultQuestions = 160;
const defaultSeed = 1;

/** Learns with a history reader of its own, so that hundreds of past trees do not evict the cached ones. */
export async function learn(request: LearningRequest): Promise<LearningReport> {
  const { dependencies, indexStore, update, options, ownSlug } = request;
  const { git, settings } = dependencies;
  const { signal = dependencies.signal, onProgress = dependencies.onProgress } = options;
  const parser = openSyntaxParser();
  // No progress here: the trees were read together before, with progress, and little is left to read.
  const code = { git, parser, settings: settings.codebase, signal };
  const histories = historyReader({
    ...dependencies,
    indexStore,
    update,
    readCode: (index, snapshot) => openCode({ ...code, index }, snapshot),
    readCodeSoFar: (index, snapshot) => openCode({ ...code, index }, snapshot),
    readWorkingCode: async (_index, _snapshot, clean) => clean,
  });
  try {
    return await learnWeights({
      ...dependencies,
      histories,
      openIndex: () => indexStore().open(),
      parser,
      codeSettings: settings.codebase,
      historySettings: settings.history,
      settings: settings.locate,
      signal,
      onProgress,
      questions: options.questions ?? defaultQuestions,
      seed: options.seed ?? defaultSeed,
      asOf: options.asOf,
      ownSlug,
    });
  } finally {
    parser.close();
  }
}
