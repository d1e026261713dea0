import type { CommandDefinition } from './command-definition.ts';

/** Commands about failures, what fixed them, and what would have prevented them. */
export const failureCommands = {
  match: {
    words: ['match'],
    summary: 'Find out whether a failure was seen before, and what fixed it.',
    details: [
      'For a pipe: `npm test 2>&1 | afterwit match`. It is `recall --failure -`, told as an answer about one failure.',
      'The log is read from FILE or standard input; of a log over 8 MB, only the beginning and the end are read. The answer says how sure the match is, then shows the fix, the evidence for it and its past outcomes. It may also be that no known failure matches.',
      'match is a recall by failure: it leaves a receipt that why explains and feedback judges. The exit status is 0 whether or not a match was found; with --json, match.status is match, ambiguous or abstain.',
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
      file: 'File in which it happened, or that was being edited. May be given several times; the first one is where it happened.',
      topK: 'Maximum number of memories to show. Default: 3.',
    },
    timeless: true,
    examples: [
      {
        command: 'npm test 2>&1 | afterwit match --command "npm test"',
        explanation: 'Was this failure seen before, and what fixed it?',
      },
      {
        command: 'afterwit match build.log --command "make all" --file src/parse.c',
        explanation: 'The same for a saved log.',
      },
    ],
    jsonType: 'Recollection',
  },
  guardrails: {
    words: ['guardrails'],
    summary: 'List the rules that bear on the planned work.',
    details: [
      'Finds constraints about these files, and rules remembered with failures (remember --rule) in or near them, of this command, or with this wording; best first. Ask before the work, not after a failure. A TEXT of - is read from standard input.',
    ],
    arguments: [{ name: 'text', description: 'The planned work, in words.', optional: true }],
    options: ['file', 'command', 'limit'],
    optionWords: {
      file: 'File to be worked on. May be given several times.',
      command: 'Command line to be run.',
      limit: 'Maximum number of rules to show. Default: 5.',
    },
    timeless: true,
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
  failuresList: {
    words: ['failures', 'list'],
    alsoSpelled: [['issues', 'list']],
    summary: 'List the known patterns of failures, latest first.',
    details: ['Lists the patterns of this repository, of the user, and global ones.'],
    arguments: [],
    options: ['all', 'limit'],
    optionWords: {
      all: 'Include other repositories.',
      limit: 'Maximum number of entries to show. Default: 50.',
    },
    timeless: true,
    examples: [{ command: 'afterwit failures list', explanation: 'What keeps failing here?' }],
    jsonType: 'FailureList',
  },
  failuresShow: {
    words: ['failures', 'show'],
    alsoSpelled: [['issues', 'show']],
    summary: 'Show a pattern of failures with its variants, episodes and outcomes.',
    details: [],
    arguments: [{ name: 'id', description: 'Id of a pattern, a variant or an episode, at least 4 digits.' }],
    options: [],
    timeless: true,
    examples: [
      { command: 'afterwit failures show 5e6f7a8b', explanation: 'Everything that is known about it.' },
    ],
    jsonType: 'FailureView',
  },
  failuresReview: {
    words: ['failures', 'review'],
    alsoSpelled: [['issues', 'review']],
    summary: 'List doubtful merges and contradicting fixes side by side, or decide one.',
    details: [
      'merge: it is the known variant, which gets its evidence. split: both are right, each for its own case. supersede: the new fix replaces the known one. reject: the new one is wrong. Only a person may decide.',
    ],
    arguments: [
      {
        name: 'id',
        description:
          'Id of the waiting variant, at least 4 digits. Without it, all waiting variants are listed.',
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
      { command: 'afterwit failures review', explanation: 'What needs a decision?' },
      {
        command: 'afterwit failures review 5e6f7a8b split',
        explanation: 'These are two different failures.',
      },
    ],
    jsonType: 'DoubtList',
  },
} as const satisfies Record<string, CommandDefinition>;
