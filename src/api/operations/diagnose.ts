import { ofRepository } from '../operation.ts';

export const diagnose = ofRepository({
  name: 'diagnose',
  summary: 'Check git, Node.js, the home folder, the memory, the index and each agent, and say what to do.',
  input: {},
  terminal: {
    words: ['doctor'],
    otherNames: ['check', 'health', 'diagnose'],
    details: [
      'Changes nothing. Of each connected agent, it starts the hook and the server that the settings of the user name, and says what answered.',
    ],
    examples: [{ command: 'afterwit doctor', explanation: 'What is wrong here, if anything?' }],
    jsonType: 'Diagnosis',
  },
  run: async (_, { dependencies, current }) =>
    await (await import('../../open/health-questions.ts')).currentDiagnosis(dependencies, current),
});
