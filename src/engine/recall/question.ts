import type { DecisionId } from '../../model/decision.ts';
import type { LocatedPlaces } from '../../model/evidence.ts';
import { profileQuery, type QueryProfile } from '../../query/profile-failure.ts';
import { once } from '../../text/once.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { type Moment, moments, type RecallMemoriesRequest } from './moments.ts';
import { locateAsked, locatePlaces } from './places.ts';

/** A request, read once for all stages. */
export interface Question {
  readonly request: RecallMemoriesRequest;
  readonly moment: Moment;
  /** Without secrets. */
  readonly query: QueryProfile;
  readonly decisionId: DecisionId;
  readonly budgetTokens: number;
  /** The likely places in the code, located on first use, since that takes longer than all else of a recall. */
  readonly locate: () => Promise<LocatedPlaces | undefined>;
}

export function readQuestion(request: RecallMemoriesRequest, dependencies: RecallDependencies): Question {
  const { settings, random, worktree } = dependencies;
  const { failure } = request;
  const moment = moments[request.moment];
  return {
    request,
    moment,
    query: profileQuery(
      failure === undefined
        ? request
        : { ...request, failure: { ...failure, worktree: failure.worktree ?? worktree } },
    ),
    decisionId: request.decisionId ?? (random.uuid() as DecisionId),
    budgetTokens: Math.min(
      request.budgetTokens ?? settings.packing.budgetTokens,
      settings.memory.maxPromptBudgetTokens,
    ),
    locate: once(() => (moment.asked ? locateAsked : locatePlaces)(request, dependencies)),
  };
}
