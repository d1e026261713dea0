import { outcomeKinds } from '../../model/decision.ts';
import { itemTypes } from '../../model/memory-item.ts';
import type { CommandDefinition } from './command-definition.ts';

/** Commands that remember, recall, and look after single memories. */
export const memoryCommands = {
  remember: {
    words: ['remember'],
    summary: 'Remember a lesson, or what made a failure go away.',
    details: [
      'With --command or --failure it is a resolution: it is recalled when the same failure comes again. Saying the same once more confirms it. Secrets are taken out before anything is written.',
      'Who says it is remembered too. What an agent says through its shell is believed less than what a person says: it is recalled when asked for, and shown unasked only once it is confirmed.',
      'A text of - is read from standard input, at most 1 MiB. Put -- before a text that begins with a dash.',
    ],
    arguments: [{ name: 'text', description: 'What to know next time, or what fixed the failure.' }],
    options: ['type', 'title', 'scope', 'tag', 'file', 'command', 'exitCode', 'failure', 'prefer', 'avoid'],
    optionWords: {
      file: 'File it is about, or PATH:Symbol for a part of one; once that changes, it is no longer shown unasked. May be given several times.',
    },
    timeless: true,
    examples: [
      {
        command: 'make 2>&1 | afterwit remember "run ./configure" --command make --failure -',
        explanation: 'What fixed the failure that the command still shows.',
      },
      {
        command: 'afterwit remember "Dates are kept in UTC" --type decision --file src/dates.ts',
        explanation: 'A lesson about a file.',
      },
      {
        command: 'afterwit remember "It hides conflicts" --avoid "npm install --force"',
        explanation: 'A way of fixing things that is not wanted here.',
      },
    ],
    jsonType: 'RememberedItem',
  },
  recall: {
    words: ['recall'],
    summary: 'Recall what bears on a question, or on a command that failed.',
    details: [
      'Each memory comes with why it is shown, who said it, and what speaks against it; then what was left out and why. That no memory bears on it is a good answer.',
      'Every recall leaves a receipt: why explains it, feedback says what came of it.',
      'A text of - is read from standard input. Only one thing can be read from there.',
    ],
    arguments: [{ name: 'text', description: 'What to recall, in words.', optional: true }],
    options: ['command', 'exitCode', 'failure', 'file', 'budget', 'topK', 'unasked', 'request', 'pack'],
    optionWords: {
      file: 'File being worked on; memories about it come first. May be given several times.',
      topK: 'Most memories to show. Default: 5.',
    },
    timeless: true,
    examples: [
      { command: 'afterwit recall "how are releases made"', explanation: 'What is known about it?' },
      {
        command: 'npm test 2>&1 | afterwit recall --command "npm test" --failure -',
        explanation: 'Has this failure been resolved before?',
      },
      {
        command: 'afterwit recall --failure build.log --unasked --pack',
        explanation: 'Just what a hook would hand to an agent, if anything.',
      },
    ],
    jsonType: 'Recollection',
  },
  why: {
    words: ['why'],
    summary: 'Explain how a recall was decided.',
    details: [
      'Everything that was considered, with its scores, what spoke against it, the verdict and what came of it. Memories are named, not quoted: one that was forgotten since has no words here.',
    ],
    arguments: [
      {
        name: 'decision',
        description: 'Id of the decision, 4 digits or more of it. Default: the latest one.',
        optional: true,
      },
    ],
    options: [],
    timeless: true,
    examples: [
      { command: 'afterwit why', explanation: 'Why was that shown just now, or not shown?' },
      { command: 'afterwit why 1a2b3c4d', explanation: 'The same of an earlier decision.' },
    ],
    jsonType: 'DecisionExplanation',
  },
  feedback: {
    words: ['feedback'],
    summary: 'Say what came of a recall.',
    details: [
      'verified: it helped, and a check passed. accepted: it was followed. rejected: it was turned down. false_positive: it had nothing to do with the matter. ignored: nobody looked at it. missed: a memory that would have helped was not shown. correct_abstain: showing nothing was right.',
      'Saying the same twice counts once.',
    ],
    arguments: [
      { name: 'decision', description: 'Id of the decision, as recall prints it; 4 digits or more.' },
      { name: 'outcome', description: `One of ${outcomeKinds.join(', ')}.`, choices: outcomeKinds },
    ],
    options: ['item'],
    timeless: true,
    examples: [
      { command: 'afterwit feedback 1a2b3c4d verified', explanation: 'It was the fix.' },
      {
        command: 'afterwit feedback 1a2b3c4d false_positive --item 5e6f7a8b',
        explanation: 'That one memory had nothing to do with it.',
      },
    ],
    jsonType: 'FeedbackReceipt',
  },
  list: {
    words: ['list'],
    summary: 'List memories, newest first.',
    details: ['Those that a recall here would read: of this repository, of you, and global ones.'],
    arguments: [],
    options: ['all', 'type', 'status', 'limit'],
    optionWords: {
      all: 'Those of other repositories too.',
      type: `Only memories of this type: ${itemTypes.join(', ')}.`,
      limit: 'Most entries to show. Default: 50.',
    },
    timeless: true,
    examples: [
      { command: 'afterwit list', explanation: 'What is known here?' },
      { command: 'afterwit list --all --type preference', explanation: 'Preferences, wherever they hold.' },
    ],
    jsonType: 'ItemList',
  },
  show: {
    words: ['show'],
    summary: 'Show one memory in full.',
    details: [],
    arguments: [{ name: 'id', description: 'Id of the memory, 4 digits or more of it.' }],
    options: [],
    timeless: true,
    examples: [{ command: 'afterwit show 5e6f7a8b', explanation: 'All that is known of it.' }],
    jsonType: 'ItemView',
  },
  forget: {
    words: ['forget'],
    summary: 'Forget memories, with everything that was derived from them.',
    details: [
      'Named by id, by where they came from, or by a text they hold; one of the three. They are gone from search, links and every backup in the home too, and cannot be brought back: --dry-run shows first what would go. Copies and exports that were put elsewhere keep them.',
    ],
    arguments: [
      { name: 'id', description: 'Id of a memory, 4 digits or more of it.', several: true, optional: true },
    ],
    options: ['origin', 'text', 'dryRun'],
    timeless: true,
    examples: [
      { command: 'afterwit forget 5e6f7a8b', explanation: 'This one.' },
      {
        command: 'afterwit forget --origin mcp:claude-code --dry-run',
        explanation: 'What would go with all that this agent said?',
      },
    ],
    jsonType: 'ForgottenItems',
  },
  review: {
    words: ['review'],
    summary: 'List the memories that wait for a person, most pressing first.',
    details: ['Until then they are not shown unasked; those from text that nobody vouches for not at all.'],
    arguments: [],
    options: ['limit'],
    optionWords: { limit: 'Most entries to show. Default: 50.' },
    timeless: true,
    examples: [{ command: 'afterwit review', explanation: 'What is there to decide?' }],
    jsonType: 'ReviewQueue',
  },
  reviewApprove: {
    words: ['review', 'approve'],
    summary: 'Vouch for a memory, as it is or in other words.',
    details: ['Only a person may do this.'],
    arguments: [{ name: 'id', description: 'Id of the memory, 4 digits or more of it.' }],
    options: ['content'],
    timeless: true,
    examples: [
      { command: 'afterwit review approve 5e6f7a8b', explanation: 'It is right.' },
      {
        command: 'afterwit review approve 5e6f7a8b --content "Run the build first"',
        explanation: 'It is right in these words.',
      },
    ],
    jsonType: 'MemoryItem',
  },
  reviewReject: {
    words: ['review', 'reject'],
    summary: 'Turn a memory down: it is archived and never shown again.',
    details: ['Only a person may do this.'],
    arguments: [{ name: 'id', description: 'Id of the memory, 4 digits or more of it.' }],
    options: [],
    timeless: true,
    examples: [{ command: 'afterwit review reject 5e6f7a8b', explanation: 'It is wrong.' }],
    jsonType: 'MemoryItem',
  },
} as const satisfies Record<string, CommandDefinition>;
