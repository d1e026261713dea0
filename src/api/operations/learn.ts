import { asOf, watching } from '../common-fields.ts';
import { count } from '../field.ts';
import { ofRepository } from '../operation.ts';

export const learn = ofRepository({
  name: 'learn',
  summary: "Learn from this repository's past fixes how locate is to weigh its evidence here.",
  input: {
    asOf,
    questions: count('Number of past fixes to learn from and test on, at least 60.', {
      placeholder: 'COUNT',
      byDefault: '160',
    }),
    seed: count('Seed of the random order: the same seed on the same history gives the same weights.', {
      placeholder: 'NUMBER',
      byDefault: '1',
    }),
    ...watching,
  },
  terminal: {
    words: ['learn'],
    details: [
      'Past commits are the training data: the message is the question, the changed files are the answer. Weights are learned from the older commits and tested on the newer ones; locate uses them only when they prove better than the shipped ones. No language model is used, and nothing leaves this machine.',
      'The first run takes about a minute. It can be stopped at any time and run again: finished parts are kept in the index. Run it again when the history has grown.',
    ],
    examples: [
      { command: 'afterwit learn', explanation: 'Learn, and say whether it helped.' },
      { command: 'afterwit learn --reset', explanation: 'Return to the shipped weights.' },
    ],
    jsonType: 'LearningReport',
  },
  run: async (options, on) => {
    const { learn: learnHere } = await import('../../open/learning.ts');
    const { dependencies, current } = on;
    return await learnHere({
      dependencies,
      indexStore: () => current.indexStore,
      update: (target) => current.update(target, { clock: dependencies.clock, ...on.watching(options) }),
      options,
      ownSlug: current.ownSlug,
    });
  },
});
