import { budget, speaker } from '../common-fields.ts';
import { paths, prose } from '../field.ts';
import { ofRepository } from '../operation.ts';

export const brief = ofRepository({
  name: 'brief',
  summary: 'Show what must be known before a plan: constraints, decisions, open tasks, preferences.',
  input: {
    query: prose('The plan, in words.', { agent: true }),
    files: paths('File that the plan is about. May be given several times.', {
      placeholder: 'PATH',
      flag: 'file',
      agent: true,
    }),
    budgetTokens: budget(),
    speaker,
  },
  terminal: {
    words: ['brief'],
    otherNames: ['plan', 'context', 'rules'],
    arguments: ['query'],
    details: [
      'The newest of each kind come first, within a budget of tokens; what an agent says and nothing has confirmed comes last and says so. With a text or --file, only what is about them. What is stale, superseded or waits for a person stays out; words of a replaced rule find what took its place.',
      'A TEXT of - is read from standard input. Each brief is recorded: why explains it, feedback says whether it helped.',
    ],
    examples: [
      { command: 'afterwit brief', explanation: 'What holds here?' },
      {
        command: 'afterwit brief "move the parser to a worker" --file src/parser.ts',
        explanation: 'What of it bears on this plan?',
      },
    ],
    jsonType: 'Brief',
  },
  run: async (request, on) => {
    const { brief: briefWork } = await import('../../engine/brief/brief.ts');
    const asked = { ...request, speaker: request.speaker ?? on.dependencies.speaker };
    return await briefWork(asked, await on.recalling());
  },
});
