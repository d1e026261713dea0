import type { CommandDefinition } from './command-definition.ts';

/** Commands that maintain the stored data and the connected repositories. */
export const upkeepCommands = {
  doctor: {
    words: ['doctor'],
    otherNames: ['check', 'health', 'diagnose'],
    summary: 'Check git, Node.js, the home folder, the memory, the index and each agent, and say what to do.',
    details: [
      'Changes nothing. Of each connected agent, it starts the hook and the server that the settings of the user name, and says what answered.',
    ],
    arguments: [],
    options: [],
    timeless: true,
    examples: [{ command: 'afterwit doctor', explanation: 'What is wrong here, if anything?' }],
    jsonType: 'Diagnosis',
  },
  maintain: {
    words: ['maintain'],
    otherNames: ['gc', 'compact', 'consolidate'],
    summary: 'Count what was shown, archive what expired long ago, summarise what was said often.',
    details: [
      'Runs by itself after sessions that an agent had (memory.v3.consolidation.interval), and by hand. May be stopped at any moment: what was done stays done, and the next run goes on.',
    ],
    arguments: [],
    options: [],
    timeless: true,
    examples: [{ command: 'afterwit maintain', explanation: 'Tidy the memory up.' }],
    jsonType: 'MaintenanceReport',
  },
  completion: {
    words: ['completion'],
    otherNames: ['completions', 'autocomplete'],
    summary: 'Print the program that completes commands, options and values in a shell.',
    details: ['A new shell completes them when its start file reads that program.'],
    arguments: [{ name: 'shell', description: 'One of bash, zsh, fish.', choices: ['bash', 'zsh', 'fish'] }],
    options: [],
    timeless: true,
    examples: [
      {
        command: 'afterwit completion bash',
        explanation: 'For ~/.bashrc: eval "$(afterwit completion bash)". Likewise zsh for ~/.zshrc.',
      },
      {
        command: 'afterwit completion fish',
        explanation: 'Write it to ~/.config/fish/completions/afterwit.fish.',
      },
    ],
    jsonType: '{ shell: string, program: string }',
  },
  config: {
    words: ['config'],
    alsoSpelled: [
      ['config', 'show'],
      ['config', 'explain'],
    ],
    otherNames: ['settings', 'configure'],
    summary: 'Show what is set and by whom, or explain one setting.',
    details: [
      'Settings come from config.json of the home, afterwit.config.json of the repository, the environment, and flags; later ones win.',
    ],
    arguments: [
      {
        name: 'name',
        description: 'Dotted name of a setting. Without it, all that differ from their defaults.',
        optional: true,
      },
    ],
    options: ['all'],
    optionWords: { all: 'Also those that have their defaults.' },
    timeless: true,
    examples: [
      { command: 'afterwit config', explanation: 'What is set here, and where?' },
      { command: 'afterwit config packing.budgetTokens', explanation: 'What does it mean?' },
    ],
    jsonType: 'SettingList | SettingView',
  },
  configSet: {
    words: ['config', 'set'],
    summary: 'Change a setting, in config.json of the home.',
    details: [
      'The rest of the file stays as it is. Only a person may: settings decide what is believed and shown.',
    ],
    arguments: [
      { name: 'name', description: 'Dotted name of a setting.' },
      { name: 'value', description: 'A value that fits: `config NAME` says which.' },
    ],
    options: [],
    timeless: true,
    examples: [
      {
        command: 'afterwit config set packing.budgetTokens 600',
        explanation: 'Fewer tokens for what is shown.',
      },
    ],
    jsonType: 'SettingChange',
  },
  configUnset: {
    words: ['config', 'unset'],
    summary: 'Give a setting its default again.',
    details: ['Takes it out of config.json of the home. Only a person may.'],
    arguments: [{ name: 'name', description: 'Dotted name of a setting.' }],
    options: [],
    timeless: true,
    examples: [{ command: 'afterwit config unset packing.budgetTokens', explanation: 'As it was.' }],
    jsonType: 'SettingChange',
  },
  repoShow: {
    words: ['repo', 'show'],
    summary: 'Show which repository this clone belongs to, and all other known ones.',
    details: [],
    arguments: [],
    options: [],
    timeless: true,
    examples: [
      {
        command: 'afterwit repo show',
        explanation: 'The id under which memories of this repository are stored.',
      },
    ],
    jsonType: '{ current: KnownRepository, all: KnownRepository[] }',
  },
  repoLink: {
    words: ['repo', 'link'],
    summary: 'Declare that this clone belongs to a known repository.',
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
    summary: 'Declare that this clone is a separate repository from now on.',
    details: ['Memories stay with the repository it leaves. Only a person may do it.'],
    arguments: [],
    options: [],
    timeless: true,
    examples: [
      { command: 'afterwit repo split', explanation: 'Separate a clone that is now another project.' },
    ],
    jsonType: 'KnownRepository',
  },
  backup: {
    words: ['backup'],
    summary: 'Write a verified copy of the memory.',
    details: [
      'Copies what cannot be rebuilt: memories, decisions, feedback. Indexes can be rebuilt from git. An existing file is not overwritten.',
    ],
    arguments: [
      {
        name: 'file',
        description: 'Path of the copy. Default: a new file in the folder backups of the home.',
        optional: true,
      },
    ],
    options: [],
    timeless: true,
    examples: [
      { command: 'afterwit backup', explanation: 'A copy in the home folder.' },
      { command: 'afterwit backup ~/memory-copy.db', explanation: 'A copy at another place.' },
    ],
    jsonType: 'MemoryCopy',
  },
  restore: {
    words: ['restore'],
    summary: 'Replace the memory by a copy.',
    details: [
      'The whole copy is verified first; a damaged one changes nothing. The previous memory is kept beside it. Only a person may do this.',
    ],
    arguments: [{ name: 'file', description: 'A file that backup wrote.' }],
    options: [],
    timeless: true,
    examples: [{ command: 'afterwit restore ~/memory-copy.db', explanation: 'Return to that copy.' }],
    jsonType: 'MemoryReplacement',
  },
  export: {
    words: ['export'],
    summary: 'Write memories as lines of JSON, to move, archive or process them.',
    details: [
      'Writes one memory per line, with the fields of Memory V2 and V3 and its outcomes; failures with their patterns, variants and episodes. Includes the memories of this repository, of the user, and global ones, unless --scope or --all is given. Decisions are not included; backup copies everything.',
      'The same memories always give the same file, byte for byte, so an export can be kept in git.',
    ],
    arguments: [],
    options: ['out', 'scope', 'all', 'layout'],
    optionWords: {
      scope:
        'Only memories of this scope: repo, this repository; user, all your repositories; global, everyone on this machine.',
      all: 'Include other repositories.',
    },
    timeless: true,
    examples: [
      {
        command: 'afterwit export --scope repo --out memories.jsonl',
        explanation: 'Everything about this repository.',
      },
      { command: 'afterwit export --all --out memories.jsonl', explanation: 'All of it.' },
      {
        command: 'afterwit export --layout v2 --out ./for-v2',
        explanation: 'For a program that keeps memories as Memory V2 does.',
      },
    ],
    jsonType: 'ExportReport',
  },
  share: {
    words: ['share'],
    otherNames: ['publish', 'team'],
    summary: 'Write chosen memories into this repository, for others to review, commit and import.',
    details: [
      'Writes .afterwit/lessons.jsonl in the working tree: one memory per line, in an order that keeps diffs small, redacted once more, without who said it in which session and without what came of it. Lines of others stay as they are. Committing it is yours. Others run `afterwit import`; what it adds waits for their word.',
      'Only a person may do this, and only what somebody vouched for is shared: of this repository, unless --scope names another place that is yours. With --remove, the lines of these ids are taken out; your memory stays.',
    ],
    arguments: [
      { name: 'id', description: 'Id of a memory, at least 4 digits.', several: true, optional: true },
    ],
    options: ['all', 'remove', 'scope', 'dryRun'],
    optionWords: {
      all: 'Every memory of the scope that somebody vouched for.',
      remove: 'Take these out of the file again.',
      scope:
        'Share from here: repo, this repository; user, all your repositories; global, everyone on this machine. Whoever imports it has it in the repository.',
    },
    timeless: true,
    examples: [
      { command: 'afterwit share 5e6f7a8b', explanation: 'Let the others have this one.' },
      { command: 'afterwit share --all --dry-run', explanation: 'What would be shared?' },
      { command: 'afterwit share 5e6f7a8b --remove', explanation: 'Take it out again.' },
    ],
    jsonType: 'ShareReport',
  },
  import: {
    words: ['import'],
    summary: 'Add the memories that others share here, or those of a file.',
    details: [
      'Without FILE, what `afterwit share` wrote into this repository (.afterwit/lessons.jsonl); it holds here. Else a file that export wrote, or a folder of Memory V2.',
      'Anyone could write a file in your name. Imported memories are therefore recalled on request only, with a warning, until you approve them (review approve); --mine trusts the file.',
      'Every line is checked and redacted again. Invalid lines are skipped and listed; the exit status is then 2. Memories that exist here stay unchanged. Running the import again adds nothing, so an interrupted import is resumed by running it again.',
    ],
    arguments: [
      {
        name: 'file',
        description:
          'A file that export wrote, - for standard input, or a folder in the layout of Memory V2 (memory/items). Default: what is shared here.',
        optional: true,
      },
    ],
    options: ['scope', 'mine'],
    optionWords: {
      scope:
        'Scope of all imported memories: repo, this repository; user, all your repositories; global, everyone on this machine. Default: the scope in the file.',
    },
    timeless: true,
    examples: [
      { command: 'afterwit import', explanation: 'What others share in this repository.' },
      {
        command: 'afterwit import lessons.jsonl --scope repo',
        explanation: 'Lessons from a file, for this repository.',
      },
      {
        command: 'afterwit import memories.jsonl --mine',
        explanation: 'Your own export, on another machine.',
      },
      {
        command: 'afterwit import ~/.agent/memory',
        explanation: 'The memories of a program with Memory V2.',
      },
    ],
    jsonType: 'ImportReport',
  },
  purge: {
    words: ['purge'],
    otherNames: ['reset', 'uninstall'],
    summary: 'Overwrite and delete everything that afterwit stores on this machine.',
    details: [
      'Deletes all memories and backups, the indexes of all repositories, logs and caches. It cannot be undone, and only a person may do it. Repositories are not touched, nor the settings of agents: disconnect those first (setup --remove). Your settings (config.json of the home) stay. A program that setup --from-here keeps in the home stays as long as an agent starts it.',
    ],
    arguments: [],
    options: ['all', 'dryRun'],
    optionWords: { all: 'Required, so that it cannot happen by accident; not with --dry-run.' },
    timeless: true,
    examples: [
      { command: 'afterwit purge --dry-run', explanation: 'What would be deleted?' },
      { command: 'afterwit purge --all', explanation: 'Leave nothing behind.' },
    ],
    jsonType: 'PurgeReport',
  },
} as const satisfies Record<string, CommandDefinition>;
