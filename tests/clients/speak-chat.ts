import type { Step } from './script.ts';
import type { ServerEvent } from './server-event.ts';

/** One turn as OpenAI Chat Completions streams it, which other providers speak as well. */
export function speakChat({ blocks, inputTokens = 1_000 }: Step, turn: string): readonly ServerEvent[] {
  const said = blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n');
  const calls = blocks.flatMap((block) => (block.kind === 'call' ? [block] : []));
  const tool_calls = calls.map(({ name, input }, index) => ({
    ...{ index, id: `call_${turn}_${index}`, type: 'function' },
    function: { name, arguments: JSON.stringify(input) },
  }));
  const chunk = (choices: readonly object[], more: object = {}): ServerEvent => ({
    ...{ id: `chat_${turn}`, object: 'chat.completion.chunk', created: 1, model: 'scripted', choices },
    ...more,
  });
  const delta = { role: 'assistant', content: said || null, ...(calls.length > 0 ? { tool_calls } : {}) };
  const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
  return [
    chunk([{ index: 0, delta, finish_reason: null }]),
    chunk([{ index: 0, delta: {}, finish_reason }]),
    chunk([], {
      usage: { prompt_tokens: inputTokens, completion_tokens: 20, total_tokens: inputTokens + 20 },
    }),
  ];
}
