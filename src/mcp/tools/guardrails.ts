import * as z from 'zod';
import { defineTool, reading } from './tool.ts';

const mostRules = 20;

export const guardrails = defineTool({
  name: 'guardrails',
  description:
    'Constraints about the files, and rules that would have prevented failures near what is planned.',
  input: z.strictObject({
    query: z.string().optional().describe('What is about to be done'),
    command: z.string().optional().describe('About to be run'),
    files: z.array(z.string()).optional(),
    limit: z.int().min(1).max(mostRules).optional(),
  }),
  annotations: reading,
  async answer(memory, request) {
    const { text } = await memory.guardrails(request);
    return { text: text === '' ? 'No rule is known here.' : text, fenced: [text] };
  },
});
