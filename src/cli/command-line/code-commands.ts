import type { CommandDefinition } from './command-definition.ts';

/** Commands that search the code, with the help of its history. */
export const codeCommands = {
  locate: {
    words: ['locate'],
    otherNames: ['where', 'find'],
    summary: 'Find the files that an issue, or any description of a problem, is about.',
    details: [
      'Each file comes with its reasons: matching code, similar past changes, names in the text. A text of - is read from standard input. Put -- before a text that begins with a dash.',
    ],
    arguments: [{ name: 'text', description: 'The issue: its title, then the rest, tracebacks included.' }],
    options: ['topK', 'functions', 'pastFixes'],
    examples: [
      { command: 'afterwit locate "watcher misses renamed folders"', explanation: 'Where is this?' },
      { command: 'gh issue view 12 | afterwit locate - --top-k 5', explanation: 'The five likeliest files.' },
      {
        command: 'afterwit locate --functions --past-fixes "watcher misses renamed folders"',
        explanation: 'Which functions, and how were they fixed before?',
      },
    ],
    jsonType: 'FileLocation',
  },
  learn: {
    words: ['learn'],
    summary: "Learn from this repository's past fixes how locate is to weigh its evidence here.",
    details: [
      'Past commits are the training data: the message is the question, the changed files are the answer. Weights are learned from the older commits and tested on the newer ones; locate uses them only when they prove better than the shipped ones. No language model is used, and nothing leaves this machine.',
      'The first run takes about a minute. It can be stopped at any time and run again: finished parts are kept in the index. Run it again when the history has grown.',
    ],
    arguments: [],
    options: ['questions', 'seed', 'reset'],
    examples: [
      { command: 'afterwit learn', explanation: 'Learn, and say whether it helped.' },
      { command: 'afterwit learn --reset', explanation: 'Return to the shipped weights.' },
    ],
    jsonType: 'LearningReport',
  },
  viewSummary: {
    words: ['view-summary'],
    summary: 'Show what a file is for: its purpose, exports, commit themes, and files that change with it.',
    details: ['Derived from the code and its history, without a language model.'],
    arguments: [{ name: 'file', description: 'Path from the top of the repository.' }],
    options: [],
    examples: [{ command: 'afterwit view-summary src/parser.ts', explanation: 'What is this file for?' }],
    jsonType: 'FileSummary',
  },
  searchSummaries: {
    words: ['search-summaries'],
    summary: 'Find actively developed files by their purpose.',
    details: [
      'Searches the summaries of the files that changed most recently and often. When none matches, the answer says so and shows the nearest ones. A text of - is read from standard input.',
    ],
    arguments: [{ name: 'text', description: 'What to look for, in words.' }],
    options: ['topK'],
    examples: [
      { command: 'afterwit search-summaries "reads settings files"', explanation: 'Which files do that?' },
    ],
    jsonType: 'SummarySearch',
  },
  traverse: {
    words: ['traverse'],
    summary:
      'Show what a file or symbol contains, imports, calls and inherits from, and what uses it in these ways.',
    details: [
      'Names are resolved by their place in the code, not by types. When several definitions share a name, calls may be missing or be shown for each of them.',
    ],
    arguments: [
      {
        name: 'node',
        description: 'Path, symbol (Writer, Writer.write, src/io.py:Writer), or id as the answer prints it.',
      },
    ],
    options: ['depth', 'direction', 'kind', 'limit'],
    examples: [
      { command: 'afterwit traverse Writer.write', explanation: 'What is connected to this method?' },
      {
        command: 'afterwit traverse src/io.py --direction in --kind imports --depth 2',
        explanation: 'What imports this file, and what imports that?',
      },
    ],
    jsonType: 'CodeTraversal',
  },
  entity: {
    words: ['entity'],
    summary: 'Show the source of a symbol, and its neighbours in the code.',
    details: ['When several definitions have the name, the likeliest are shown. Long files are cut.'],
    arguments: [
      { name: 'name', description: 'Symbol (Writer, Writer.write, src/io.py:Writer), path, or id.' },
    ],
    options: [],
    examples: [{ command: 'afterwit entity Writer.write', explanation: 'Read one method.' }],
    jsonType: 'EntityView',
  },
} as const satisfies Record<string, CommandDefinition>;
