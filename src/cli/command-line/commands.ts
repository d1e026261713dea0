import type { OptionName } from './options.ts';

interface ArgumentDefinition {
  readonly name: string;
  readonly description: string;
  /** One or more. */
  readonly several?: true;
}

export interface CommandDefinition {
  /** Words after `afterwit`; empty for the bare command. */
  readonly words: readonly string[];
  readonly summary: string;
  /** Paragraphs below the summary. */
  readonly details: readonly string[];
  readonly arguments: readonly ArgumentDefinition[];
  /** Beside the common ones. */
  readonly options: readonly OptionName[];
  readonly examples: readonly { readonly command: string; readonly explanation: string }[];
  /** What `--json` prints, as a type exported by the library. */
  readonly jsonType: string;
}

/** Every command there is. Parser, help, `docs/reference/cli.md` and the tests are made from this table. */
export const commandDefinitions = {
  status: {
    words: [],
    summary: 'Index what is missing, then show what is known and what to do next.',
    details: [
      'Only commits that are not indexed yet are read: seconds the first time, a blink after that. Nothing is written into the repository, and nothing leaves this machine.',
    ],
    arguments: [],
    options: [],
    examples: [{ command: 'afterwit', explanation: 'In a repository: index it and show its status.' }],
    jsonType: '{ index: IndexReport, status: MemoryStatus, hotspots: HotspotList }',
  },
  index: {
    words: ['index'],
    summary: 'Bring the index of the history up to date.',
    details: [
      'Can be stopped at any time and run again: what was read is kept. Several processes may do it at once. The other commands do this by themselves when commits are missing.',
    ],
    arguments: [],
    options: ['rebuild'],
    examples: [
      { command: 'afterwit index', explanation: 'Read the commits that are not indexed yet.' },
      { command: 'afterwit index --rebuild', explanation: 'Start over, after a damaged disk, say.' },
    ],
    jsonType: 'IndexReport',
  },
  searchCommits: {
    words: ['search-commits'],
    summary: 'Find the commits that bear on a text: a question, an error, an issue.',
    details: [
      'Each commit comes with the calibrated probability that it bears on the text: that it changed a file which the matter at hand is about. When none is likely enough, the answer says so and shows the nearest ones.',
      'Several texts are several tellings of one need. A text of - is read from standard input. Put -- before a text that begins with a dash.',
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
        explanation: 'What does the output remind the history of?',
      },
    ],
    jsonType: 'CommitSearch',
  },
  examineCommit: {
    words: ['examine-commit'],
    summary: 'Show one commit in full: message, files, issues, what undid or fixed it, patch.',
    details: ['--no-patch wins over --patch-bytes.'],
    arguments: [
      { name: 'commit', description: 'Id (4 digits or more), branch, tag, or one of these with ~n or ^n.' },
    ],
    options: ['issues', 'patchBytes', 'patch'],
    examples: [
      { command: 'afterwit examine-commit HEAD~3', explanation: 'The commit three before the last.' },
      { command: 'afterwit examine-commit 1a2b3c4 --no-patch', explanation: 'All but the patch.' },
    ],
    jsonType: 'CommitExamination',
  },
  hotspots: {
    words: ['hotspots'],
    summary: 'List the files that change often, of late.',
    details: ['A change counts half after each half-life of age (setting history.hotspotHalfLifeDays).'],
    arguments: [],
    options: ['limit'],
    examples: [{ command: 'afterwit hotspots --limit 20', explanation: 'The twenty hottest files.' }],
    jsonType: 'HotspotList',
  },
  coupled: {
    words: ['coupled'],
    summary: 'List the files that change together with a file.',
    details: ['Merges and very large commits are no evidence. Earlier names of the file are followed.'],
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
  doctor: {
    words: ['doctor'],
    summary: 'Check git, Node.js, the home folder, the memory and the index, and say what to do.',
    details: ['Changes nothing. Looks at no history: --as-of has no effect.'],
    arguments: [],
    options: [],
    examples: [{ command: 'afterwit doctor', explanation: 'What is wrong here, if anything?' }],
    jsonType: 'Diagnosis',
  },
  repoShow: {
    words: ['repo', 'show'],
    summary: 'Show which repository this clone belongs to, and all others that are known.',
    details: ['Looks at no history: --as-of has no effect.'],
    arguments: [],
    options: [],
    examples: [
      {
        command: 'afterwit repo show',
        explanation: 'The id that memories of this repository are kept under.',
      },
    ],
    jsonType: '{ current: KnownRepository, all: KnownRepository[] }',
  },
  repoLink: {
    words: ['repo', 'link'],
    summary: 'Say that this clone belongs to a repository that is known already.',
    details: [
      'Clones are joined by themselves when remote and root commit agree; this is for when they do not.',
    ],
    arguments: [{ name: 'id', description: 'Id of the repository, as repo show prints it.' }],
    options: [],
    examples: [
      {
        command: 'afterwit repo link 2f1c4b9e-8a53-4a0e-9d0b-6f1d0c3b7a55',
        explanation: 'Share the memory of that repository.',
      },
    ],
    jsonType: 'KnownRepository',
  },
  repoSplit: {
    words: ['repo', 'split'],
    summary: 'Say that this clone is a repository of its own from now on.',
    details: ['Memories stay with the repository it leaves.'],
    arguments: [],
    options: [],
    examples: [{ command: 'afterwit repo split', explanation: 'A clone that went its own way.' }],
    jsonType: 'KnownRepository',
  },
} as const satisfies Record<string, CommandDefinition>;

export type CommandName = keyof typeof commandDefinitions;

/** The table as rows, in the order help lists them. */
export function listCommands(): readonly (readonly [CommandName, CommandDefinition])[] {
  return Object.entries(commandDefinitions) as [CommandName, CommandDefinition][];
}

/** How a command is called: `afterwit coupled FILE`. */
export function callOf(command: CommandDefinition): string {
  const names = command.arguments.map(
    (argument) => `${argument.name.toUpperCase()}${argument.several ? '…' : ''}`,
  );
  return ['afterwit', ...command.words, ...names].join(' ');
}
