import { doubtDecisions } from '../../model/answers/item-answers.ts';
import { changeOf } from '../../open/home-context.ts';
import { id, speaker } from '../common-fields.ts';
import { choice, required } from '../field.ts';
import { ofHome } from '../operation.ts';

export const decideDoubt = ofHome({
  name: 'decideDoubt',
  summary: 'Decide a doubtful variant of a failure in the name of a person.',
  input: {
    id,
    decision: required(choice(doubtDecisions, `One of ${doubtDecisions.join(', ')}.`)),
    speaker,
  },
  takes: ['id', 'decision'],
  run: async ({ id, decision, speaker }, home) => {
    const { decideDoubt: decide } = await import('../../engine/items/review-items.ts');
    return await decide(changeOf(home, id, speaker), decision);
  },
});
