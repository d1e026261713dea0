import { guardrails as operation } from '../../api/operations.ts';
import { defineTool, reading } from './tool.ts';

export const guardrails = defineTool({
  name: 'guardrails',
  description:
    'Constraints about the files, and rules that would have prevented failures near what is planned.',
  input: operation.input,
  annotations: reading,
  async answer(memory, request) {
    const { text } = await memory.guardrails(request);
    return { text: text === '' ? 'No rule is known here.' : text, fenced: [text] };
  },
});
