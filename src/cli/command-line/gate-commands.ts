import type { CommandDefinition } from './command-definition.ts';

/** Commands about the gate: what it knows, what it decided, how often it was right. */
export const gateCommands = {
  stats: {
    words: ['stats'],
    summary: 'Count how often something is shown unasked, how often it was wrong, and why nothing was.',
    details: [
      'Rates come with their counts and 95 % intervals. Those of false positives and of help are among the shown memories that somebody judged; the share that nobody judged stands beside, for of those nothing is known.',
    ],
    arguments: [],
    options: ['days'],
    timeless: true,
    examples: [
      { command: 'afterwit stats', explanation: 'The last 30 days.' },
      { command: 'afterwit stats --days 7 --json', explanation: 'The last week, for a program.' },
    ],
    jsonType: 'GateStatistics',
  },
  gateShow: {
    words: ['gate', 'show'],
    summary: 'Show what decides whether a memory is shown unasked, and what it has learned.',
    details: [
      'The policy, the numbers that it decides with, and the ledger: false positives of 30 days, those that may still be judged, and the limit that they stay within.',
    ],
    arguments: [],
    options: [],
    timeless: true,
    examples: [{ command: 'afterwit gate show', explanation: 'Is the gate open, and what does it know?' }],
    jsonType: 'GateReport',
  },
  gateReset: {
    words: ['gate', 'reset'],
    summary: 'Forget what the gate has learned; it begins again from shipped priors.',
    details: [
      'Decisions, their outcomes and the ledger stay: a bound cannot be reset away. Only a person may do it.',
    ],
    arguments: [],
    options: [],
    timeless: true,
    examples: [{ command: 'afterwit gate reset', explanation: 'Learn anew from here on.' }],
    jsonType: 'GateReset',
  },
  gateReplay: {
    words: ['gate', 'replay'],
    summary: 'Decide every decision of the log again.',
    details: [
      'With the policy and the settings that decided, the same comes out. With --policy, what another policy would have done in the same places, learning from the same outcomes.',
    ],
    arguments: [],
    options: ['policy'],
    timeless: true,
    examples: [
      { command: 'afterwit gate replay', explanation: 'Does the same log give the same decisions?' },
      {
        command: 'afterwit gate replay --policy plain_rule',
        explanation: 'Where would another policy decide otherwise?',
      },
    ],
    jsonType: 'GateReplay',
  },
  gateEvaluate: {
    words: ['gate', 'evaluate'],
    summary: 'Estimate from the log what each policy would have earned.',
    details: [
      'From judged decisions, the reward of each and the chance that its action had: inverse propensity scoring (IPS), the same normalised (SNIPS), doubly robust (DR), each with a 95 % interval and the effective sample size. What no decision of the log tells, no estimator knows: setting gate.holdBackShare holds back a share at random.',
    ],
    arguments: [],
    options: [],
    timeless: true,
    examples: [{ command: 'afterwit gate evaluate', explanation: 'Would another policy do better here?' }],
    jsonType: 'GateEvaluation',
  },
} as const satisfies Record<string, CommandDefinition>;
