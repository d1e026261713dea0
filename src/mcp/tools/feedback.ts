import type { FeedbackReceipt } from '../../api/inputs.ts';
import { feedback as operation } from '../../api/operations.ts';
import { outcomeWords } from '../../wording/memory-words.ts';
import { defineTool } from './tool.ts';

export const feedback = defineTool({
  name: 'feedback',
  description:
    'What became of a card: verified (followed, then the failing command passed), accepted, rejected (does not fit here), false_positive (about something else), ignored. Later recalls follow it.',
  input: operation.input,
  annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async answer(memory, request, speaker) {
    return { text: toText(await memory.feedback({ ...request, speaker })) };
  },
});

function toText({ kind, outcome }: FeedbackReceipt): string {
  const words = outcomeWords[outcome.kind];
  return kind === 'recorded' ? `Recorded: ${words}.` : `Known already, and counted once: ${words}.`;
}
