import { denyCall } from '../engine/items/hard-rules.ts';
import type { RecallDependencies } from '../engine/memory/recall-dependencies.ts';
import { silentFor } from '../engine/moments/moment-told.ts';
import { tellAtStart } from '../engine/moments/tell-at-start.ts';
import { tellBeforeCompaction } from '../engine/moments/tell-before-compaction.ts';
import { type ReadIndexedHistory, tellBeforeEdit } from '../engine/moments/tell-before-edit.ts';
import { type LocateIndexed, tellOfPrompt } from '../engine/moments/tell-of-prompt.ts';
import type { MomentAnswer } from '../model/answers/moment-answer.ts';
import { AfterwitError } from '../model/errors.ts';
import type { Speaker } from '../model/speaker.ts';
import type { MomentRequest } from './memory-requests.ts';

/** What the index tells at a moment, as far as it is there. */
export interface IndexedNow {
  readonly locate: LocateIndexed;
  readonly readHistory: ReadIndexedHistory;
}

/** One use case for each moment. @throws INVALID_ARGUMENT */
export async function tellAtMoment(
  request: MomentRequest,
  speaker: Speaker,
  { locate, readHistory }: IndexedNow,
  dependencies: RecallDependencies,
): Promise<MomentAnswer> {
  const { hooks } = dependencies.settings;
  const within = (tokens: number) => ({ budgetTokens: request.budgetTokens ?? tokens, speaker });
  switch (request.kind) {
    case 'session_start':
      return await tellAtStart({ ...request, ...within(hooks.sessionStartTokens) }, dependencies);
    case 'prompt':
      return await tellOfPrompt({ ...request, ...within(hooks.promptTokens) }, locate, dependencies);
    case 'before_edit':
      return await tellBeforeEdit(
        { ...request, ...within(hooks.beforeEditTokens) },
        readHistory,
        dependencies,
      );
    case 'before_command':
      return denyCall(request, speaker, dependencies) ?? silentFor('no hard rule stops it');
    case 'before_compaction':
      return await tellBeforeCompaction(within(hooks.beforeCompactionTokens), dependencies);
    default:
      throw new AfterwitError(
        'INVALID_ARGUMENT',
        `The moment is ${JSON.stringify((request as { readonly kind?: unknown }).kind)}. Give one of session_start, prompt, before_edit, before_command, before_compaction.`,
      );
  }
}
