import type { CommandDefinition } from './command-definition.ts';

/** Commands that ask the code, and the history behind it. */
export const codeCommands = {
  locate: {
    words: ['locate'],
    summary: 'Find the files that an issue, or any description of a problem, is about.',
    details: [
      'Each file comes with why: what its code says, what past changes like this one touched, what the text names. A text of - is read from standard input. Put -- before a text that begins with a dash.',
    ],
    arguments: [{ name: 'text', description: 'The issue: its title, then the rest, tracebacks included.' }],
    options: ['topK'],
    examples: [
      { command: 'afterwit locate "watcher misses renamed folders"', explanation: 'Where is this?' },
      { command: 'gh issue view 12 | afterwit locate - --top-k 5', explanation: 'The five likeliest files.' },
    ],
    jsonType: 'FileLocation',
  },
  learn: {
    words: ['learn'],
    summary: "Learn from this repository's past fixes how locate is to weigh its evidence here.",
    details: [
      'Past commits ask with their messages, and the files they changed are the answers. Weights are learned from the older ones and judged by the newer; locate uses them only where they proved better than the shipped ones. No language model is asked, and nothing leaves this machine.',
      'Takes a minute or so the first time. Can be stopped at any time and run again: what was worked out is kept, in the index, and goes with it. Run it again when the history has grown.',
    ],
    arguments: [],
    options: ['questions', 'seed', 'reset'],
    examples: [
      { command: 'afterwit learn', explanation: 'Learn, and say whether it helped.' },
      { command: 'afterwit learn --reset', explanation: 'Go back to the shipped weights.' },
    ],
    jsonType: 'LearningReport',
  },
  viewSummary: {
    words: ['view-summary'],
    summary: 'Show what a file is for: its purpose, exports, themes of its commits, what changes with it.',
    details: ['Told from the code and its history; no language model is asked.'],
    arguments: [{ name: 'file', description: 'Path from the top of the repository.' }],
    options: [],
    examples: [{ command: 'afterwit view-summary src/parser.ts', explanation: 'What is this file for?' }],
    jsonType: 'FileSummary',
  },
  searchSummaries: {
    words: ['search-summaries'],
    summary: 'Find files under active development by what they are for.',
    details: [
      'Searches the summaries of the files that change most, of late (setting codebase.summaryFileLimit). When none is about the text, the answer says so and shows the nearest ones. A text of - is read from standard input.',
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
      'Show what a file or symbol contains, imports, calls and inherits from, and what does so with it.',
    details: [
      'Names are resolved by where they are written, not by types: where several definitions share a name, calls may be missing or be shown to each of them.',
    ],
    arguments: [
      {
        name: 'node',
        description: 'Path, symbol (Writer, Writer.write, src/io.py:Writer), or id as the answer prints it.',
      },
    ],
    options: ['depth', 'direction', 'kind', 'limit'],
    examples: [
      { command: 'afterwit traverse Writer.write', explanation: 'What is next to this method?' },
      {
        command: 'afterwit traverse src/io.py --direction in --kind imports --depth 2',
        explanation: 'What imports this file, and what imports that?',
      },
    ],
    jsonType: 'CodeTraversal',
  },
  entity: {
    words: ['entity'],
    summary: 'Show the source of a symbol, and what is next to it in the code.',
    details: [
      'Of a name that several things have, the likeliest are shown. A file is shown whole, long ones cut.',
    ],
    arguments: [
      { name: 'name', description: 'Symbol (Writer, Writer.write, src/io.py:Writer), path, or id.' },
    ],
    options: [],
    examples: [{ command: 'afterwit entity Writer.write', explanation: 'Read one method.' }],
    jsonType: 'EntityView',
  },
} as const satisfies Record<string, CommandDefinition>;
