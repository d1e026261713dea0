import type { AnyOperation } from '../../api/operation.ts';
import { hotspots, recall } from '../../api/operations.ts';
import type { CommandDefinition, Options } from './command-definition.ts';
import { offeredFields } from './operation-options.ts';
import { ownOptions } from './options.ts';

/** Options of operations, for a command that joins several. */
function optionsOf(operation: AnyOperation, names: readonly string[]): Options {
  const offered = offeredFields(operation).filter(({ option }) => names.includes(option));
  return Object.fromEntries(offered.map(({ option, definition }) => [option, definition]));
}

const ofRecall = optionsOf(recall, ['command', 'exitCode', 'file', 'stack', 'topK']);
const matchOptions = {
  ...ofRecall,
  file: {
    ...ofRecall.file,
    kind: 'paths',
    description:
      'File in which it happened, or that was being edited. May be given several times; the first one is where it happened.',
  },
  topK: {
    kind: 'count',
    placeholder: 'COUNT',
    description: 'Maximum number of memories to show. Default: 3.',
  },
} as const satisfies Options;

/** Commands that are no single operation: they join several, or are about this program. */
export const ownCommands = {
  status: {
    words: [],
    alsoSpelled: [['status']],
    otherNames: ['overview', 'info'],
    summary: 'Index new commits, then show what is known and what to do next.',
    details: [
      'Reads only commits that are not indexed yet: seconds the first time, an instant later. Nothing is written into the repository, and nothing leaves this machine.',
    ],
    arguments: [],
    options: {
      all: { ...ownOptions.all, description: 'With --help: list every command.' },
      ...optionsOf(hotspots, ['asOf']),
    },
    examples: [{ command: 'afterwit', explanation: 'In a repository: index it and show its status.' }],
    jsonType: '{ index: IndexReport, status: MemoryStatus, hotspots: HotspotList }',
  },
  repoShow: {
    words: ['repo', 'show'],
    summary: 'Show which repository this clone belongs to, and all other known ones.',
    details: [],
    arguments: [],
    options: {},
    examples: [
      {
        command: 'afterwit repo show',
        explanation: 'The id under which memories of this repository are stored.',
      },
    ],
    jsonType: '{ current: KnownRepository, all: KnownRepository[] }',
  },
  match: {
    words: ['match'],
    summary: 'Find out whether a failure was seen before, and what fixed it.',
    details: [
      'For a pipe: `npm test 2>&1 | afterwit match`. It is `recall --failure -`, told as an answer about one failure.',
      'The log is read from FILE or standard input; of a log over 8 MB, only the beginning and the end are read. The answer says how sure the match is, then shows the fix, the evidence for it and its past outcomes. It may also be that no known failure matches.',
      'match is a recall by failure: it leaves a receipt that why explains and feedback judges. The exit status is 0 whether or not a match was found; with --json, match.status is match, ambiguous or abstain.',
    ],
    arguments: [
      {
        name: 'file',
        description: 'What the failing command printed. Default: standard input.',
        optional: true,
      },
    ],
    options: matchOptions,
    examples: [
      {
        command: 'npm test 2>&1 | afterwit match --command "npm test"',
        explanation: 'Was this failure seen before, and what fixed it?',
      },
      {
        command: 'afterwit match build.log --command "make all" --file src/parse.c',
        explanation: 'The same for a saved log.',
      },
    ],
    jsonType: 'Recollection',
  },
  failuresReview: {
    words: ['failures', 'review'],
    alsoSpelled: [['issues', 'review']],
    summary: 'List doubtful merges and contradicting fixes side by side, or decide one.',
    details: [
      'merge: it is the known variant, which gets its evidence. split: both are right, each for its own case. supersede: the new fix replaces the known one. reject: the new one is wrong. Only a person may decide.',
    ],
    arguments: [
      {
        name: 'id',
        description:
          'Id of the waiting variant, at least 4 digits. Without it, all waiting variants are listed.',
        optional: true,
      },
      {
        name: 'decision',
        description: 'One of merge, split, supersede, reject.',
        choices: ['merge', 'split', 'supersede', 'reject'],
        optional: true,
      },
    ],
    options: {},
    examples: [
      { command: 'afterwit failures review', explanation: 'What needs a decision?' },
      {
        command: 'afterwit failures review 5e6f7a8b split',
        explanation: 'These are two different failures.',
      },
    ],
    jsonType: 'DoubtList',
  },
  reviewEach: {
    words: ['review', 'each'],
    summary: 'Decide about the memories that wait, one after the other, at the terminal.',
    details: [
      'Each is shown in full, with where it came from and what it would take the place of. Type approve, reject, skip or quit, or the first letter. Only a person may do this.',
    ],
    arguments: [],
    options: {
      all: { ...ownOptions.all, description: 'Include other repositories.' },
      limit: { ...ownOptions.limit, description: 'Most memories to be asked about. Default: 50.' },
    },
    examples: [{ command: 'afterwit review each', explanation: 'What did the sessions of this week teach?' }],
    jsonType: 'DecidedEach',
  },
  setup: {
    words: ['setup'],
    otherNames: ['init', 'install', 'connect'],
    summary: 'Connect an agent: help after failing commands, and tools to query the memory.',
    details: [
      "Adds an MCP server to the agent's own settings files, and hooks where it hands its model what they say; whatever else they hold stays as it is, comments included, and a copy is kept beside each. Running it again changes nothing.",
      'Without --agent it shows the changes for each agent on this machine that is not yet connected, and asks.',
    ],
    arguments: [],
    options: {
      agent: ownOptions.agent,
      dryRun: ownOptions.dryRun,
      remove: ownOptions.remove,
      project: ownOptions.project,
      cold: ownOptions.cold,
      profile: ownOptions.profile,
      fromHere: ownOptions.fromHere,
    },
    examples: [
      { command: 'afterwit setup', explanation: 'Which agents are here? Connects each after asking.' },
      { command: 'npx afterwit setup --from-here', explanation: 'Without installing it first.' },
      { command: 'afterwit setup --agent claude-code --dry-run', explanation: 'What would change?' },
      { command: 'afterwit setup --agent claude-code', explanation: 'Change it.' },
      { command: 'afterwit setup --agent claude-code --remove', explanation: 'Disconnect it again.' },
    ],
    jsonType: 'SetupReport | SetupOverview',
  },
  mcp: {
    words: ['mcp'],
    otherNames: ['serve', 'server'],
    summary: 'Serve the memory to an agent as MCP tools, over standard input and output.',
    details: [
      'Agents start this server themselves; setup configures them. It ends when its standard input closes. mcp must be the first word of the command line.',
    ],
    arguments: [],
    options: { profile: ownOptions.profile, issues: ownOptions.issues },
    examples: [
      { command: 'afterwit mcp --repo ~/project', explanation: 'What an agent starts.' },
      { command: 'afterwit mcp --profile full', explanation: 'With the tools of the code graph, too.' },
    ],
  },
  completion: {
    words: ['completion'],
    otherNames: ['completions', 'autocomplete'],
    summary: 'Print the program that completes commands, options and values in a shell.',
    details: ['A new shell completes them when its start file reads that program.'],
    arguments: [{ name: 'shell', description: 'One of bash, zsh, fish.', choices: ['bash', 'zsh', 'fish'] }],
    options: {},
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
    options: { all: { ...ownOptions.all, description: 'Also those that have their defaults.' } },
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
    options: {},
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
    options: {},
    examples: [{ command: 'afterwit config unset packing.budgetTokens', explanation: 'As it was.' }],
    jsonType: 'SettingChange',
  },
} satisfies Record<string, CommandDefinition>;
