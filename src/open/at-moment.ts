import { readFileHistory } from '../engine/history/file-history.ts';
import { denyCall } from '../engine/moments/deny-call.ts';
import { silentFor } from '../engine/moments/moment-answers.ts';
import { type LocateIndexed, tellOfPrompt } from '../engine/moments/tell-of-prompt.ts';
import {
  type ReadIndexedHistory,
  tellAtStart,
  tellBeforeCompaction,
  tellBeforeEdit,
} from '../engine/moments/tell-unasked.ts';
import type { MomentAnswer } from '../model/answers/recollection.ts';
import type { Speaker } from '../model/provenance.ts';
import type { RepositoryContext } from './repository-context.ts';

/** A moment of an agent's session at which it may be told something that it did not ask for. */
export type MomentRequest = {
  /** Most tokens that are told. Default: setting `hooks.…Tokens` of the moment. */
  readonly budgetTokens?: number | undefined;
  /** The agent, with the session as it names it: no memory is told twice in a session. */
  readonly speaker?: Speaker | undefined;
} & (
  | {
      readonly kind: 'session_start';
      /** Texts told to the session before are no longer in its context. Default: false. */
      readonly mayRepeat?: boolean | undefined;
    }
  | { readonly kind: 'prompt'; readonly prompt: string }
  | {
      readonly kind: 'before_edit';
      /** Relative to the top of the working tree or absolute. */
      readonly path: string;
      /** It is read, or named in a prompt: only memories about it are told. Default: false. */
      readonly isRead?: boolean | undefined;
      /** Only a hard rule answers. Default: false. */
      readonly hardOnly?: boolean | undefined;
    }
  | { readonly kind: 'before_command'; readonly command: string }
  | { readonly kind: 'before_compaction' }
);

/** One use case for each moment. Nothing is indexed for it. */
export async function tellAtMoment(request: MomentRequest, on: RepositoryContext): Promise<MomentAnswer> {
  const { searchCommitsAbout } = on.banks;
  const dependencies = { ...(await on.recalling()), searchCommitsAbout };
  const { hooks } = dependencies.settings;
  const speaker = request.speaker ?? on.dependencies.speaker;
  const within = (tokens: number) => ({ budgetTokens: request.budgetTokens ?? tokens, speaker });
  switch (request.kind) {
    case 'session_start':
      return await tellAtStart({ ...request, ...within(hooks.sessionStartTokens) }, dependencies);
    case 'prompt':
      return await tellOfPrompt({ ...request, ...within(hooks.promptTokens) }, locateOn(on), dependencies);
    case 'before_edit':
      return await tellBeforeEdit(
        { ...request, ...within(hooks.beforeEditTokens) },
        readHistoryOn(on),
        dependencies,
      );
    case 'before_command':
      return (await denyCall(request, speaker, dependencies)) ?? silentFor('no hard rule stops it');
    case 'before_compaction':
      return await tellBeforeCompaction(within(hooks.beforeCompactionTokens), dependencies);
  }
}

function locateOn(on: RepositoryContext): LocateIndexed {
  return (text, { head, topK }) =>
    on.locateAt(head, (history) => on.locateCommitted(history, text, { topK, reasons: false }), {
      earlier: true,
    });
}

function readHistoryOn(on: RepositoryContext): ReadIndexedHistory {
  const { git } = on.dependencies;
  return (path, head) =>
    on.histories.readIndexed(
      head,
      (commit) => git.isAncestor(commit, head),
      (history) => readFileHistory(history, path, on.searching),
    );
}
