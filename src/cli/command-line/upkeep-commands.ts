import type { CommandDefinition } from './command-definition.ts';

/** Commands that look after what is kept, and after what afterwit is connected to. */
export const upkeepCommands = {
  doctor: {
    words: ['doctor'],
    summary: 'Check git, Node.js, the home folder, the memory and the index, and say what to do.',
    details: ['Changes nothing.'],
    arguments: [],
    options: [],
    timeless: true,
    examples: [{ command: 'afterwit doctor', explanation: 'What is wrong here, if anything?' }],
    jsonType: 'Diagnosis',
  },
  repoShow: {
    words: ['repo', 'show'],
    summary: 'Show which repository this clone belongs to, and all others that are known.',
    details: [],
    arguments: [],
    options: [],
    timeless: true,
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
      'A clone shares no memories with another one until a person says so, at the question when it is first seen or here: what makes clones look alike (remotes, first commits) can be copied by anybody.',
    ],
    arguments: [{ name: 'id', description: 'Id of the repository, as repo show prints it.' }],
    options: [],
    timeless: true,
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
    details: ['Memories stay with the repository it leaves. Only a person may do it.'],
    arguments: [],
    options: [],
    timeless: true,
    examples: [{ command: 'afterwit repo split', explanation: 'A clone that went its own way.' }],
    jsonType: 'KnownRepository',
  },
  backup: {
    words: ['backup'],
    summary: 'Write a verified copy of the memory.',
    details: [
      'Of what cannot be rebuilt: memories, decisions, feedback. Indexes are made from git again. A file that is there already is not overwritten.',
    ],
    arguments: [
      {
        name: 'file',
        description: 'Where to. Default: a new file in the folder backups of the home.',
        optional: true,
      },
    ],
    options: [],
    timeless: true,
    examples: [
      { command: 'afterwit backup', explanation: 'A copy in the home folder.' },
      { command: 'afterwit backup ~/memory-copy.db', explanation: 'A copy to take along.' },
    ],
    jsonType: 'MemoryCopy',
  },
  restore: {
    words: ['restore'],
    summary: 'Put a copy of the memory in place of the memory.',
    details: [
      'All of the copy is verified first; a damaged one changes nothing. The memory that was there is kept beside it. Only a person may do this.',
    ],
    arguments: [{ name: 'file', description: 'A file that backup wrote.' }],
    options: [],
    timeless: true,
    examples: [{ command: 'afterwit restore ~/memory-copy.db', explanation: 'Go back to that copy.' }],
    jsonType: 'MemoryReplacement',
  },
  export: {
    words: ['export'],
    summary: 'Write memories as lines of JSON, to share, to keep or to read elsewhere.',
    details: [
      'One memory a line, in the fields of Memory V2 and V3, with what came of showing it; failures with their patterns, variants and episodes. Those of this repository, of you, and global ones, unless --scope or --all says otherwise. Decisions are not among them: backup copies everything.',
      'An export of the same memories is the same file to the letter, so that it can be kept in git.',
    ],
    arguments: [],
    options: ['out', 'scope', 'all'],
    optionWords: {
      scope:
        'Only what holds there: repo, in this repository; user, wherever you work; global, for everyone here.',
      all: 'Those of other repositories too.',
    },
    timeless: true,
    examples: [
      {
        command: 'afterwit export --scope repo --out .memory.jsonl',
        explanation: 'What this repository taught, for others.',
      },
      { command: 'afterwit export --all --out memories.jsonl', explanation: 'All of it.' },
    ],
    jsonType: 'ExportReport',
  },
  import: {
    words: ['import'],
    summary: 'Take in memories that export wrote.',
    details: [
      'Anybody can write a file that says that you said so. Hence what it holds is recalled when asked for, with a warning, and never shown unasked, until review approve vouches for it; --mine believes the file.',
      'Every line is checked, and secrets are taken out again. Lines that are no memories are passed over and listed; the exit status is then 2. What is here already stays as it is. Running it again adds nothing, so that an import that was interrupted is resumed by running it again.',
    ],
    arguments: [{ name: 'file', description: 'A file that export wrote, or - for standard input.' }],
    options: ['scope', 'mine'],
    optionWords: {
      scope:
        'Where all of it shall hold: repo, in this repository; user, wherever you work; global, for everyone here. Default: where the file says.',
    },
    timeless: true,
    examples: [
      {
        command: 'afterwit import .memory.jsonl --scope repo',
        explanation: 'What others learned in this repository.',
      },
      {
        command: 'afterwit import memories.jsonl --mine',
        explanation: 'Your own, on another machine.',
      },
    ],
    jsonType: 'ImportReport',
  },
  purge: {
    words: ['purge'],
    summary: 'Overwrite and remove everything that afterwit keeps on this machine.',
    details: [
      'All memories and backups, the indexes of all repositories, logs and caches. It cannot be undone, and only a person may do it. Repositories are not touched.',
    ],
    arguments: [],
    options: ['all'],
    optionWords: { all: 'Needed, so that it does not happen by accident.' },
    timeless: true,
    examples: [{ command: 'afterwit purge --all', explanation: 'Leave nothing behind.' }],
    jsonType: 'PurgeReport',
  },
} as const satisfies Record<string, CommandDefinition>;
