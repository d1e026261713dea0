import * as z from 'zod';
import type { FeedbackReceipt } from '../../api/inputs.ts';
import { outcomeWords } from '../../wording/memory-words.ts';
import { defineTool } from './tool.ts';

/** What an agent can tell of a card that it was shown. The outcomes of silence are found out by comparison, not said. */
const outcomes = ['verified', 'accepted', 'rejected', 'false_positive', 'ignored'] as const;

export const feedback = defineTool({
  name: 'feedback',
  description:
    'What became of a card: verified (followed, then the failing command passed), accepted, rejected (does not fit here), false_positive (about something else), ignored. Later recalls follow it.',
  input: z.strictObject({
    decision: z.string().min(4).describe('Its id, from the answer'),
    outcome: z.enum(outcomes),
    item: z.string().optional().describe('Id on the card, if several were shown'),
  }),
  annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async answer(memory, { decision, outcome, item }, speaker) {
    return { text: toText(await memory.feedback({ decision, outcome, item, speaker })) };
  },
});

function toText({ kind, outcome }: FeedbackReceipt): string {
  const words = outcomeWords[outcome.kind];
  return kind === 'recorded' ? `Recorded: ${words}.` : `Known already, and counted once: ${words}.`;
}
