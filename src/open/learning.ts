import { openSyntaxParser } from '../adapters/syntax/open-syntax-parser.ts';
import { learnWeights } from '../engine/locate/learn-weights.ts';
import { historyReader } from '../engine/snapshot/history-reader.ts';
import { openCode } from '../engine/snapshot/open-code.ts';
import type { LearningReport } from '../model/answers/file-location.ts';
import type { Watching } from './home-context.ts';
import type { RepositoryContext } from './repository-context.ts';

interface LearnOptions extends Watching {
  readonly asOf?: string | undefined;
  readonly questions?: number | undefined;
  readonly seed?: number | undefined;
}

const defaultQuestions = 160;
const defaultSeed = 1;

/** Learns with a history reader of its own, so that hundreds of past trees do not evict the cached ones. */
export async function learn(options: LearnOptions, on: RepositoryContext): Promise<LearningReport> {
  const { dependencies, current } = on;
  const { git, settings, clock } = dependencies;
  const { signal = dependencies.signal, onProgress = dependencies.onProgress } = options;
  const parser = openSyntaxParser();
  // No progress here: the trees were read together before, with progress, and little is left to read.
  const code = { git, parser, settings: settings.codebase, signal };
  const histories = historyReader({
    ...dependencies,
    indexStore: () => current.indexStore,
    update: (target) => current.update(target, { clock, ...on.watching(options) }),
    readCode: (index, snapshot) => openCode({ ...code, index }, snapshot),
    readCodeSoFar: (index, snapshot) => openCode({ ...code, index }, snapshot),
    readWorkingCode: async (_index, _snapshot, clean) => clean,
  });
  try {
    return await learnWeights({
      ...dependencies,
      histories,
      openIndex: () => current.indexStore.open(),
      parser,
      codeSettings: settings.codebase,
      historySettings: settings.history,
      settings: settings.locate,
      signal,
      onProgress,
      questions: options.questions ?? defaultQuestions,
      seed: options.seed ?? defaultSeed,
      asOf: options.asOf,
      ownSlug: current.ownSlug,
    });
  } finally {
    parser.close();
  }
}
