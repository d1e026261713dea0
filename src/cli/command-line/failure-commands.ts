import type { CommandDefinition } from './command-definition.ts';

/** Commands about failures, what fixed them, and what would have prevented them. */
export const failureCommands = {
  match: {
    words: ['match'],
    summary: 'Ask whether a failure was seen before, and what fixed it.',
    details: [
      'The log is read from FILE, or from standard input; of more than 8 MB the beginning and the end. First comes how sure the match is, then the fix, why it is taken for one, and how it fared. That nothing known fits is a good answer.',
      'It is a recall by failure: it leaves a receipt, why explains it, feedback says what came of it. The exit status is 0 whatever was found; with --json, match.status is match, ambiguous or abstain.',
    ],
    arguments: [
      {
        name: 'file',
        description: 'What the failing command printed. Default: standard input.',
        optional: true,
      },
    ],
    options: ['command', 'exitCode', 'file', 'stack', 'topK'],
    optionWords: {
      file: 'File it happened in, or that was being worked on. May be given several times; the first is where it happened.',
      topK: 'Most memories to show. Default: 3.',
    },
    timeless: true,
    examples: [
      {
        command: 'npm test 2>&1 | afterwit match --command "npm test"',
        explanation: 'Have we seen this, and what fixed it?',
      },
      {
        command: 'afterwit match build.log --command "make all" --file src/parse.c',
        explanation: 'The same of a log that was kept.',
      },
    ],
    jsonType: 'Recollection',
  },
  record: {
    words: ['record'],
    summary: 'Record a failure and what fixed it.',
    details: [
      'It becomes an episode of a variant (this failure, this fix) of a pattern (failures of one cause). What is known already is attached to; what contradicts it, or may be the same, waits for a person. Recording the same again adds nothing.',
      'A FIX of - is read from standard input. Secrets are taken out before anything is written.',
    ],
    arguments: [{ name: 'fix', description: 'What made the failure go away.' }],
    options: [
      ...['command', 'exitCode', 'failure', 'stack', 'file', 'passed'],
      ...['symptom', 'cause', 'rule', 'verify', 'context', 'family', 'appliesWhen', 'notWhen'],
      ...['title', 'scope', 'tag'],
    ] as const,
    optionWords: {
      file: 'File it happened in, or PATH:Symbol for a part of one; once that changes, it is no longer shown unasked. May be given several times.',
    },
    timeless: true,
    examples: [
      {
        command: 'make 2>&1 | afterwit record "run ./configure" --command make --failure -',
        explanation: 'What fixed the failure that the command still shows.',
      },
      {
        command: 'afterwit record "Pin numpy" --failure ci.log --rule "Pin what we import"',
        explanation: 'With the rule that would have prevented it.',
      },
    ],
    jsonType: 'RecordedFailure',
  },
  guardrails: {
    words: ['guardrails'],
    summary: 'List rules that would have prevented failures like those this work may run into.',
    details: [
      'Rules that were recorded (record --rule) with failures in these files or beside them, of this command, or in these words; best first. Asked for before the failure. A TEXT of - is read from standard input.',
    ],
    arguments: [{ name: 'text', description: 'What is about to be done, in words.', optional: true }],
    options: ['file', 'command', 'limit'],
    optionWords: {
      file: 'File about to be worked on. May be given several times.',
      command: 'Command line about to be run.',
      limit: 'Most rules to show. Default: 5.',
    },
    timeless: true,
    examples: [
      {
        command: 'afterwit guardrails --file src/parse.ts',
        explanation: 'What went wrong in this file before?',
      },
      { command: 'afterwit guardrails --command "npm publish"', explanation: 'And with this command?' },
    ],
    jsonType: 'GuardrailList',
  },
  failuresList: {
    words: ['failures', 'list'],
    summary: 'List the patterns of failures that are known, the latest first.',
    details: ['Those of this repository, of you, and global ones.'],
    arguments: [],
    options: ['all', 'limit'],
    optionWords: { all: 'Those of other repositories too.', limit: 'Most entries to show. Default: 50.' },
    timeless: true,
    examples: [{ command: 'afterwit failures list', explanation: 'What keeps failing here?' }],
    jsonType: 'FailureList',
  },
  failuresShow: {
    words: ['failures', 'show'],
    summary: 'Show a pattern of failures with its variants, their episodes and what came of them.',
    details: [],
    arguments: [
      { name: 'id', description: 'Id of a pattern, a variant or an episode, 4 digits or more of it.' },
    ],
    options: [],
    timeless: true,
    examples: [{ command: 'afterwit failures show 5e6f7a8b', explanation: 'All that is known of it.' }],
    jsonType: 'FailureView',
  },
  failuresReview: {
    words: ['failures', 'review'],
    summary: 'List doubtful merges and contradicting fixes side by side, or decide about one.',
    details: [
      'merge: it is the known variant; its evidence is attached there. split: both are right, each for its own case. supersede: the new fix takes the place of the known one. reject: the new one is wrong. Only a person may decide.',
    ],
    arguments: [
      {
        name: 'id',
        description:
          'Id of the variant that waits, 4 digits or more of it. Without one, all that wait are listed.',
        optional: true,
      },
      {
        name: 'decision',
        description: 'One of merge, split, supersede, reject.',
        choices: ['merge', 'split', 'supersede', 'reject'],
        optional: true,
      },
    ],
    options: [],
    timeless: true,
    examples: [
      { command: 'afterwit failures review', explanation: 'What is there to decide?' },
      {
        command: 'afterwit failures review 5e6f7a8b split',
        explanation: 'These are two different failures.',
      },
    ],
    jsonType: 'DoubtList',
  },
} as const satisfies Record<string, CommandDefinition>;
