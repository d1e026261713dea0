import type { Block, Step } from './script.ts';
import type { ServerEvent } from './server-event.ts';

/** One turn as OpenAI Responses streams it. */
export function speakOpenAi({ blocks, inputTokens = 1_000 }: Step, turn: string): readonly ServerEvent[] {
  const response = { id: `resp_${turn}`, object: 'response', output: [] };
  return [
    { type: 'response.created', response: { ...response, status: 'in_progress' } },
    ...blocks.flatMap((block, output_index): ServerEvent[] => {
      const item = itemOf(block, `${turn}_${output_index}`);
      return [
        { type: 'response.output_item.added', output_index, item },
        { type: 'response.output_item.done', output_index, item },
      ];
    }),
    {
      type: 'response.completed',
      response: {
        ...response,
        status: 'completed',
        usage: {
          input_tokens: inputTokens,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: 20,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: inputTokens + 20,
        },
      },
    },
  ];
}

function itemOf(block: Block, id: string): object {
  if (block.kind === 'text')
    return {
      type: 'message',
      role: 'assistant',
      id: `msg_${id}`,
      content: [{ type: 'output_text', text: block.text, annotations: [] }],
    };
  const call = { call_id: `call_${id}`, name: block.name };
  if (block.kind === 'text-call')
    return { ...call, type: 'custom_tool_call', id: `ctc_${id}`, input: block.input };
  const namespace = block.namespace === undefined ? {} : { namespace: block.namespace };
  return {
    ...call,
    ...namespace,
    type: 'function_call',
    id: `fc_${id}`,
    arguments: JSON.stringify(block.input),
  };
}
