import type { Step } from './script.ts';
import type { ServerEvent } from './server-event.ts';

/** One turn as the Gemini API streams it: one chunk. */
export function speakGemini({ blocks, inputTokens = 1_000 }: Step): readonly ServerEvent[] {
  const parts = blocks.map((block) =>
    block.kind === 'text'
      ? { text: block.text }
      : { functionCall: { name: block.name, args: block.kind === 'call' ? block.input : {} } },
  );
  const usageMetadata = { promptTokenCount: inputTokens, candidatesTokenCount: 20 };
  return [
    {
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { ...usageMetadata, totalTokenCount: inputTokens + 20 },
    },
  ];
}
