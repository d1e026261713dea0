import { ofHome } from '../operation.ts';

export const evaluateGate = ofHome({
  name: 'evaluateGate',
  summary: 'Estimate from the log what each policy would have earned.',
  input: {},
  terminal: {
    words: ['gate', 'evaluate'],
    details: [
      'From judged decisions, the reward of each and the chance that its action had: inverse propensity scoring (IPS), the same normalised (SNIPS), doubly robust (DR), each with a 95 % interval and the effective sample size. What no decision of the log tells, no estimator knows: setting gate.holdBackShare holds back a share at random.',
    ],
    examples: [{ command: 'afterwit gate evaluate', explanation: 'Would another policy do better here?' }],
    jsonType: 'GateEvaluation',
  },
  run: async (_, home) => await (await import('../../open/gate-questions.ts')).evaluateGate(home),
});
