import { outcomeKinds } from '../../model/decision.ts';
import { itemTypes } from '../../model/memory-item.ts';
import type { CommandDefinition } from './command-definition.ts';

/** Commands that remember, recall, and manage single memories. */
export const memoryCommands = {
  remember: {
    words: ['remember'],
    otherNames: ['add', 'note', 'save', 'learned'],
    summary: 'Remember a lesson, or the fix of a failure.',
    details: [
      'With --command or --failure, the text is the fix of a failure and is recalled when that failure happens again. Remembering the same text again confirms it. Secrets are removed before anything is written.',
      'The speaker is stored too. An agent is trusted less than a person: what it says is recalled on request, and shown unasked only after it is confirmed.',
      'A text of - is read from standard input, at most 1 MiB. Put -- before a text that begins with a dash.',
    ],
    arguments: [{ name: 'text', description: 'The lesson for next time, or what fixed the failure.' }],
    options: ['type', 'title', 'scope', 'tag', 'file', 'command', 'exitCode', 'failure', 'prefer', 'avoid'],
    optionWords: {
      file: 'File that it is about, or PATH:Symbol for a part of it; once that changes, the memory is no longer shown unasked. May be given several times.',
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
        explanation: 'A kind of fix that is not wanted here.',
      },
    ],
    jsonType: 'RememberedItem',
  },
  recall: {
    words: ['recall'],
    otherNames: ['ask', 'query', 'search'],
    summary: 'Recall memories about a question, or about a command that failed.',
    details: [
      'Each memory is shown with the reason for showing it, who said it, and any warnings; then follow the memories that were left out, with reasons. It may also be that no memory is relevant.',
      'Every recall leaves a receipt: why explains it, feedback records whether it helped.',
      'A text of - is read from standard input. Standard input can be used for one text only.',
    ],
    arguments: [{ name: 'text', description: 'What to recall, in words.', optional: true }],
    options: ['command', 'exitCode', 'failure', 'file', 'budget', 'topK', 'unasked', 'request', 'pack'],
    optionWords: {
      file: 'File being worked on; memories about it come first. May be given several times.',
      topK: 'Maximum number of memories to show. Default: 5.',
    },
    timeless: true,
    examples: [
      { command: 'afterwit recall "how are releases made"', explanation: 'What is known about it?' },
      {
        command: 'npm test 2>&1 | afterwit recall --command "npm test" --failure -',
        explanation: 'Was this failure fixed before?',
      },
      {
        command: 'afterwit recall --failure build.log --unasked --pack',
        explanation: 'The text that a hook would give to an agent, if any.',
      },
    ],
    jsonType: 'Recollection',
  },
  why: {
    words: ['why'],
    summary: 'Explain why a recall showed what it showed.',
    details: [
      'Shows the decision, the best candidates with what speaks against them, and its outcomes; with --full, every candidate with its scores. The receipt names memories without quoting them, so a forgotten memory appears without its text.',
    ],
    arguments: [
      {
        name: 'decision',
        description: 'Id of the decision, at least 4 digits. Default: the latest one.',
        optional: true,
      },
    ],
    options: ['full'],
    optionWords: { full: 'Show every candidate, and how each score came about.' },
    timeless: true,
    examples: [
      { command: 'afterwit why', explanation: 'Why was the last memory shown, or not shown?' },
      { command: 'afterwit why 1a2b3c4d --full', explanation: 'All about an earlier decision.' },
    ],
    jsonType: 'DecisionExplanation',
  },
  feedback: {
    words: ['feedback'],
    summary: 'Say whether a recall helped.',
    details: [
      'verified: it helped, and a check passed. accepted: it was followed. rejected: it was wrong or unwanted. false_positive: it was irrelevant. ignored: it was not read. missed: a memory that would have helped was not shown. correct_abstain: showing nothing was right.',
      'Repeated feedback counts once.',
    ],
    arguments: [
      { name: 'decision', description: 'Id of the decision, as recall prints it; at least 4 digits.' },
      { name: 'outcome', description: `One of ${outcomeKinds.join(', ')}.`, choices: outcomeKinds },
    ],
    options: ['item'],
    timeless: true,
    examples: [
      { command: 'afterwit feedback 1a2b3c4d verified', explanation: 'It was the fix.' },
      {
        command: 'afterwit feedback 1a2b3c4d false_positive --item 5e6f7a8b',
        explanation: 'That one memory was irrelevant.',
      },
    ],
    jsonType: 'FeedbackReceipt',
  },
  list: {
    words: ['list'],
    otherNames: ['ls', 'memories'],
    summary: 'List memories, newest first.',
    details: [
      'Lists the memories that a recall here would read: those of this repository, of the user, and global ones.',
    ],
    arguments: [],
    options: ['all', 'type', 'status', 'limit'],
    optionWords: {
      all: 'Include other repositories.',
      type: `Only memories of this type: ${itemTypes.join(', ')}.`,
      limit: 'Most entries to show. Default: 50.',
    },
    timeless: true,
    examples: [
      { command: 'afterwit list', explanation: 'What is known here?' },
      {
        command: 'afterwit list --all --type preference',
        explanation: 'Preferences of all repositories and scopes.',
      },
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
    otherNames: ['delete', 'remove', 'rm'],
    summary: 'Forget memories, with everything derived from them.',
    details: [
      'Named by id, by where they came from, or by a text they hold; one of the three. They are gone from search, links and every backup in the home too, and cannot be brought back: --dry-run shows first what would go. Copies and exports that were put elsewhere keep them.',
    ],
    arguments: [
      { name: 'id', description: 'Id of a memory, at least 4 digits.', several: true, optional: true },
    ],
    options: ['origin', 'text', 'dryRun'],
    timeless: true,
    examples: [
      { command: 'afterwit forget 5e6f7a8b', explanation: 'This one.' },
      {
        command: 'afterwit forget --origin mcp:claude-code --dry-run',
        explanation: 'What would be forgotten with everything that this agent said?',
      },
    ],
    jsonType: 'ForgottenItems',
  },
  review: {
    words: ['review'],
    summary: 'List the memories that wait for a person, most urgent first.',
    details: [
      'Waiting memories are not shown unasked; those from a text that nobody has vouched for are not shown at all.',
    ],
    arguments: [],
    options: ['limit'],
    optionWords: { limit: 'Most entries to show. Default: 50.' },
    timeless: true,
    examples: [{ command: 'afterwit review', explanation: 'What needs a decision?' }],
    jsonType: 'ReviewQueue',
  },
  reviewApprove: {
    words: ['review', 'approve'],
    summary: 'Approve a memory, as it is or with a new wording.',
    details: ['Only a person may do this.'],
    arguments: [{ name: 'id', description: 'Id of the memory, 4 digits or more of it.' }],
    options: ['content'],
    timeless: true,
    examples: [
      { command: 'afterwit review approve 5e6f7a8b', explanation: 'It is right.' },
      {
        command: 'afterwit review approve 5e6f7a8b --content "Run the build first"',
        explanation: 'It is right with this wording.',
      },
    ],
    jsonType: 'MemoryItem',
  },
  reviewReject: {
    words: ['review', 'reject'],
    summary: 'Reject a memory: it is archived and never shown again.',
    details: ['Only a person may do this.'],
    arguments: [{ name: 'id', description: 'Id of the memory, 4 digits or more of it.' }],
    options: [],
    timeless: true,
    examples: [{ command: 'afterwit review reject 5e6f7a8b', explanation: 'It is wrong.' }],
    jsonType: 'MemoryItem',
  },
} as const satisfies Record<string, CommandDefinition>;
