import type { CommandDefinition } from './command-definition.ts';

/** Commands that search the history of the repository. */
export const historyCommands = {
  status: {
    words: [],
    alsoSpelled: [['status']],
    otherNames: ['overview', 'info'],
    summary: 'Index new commits, then show what is known and what to do next.',
    details: [
      'Reads only commits that are not indexed yet: seconds the first time, an instant later. Nothing is written into the repository, and nothing leaves this machine.',
    ],
    arguments: [],
    options: ['all'],
    optionWords: { all: 'With --help: list every command.' },
    examples: [{ command: 'afterwit', explanation: 'In a repository: index it and show its status.' }],
    jsonType: '{ index: IndexReport, status: MemoryStatus, hotspots: HotspotList }',
  },
  index: {
    words: ['index'],
    otherNames: ['reindex', 'scan'],
    summary: 'Bring the index of the history up to date.',
    details: [
      'Can be stopped at any time and run again: what was read is kept. Several processes may index at once. Other commands index missing commits by themselves.',
    ],
    arguments: [],
    options: ['rebuild'],
    examples: [
      { command: 'afterwit index', explanation: 'Read the commits that are not indexed yet.' },
      { command: 'afterwit index --rebuild', explanation: 'Start over, for example after a disk error.' },
    ],
    jsonType: 'IndexReport',
  },
  searchCommits: {
    words: ['search-commits'],
    otherNames: ['find', 'log', 'grep'],
    summary: 'Find the commits relevant to a text: a question, an error, an issue.',
    details: [
      'Each commit comes with the calibrated probability that it is relevant, that is, that it changed a file which the text is about. When no commit is likely enough, the answer says so and shows the nearest ones.',
      'Several texts are treated as several descriptions of one need. A text of - is read from standard input. Put -- before a text that begins with a dash.',
    ],
    arguments: [{ name: 'text', description: 'What to look for, in words.', several: true }],
    options: ['topK', 'minConfidence', 'files', 'explain'],
    examples: [
      { command: 'afterwit search-commits "retry loses the request body"', explanation: 'One need.' },
      {
        command: 'afterwit search-commits "login loops" "redirect after sign-in"',
        explanation: 'One need, told twice.',
      },
      {
        command: 'npm test 2>&1 | afterwit search-commits -',
        explanation: 'Which past commits match this output?',
      },
    ],
    jsonType: 'CommitSearch',
  },
  examineCommit: {
    words: ['examine-commit'],
    summary: 'Show one commit in full: message, files, issues, later reverts or fixes, patch.',
    details: ['--no-patch wins over --patch-bytes.'],
    arguments: [
      { name: 'commit', description: 'Id (4 digits or more), branch, tag, or one of these with ~n or ^n.' },
    ],
    options: ['issues', 'patchBytes', 'patch'],
    examples: [
      { command: 'afterwit examine-commit HEAD~3', explanation: 'The commit three before the last.' },
      { command: 'afterwit examine-commit 1a2b3c4 --no-patch', explanation: 'Everything except the patch.' },
    ],
    jsonType: 'CommitExamination',
  },
  hotspots: {
    words: ['hotspots'],
    summary: 'List the source files that have changed often recently.',
    details: ['A change counts half after each 180 days of age.'],
    arguments: [],
    options: ['all', 'limit'],
    optionWords: { all: 'Include documentation, tests and configuration.' },
    examples: [{ command: 'afterwit hotspots --limit 20', explanation: 'The twenty hottest source files.' }],
    jsonType: 'HotspotList',
  },
  coupled: {
    words: ['coupled'],
    summary: 'List the files that change together with a file.',
    details: ['Merges and very large commits do not count. Earlier names of the file are followed.'],
    arguments: [{ name: 'file', description: 'Path from the top of the repository.' }],
    options: ['limit'],
    examples: [
      {
        command: 'afterwit coupled src/parser.ts',
        explanation: 'What else to touch when this file changes.',
      },
    ],
    jsonType: 'CoupledFiles',
  },
} as const satisfies Record<string, CommandDefinition>;
