import { outcomeKinds } from '../../model/decision.ts';
import { itemTypes } from '../../model/memory-item.ts';
import type { CommandDefinition } from './command-definition.ts';

/** Commands that remember, recall, and manage single memories. */
export const memoryCommands = {
  remember: {
    words: ['remember'],
    alsoSpelled: [['record']],
    otherNames: ['add', 'note', 'save', 'learned'],
    summary: 'Remember a lesson, or the fix of a failure.',
    details: [
      'With --command or --failure, the text is the fix of a failure and is recalled when that failure happens again. Remembering the same text again confirms it. Secrets are removed before anything is written.',
      'A failure becomes an episode of a variant (one failure with one fix) of a pattern (failures with the same cause), and --cause, --rule, --passed and the like say more about it. A variant that contradicts a known one, or may be the same, waits for a person.',
      'The speaker is stored too. An agent is trusted less than a person: what it says is recalled on request, and shown unasked only after it is confirmed.',
      'A text of - is read from standard input, at most 1 MiB. Put -- before a text that begins with a dash.',
    ],
    arguments: [{ name: 'text', description: 'The lesson for next time, or what fixed the failure.' }],
    options: [
      ...['type', 'title', 'scope', 'tag', 'file', 'command', 'exitCode', 'failure', 'stack', 'passed'],
      ...['symptom', 'cause', 'rule', 'verify', 'context', 'family', 'appliesWhen', 'notWhen', 'changed'],
      ...['prefer', 'avoid', 'hard'],
    ] as const,
    optionWords: {
      file: 'File that it is about, or PATH:Symbol for a part of it; once that changes, the memory is no longer shown unasked. A failure happened in the first one. May be given several times.',
    },
    timeless: true,
    examples: [
      {
        command: 'make 2>&1 | afterwit remember "run ./configure" --command make --failure -',
        explanation: 'What fixed the failure that the command still shows.',
      },
      {
        command: 'afterwit remember "Pin numpy" --failure ci.log --rule "Pin what we import"',
        explanation: 'With the rule that would have prevented it.',
      },
      {
        command: 'afterwit remember "Dates are kept in UTC" --type decision --file src/dates.ts',
        explanation: 'A lesson about a file.',
      },
      {
        command: 'afterwit remember "It hides conflicts" --avoid "npm install --force"',
        explanation: 'A kind of fix that is not wanted here.',
      },
      {
        command: 'afterwit remember "History is shared" --hard --command "git push --force"',
        explanation: 'A rule that stops agents until `edit ID --no-hard`; with --file, their edits.',
      },
    ],
    jsonType: 'RememberedItem` or, of a failure, `RecordedFailure',
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
  brief: {
    words: ['brief'],
    otherNames: ['plan', 'context', 'rules'],
    summary: 'Show what must be known before a plan: constraints, decisions, open tasks, preferences.',
    details: [
      'The newest of each kind come first, within a budget of tokens; what an agent says and nothing has confirmed comes last and says so. With a text or --file, only what is about them. What is stale, superseded or waits for a person stays out; words of a replaced rule find what took its place.',
      'A TEXT of - is read from standard input. Each brief is recorded: why explains it, feedback says whether it helped.',
    ],
    arguments: [{ name: 'text', description: 'The plan, in words.', optional: true }],
    options: ['file', 'budget', 'pack'],
    optionWords: { file: 'File that the plan is about. May be given several times.' },
    timeless: true,
    examples: [
      { command: 'afterwit brief', explanation: 'What holds here?' },
      {
        command: 'afterwit brief "move the parser to a worker" --file src/parser.ts',
        explanation: 'What of it bears on this plan?',
      },
    ],
    jsonType: 'Brief',
  },
  forFile: {
    words: ['for-file'],
    summary: 'Show what must be known before a file is edited.',
    details: [
      'Rules and decisions about it, rules from failures in it, its past fixes and what of it was reverted, and the files that change with it, within a budget of tokens. Texts of commits are data: nobody vouches for them.',
    ],
    arguments: [{ name: 'file', description: 'Path of the file, from the top of the repository.' }],
    options: ['budget', 'pack'],
    timeless: true,
    examples: [{ command: 'afterwit for-file src/parser.ts', explanation: 'What to know of it?' }],
    jsonType: 'FileBrief',
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
        description: 'Id of the decision, at least 4 digits. Default: the latest one of this repository.',
        optional: true,
      },
    ],
    options: ['all', 'full'],
    optionWords: {
      all: 'Without an id, the latest one of all repositories.',
      full: 'Show every candidate, and how each score came about.',
    },
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
  history: {
    words: ['history'],
    summary: 'Show what a memory said before, what it replaced and what came of it.',
    details: [
      'A text that a person changed (edit, review approve --content) is kept with the time it held and who said it.',
    ],
    arguments: [{ name: 'id', description: 'Id of the memory, 4 digits or more of it.' }],
    options: [],
    timeless: true,
    examples: [{ command: 'afterwit history 5e6f7a8b', explanation: 'How did it come to say this?' }],
    jsonType: 'ItemHistory',
  },
  edit: {
    words: ['edit'],
    otherNames: ['update'],
    summary: 'Give a memory another text; the one it had is kept.',
    details: [
      'Only a person may do this. What a person types is believed; a fix of a failure that nobody vouched for waits for review as before, because the failure beside it is told in the words of somebody else.',
      'What stands in a rule file is changed there. Whoever wants a text back names its version, which history lists: it is believed as far as it was then.',
    ],
    arguments: [{ name: 'id', description: 'Id of the memory, 4 digits or more of it.' }],
    options: ['content', 'title', 'restore', 'hard', 'noHard'],
    optionWords: { hard: 'Stop the calls of an agent that change its files.' },
    timeless: true,
    examples: [
      {
        command: 'afterwit edit 5e6f7a8b --content "Run the build before the tests"',
        explanation: 'It says this from now on.',
      },
      {
        command: 'afterwit edit 5e6f7a8b --restore 9c0d1e2f',
        explanation: 'It says again what it said before.',
      },
    ],
    jsonType: 'EditedItem',
  },
  archive: {
    words: ['archive'],
    otherNames: ['hide', 'unarchive'],
    summary: 'Put a memory away: no answer has it, and it can be fetched back.',
    details: [
      'Only a person may do this. What `maintain` put away for its age is fetched back in the same way; what a summary took the place of comes back when the summary is rejected.',
    ],
    arguments: [{ name: 'id', description: 'Id of the memory, 4 digits or more of it.' }],
    options: ['undo'],
    optionWords: { undo: 'Fetch it back.' },
    timeless: true,
    examples: [
      { command: 'afterwit archive 5e6f7a8b', explanation: 'Do not show it any more.' },
      { command: 'afterwit archive 5e6f7a8b --undo', explanation: 'Show it again.' },
    ],
    jsonType: 'MemoryItem',
  },
  forget: {
    words: ['forget'],
    otherNames: ['delete', 'remove', 'rm'],
    summary: 'Forget memories, with everything derived from them.',
    details: [
      'Named by id, by where they came from, or by a text they hold; one of the three. They are gone from search, links and every backup in the home too, and cannot be brought back: --dry-run shows first what would go. What a person said or vouched for goes for a person alone. Copies and exports that were put elsewhere keep them.',
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
    summary: 'List the memories of this repository that wait for a person, most urgent first.',
    details: [
      'Waiting memories are not shown unasked; those from a text that nobody has vouched for are not shown at all.',
    ],
    arguments: [],
    options: ['all', 'limit'],
    optionWords: { all: 'Include other repositories.', limit: 'Most entries to show. Default: 50.' },
    timeless: true,
    examples: [{ command: 'afterwit review', explanation: 'What needs a decision?' }],
    jsonType: 'ReviewQueue',
  },
  reviewEach: {
    words: ['review', 'each'],
    summary: 'Decide about the memories that wait, one after the other, at the terminal.',
    details: [
      'Each is shown in full, with where it came from and what it would take the place of. Type approve, reject, skip or quit, or the first letter. Only a person may do this.',
    ],
    arguments: [],
    options: ['all', 'limit'],
    optionWords: {
      all: 'Include other repositories.',
      limit: 'Most memories to be asked about. Default: 50.',
    },
    timeless: true,
    examples: [{ command: 'afterwit review each', explanation: 'What did the sessions of this week teach?' }],
    jsonType: 'DecidedEach',
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
