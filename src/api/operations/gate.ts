import { ofHome } from '../operation.ts';

export const gate = ofHome({
  name: 'gate',
  summary: 'Show what decides whether a memory is shown unasked, and what it has learned.',
  input: {},
  terminal: {
    words: ['gate', 'show'],
    details: [
      'The policy, the numbers that it decides with, and the ledger: false positives of 30 days, those that may still be judged, and the limit that they stay within.',
    ],
    examples: [{ command: 'afterwit gate show', explanation: 'Is the gate open, and what does it know?' }],
    jsonType: 'GateReport',
  },
  run: async (_, home) => await (await import('../../open/gate-questions.ts')).showGate(home),
});
