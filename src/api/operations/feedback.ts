import { outcomeKinds } from '../../model/decision.ts';
import { speaker } from '../common-fields.ts';
import { choice, required, text } from '../field.ts';
import { ofHome } from '../operation.ts';

export const feedback = ofHome({
  name: 'feedback',
  summary: 'Say whether a recall helped.',
  input: {
    decision: required(
      text('Id of the decision, as recall prints it; at least 4 digits.', {
        placeholder: 'DECISION',
        agent: 'Its id, from the answer',
      }),
    ),
    outcome: required(
      choice(outcomeKinds, `One of ${outcomeKinds.join(', ')}.`, {
        placeholder: 'OUTCOME',
        was: ['kind'],
        agent: true,
        // The outcomes of silence are found out by comparison, not said.
        agentChoices: ['verified', 'accepted', 'rejected', 'false_positive', 'ignored'],
      }),
    ),
    item: text('The memory that the feedback is about; needed when the decision showed several.', {
      placeholder: 'ID',
      agent: 'Id on the card, if several were shown',
    }),
    speaker,
  },
  terminal: {
    words: ['feedback'],
    arguments: ['decision', 'outcome'],
    details: [
      'verified: it helped, and a check passed. accepted: it was followed. rejected: it was wrong or unwanted. false_positive: it was irrelevant. ignored: it was not read. missed: a memory that would have helped was not shown. correct_abstain: showing nothing was right.',
      'Repeated feedback counts once.',
    ],
    examples: [
      { command: 'afterwit feedback 1a2b3c4d verified', explanation: 'It was the fix.' },
      {
        command: 'afterwit feedback 1a2b3c4d false_positive --item 5e6f7a8b',
        explanation: 'That one memory was irrelevant.',
      },
    ],
    jsonType: 'FeedbackReceipt',
  },
  run: async ({ outcome, speaker, ...request }, { store, clock, speaker: opener }) => {
    const { giveFeedback } = await import('../../engine/decisions/give-feedback.ts');
    const given = { ...request, kind: outcome, speaker: speaker ?? opener };
    return await giveFeedback({ ...given, store, nowMs: clock.nowMs() });
  },
});
