import type { Step } from './script.ts';
import type { ServerEvent } from './server-event.ts';

/** One turn as Anthropic Messages streams it. */
export function speakAnthropic({ blocks, inputTokens = 1_000 }: Step, turn: string): readonly ServerEvent[] {
  const calls = blocks.some(({ kind }) => kind !== 'text');
  return [
    {
      type: 'message_start',
      message: {
        id: `msg_${turn}`,
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: inputTokens, output_tokens: 1 },
      },
    },
    ...blocks.flatMap((block, index): ServerEvent[] => {
      const id = `toolu_${turn}_${index}`;
      const [content_block, delta] =
        block.kind === 'text'
          ? [
              { type: 'text', text: '' },
              { type: 'text_delta', text: block.text },
            ]
          : [
              { type: 'tool_use', id, name: block.name, input: {} },
              { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
            ];
      return [
        { type: 'content_block_start', index, content_block },
        { type: 'content_block_delta', index, delta },
        { type: 'content_block_stop', index },
      ];
    }),
    {
      type: 'message_delta',
      delta: { stop_reason: calls ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: 20 },
    },
    { type: 'message_stop' },
  ];
}
