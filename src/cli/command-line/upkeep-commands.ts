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
      'Clones are joined by themselves when remote and root commit agree; this is for when they do not.',
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
    details: ['Memories stay with the repository it leaves.'],
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
