import { speaker } from '../common-fields.ts';
import { ofHome } from '../operation.ts';

export const resetGate = ofHome({
  name: 'resetGate',
  summary: 'Forget what the gate has learned; it begins again from shipped priors.',
  input: {
    speaker,
  },
  terminal: {
    words: ['gate', 'reset'],
    details: [
      'Decisions, their outcomes and the ledger stay: a bound cannot be reset away. Only a person may do it.',
    ],
    examples: [{ command: 'afterwit gate reset', explanation: 'Learn anew from here on.' }],
    jsonType: 'GateReset',
  },
  run: async ({ speaker }, home) =>
    await (await import('../../open/gate-questions.ts')).resetGate(home, speaker ?? home.speaker),
});
