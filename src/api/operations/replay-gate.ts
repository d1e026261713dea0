import { choice } from '../field.ts';
import { ofHome } from '../operation.ts';

export const replayGate = ofHome({
  name: 'replayGate',
  summary: 'Decide every decision of the log again.',
  input: {
    policy: choice(
      ['plain_rule', 'never_inject', 'full_rscb_mc', 'guarded_rscb_mc'],
      'Policy to decide with: plain_rule, never_inject, full_rscb_mc or guarded_rscb_mc.',
      { placeholder: 'NAME', byDefault: 'setting gate.policy' },
    ),
  },
  terminal: {
    words: ['gate', 'replay'],
    details: [
      'With the policy and the settings that decided, the same comes out. With --policy, what another policy would have done in the same places, learning from the same outcomes.',
    ],
    examples: [
      { command: 'afterwit gate replay', explanation: 'Does the same log give the same decisions?' },
      {
        command: 'afterwit gate replay --policy plain_rule',
        explanation: 'Where would another policy decide otherwise?',
      },
    ],
    jsonType: 'GateReplay',
  },
  run: async ({ policy }, home) =>
    await (await import('../../open/gate-questions.ts')).replayOwnGate(home, policy),
});
