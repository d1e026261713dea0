import { limit } from '../common-fields.ts';
import { paths, prose, text } from '../field.ts';
import { ofRepository } from '../operation.ts';

const defaultLimit = 5;

export const guardrails = ofRepository({
  name: 'guardrails',
  summary: 'List the rules that bear on the planned work.',
  input: {
    query: prose('The planned work, in words.', { agent: 'What is about to be done' }),
    command: text('Command line to be run.', { placeholder: 'LINE', agent: 'About to be run' }),
    files: paths('File to be worked on. May be given several times.', {
      placeholder: 'PATH',
      flag: 'file',
      agent: true,
    }),
    limit: limit('Maximum number of rules to show.', { byDefault: '5', most: 20 }),
  },
  terminal: {
    words: ['guardrails'],
    arguments: ['query'],
    details: [
      'Finds constraints about these files, and rules remembered with failures (remember --rule) in or near them, of this command, or with this wording; best first. Ask before the work, not after a failure. A TEXT of - is read from standard input.',
    ],
    examples: [
      {
        command: 'afterwit guardrails --file src/parse.ts',
        explanation: 'What holds for this file, and what went wrong in it before?',
      },
      {
        command: 'afterwit guardrails --command "npm publish"',
        explanation: 'What went wrong with this command before?',
      },
    ],
    jsonType: 'GuardrailList',
  },
  run: async (request, on) => {
    const { guardWork } = await import('../../engine/brief/brief-file.ts');
    const { speaker } = on.dependencies;
    return await guardWork(
      { ...request, speaker, limit: request.limit ?? defaultLimit },
      await on.recalling(),
    );
  },
});
