import { choice, count, type Fields, flag, type Input, path, required, text } from '../../api/field.ts';
import * as operations from '../../api/operations.ts';
import { serverProfiles } from '../../model/server.ts';
import { type Command, commandOf, optionsFrom } from './command.ts';

export const commonOptions = {
  json: flag('Print the answer, or the error, as JSON on standard output.'),
  repo: path('Repository to use: a path inside it, or a bare repository.', {
    placeholder: 'PATH',
    byDefault: 'the working folder',
  }),
  home: path('Folder that holds memories and indexes.', {
    placeholder: 'DIR',
    byDefault: "AFTERWIT_HOME, else the platform's data folder",
  }),
  color: flag('Print no colours. Colours appear on terminals only, and never when NO_COLOR is set.', {
    negated: true,
  }),
  help: flag('Show help, for a command when one is given.', { short: 'h' }),
  version: flag('Show the version of afterwit.', { short: 'V' }),
};

const pack = { pack: flag('Print only the text that an agent would get.') };
const dryRun = { dryRun: flag('Change nothing; show what would happen.') };

const ofExamineCommit = { patch: flag('Leave the patch out.', { negated: true }) };
const ofLearn = { reset: flag('Forget the learned weights; locate uses the shipped ones.') };
const ofRemember = {
  passed: text('Command that passed after the fix and so verifies it.', { placeholder: 'LINE' }),
  prefer: text('Prefer this kind of fix: among equally good fixes, such a fix comes first.', {
    placeholder: 'STRATEGY',
  }),
  avoid: text('Avoid this kind of fix: such a fix is never shown unasked, and gets a warning on request.', {
    placeholder: 'STRATEGY',
  }),
  hard: flag('Stop the calls of an agent that change its files, or run the command of --command.'),
};
const ofRecall = {
  request: path(
    'The whole request as a JSON object with the fields of RecallRequest; - reads standard input.',
    {
      placeholder: 'FILE',
    },
  ),
  ...pack,
};
const ofWhy = { full: flag('Show every candidate, and how each score came about.') };
const ofEdit = { noHard: flag('Stop no calls any more.') };
const ofReviewEach = {
  all: flag('Include other repositories.'),
  limit: count('Most memories to be asked about. Default: 50.', { placeholder: 'COUNT' }),
};
const ofModelsUse = {
  model: text('Name of the model; of a command, the program and its arguments.', { placeholder: 'NAME' }),
  endpoint: text('Address of the provider, where it is not the public one.', { placeholder: 'URL' }),
  key: text('Variable that holds the key, or none.', { placeholder: 'NAME' }),
};
const ofMining = { yes: flag('Sessions here may be read: the answer of a person, without the question.') };
const ofExport = {
  out: path('Write to this file and replace its content.', {
    placeholder: 'FILE',
    byDefault: 'standard output',
  }),
  layout: choice(
    ['v2'],
    'Write a folder in another layout: v2, that of Memory V2 (memory/items/semantic.jsonl and so on), into the folder given by --out.',
    { placeholder: 'NAME', byDefault: 'one file of lines' },
  ),
};
const ofShare = { remove: flag('Take these out of the file again.') };
const ofDashboard = {
  port: count('Port to listen on.', { placeholder: 'NUMBER', byDefault: 'one that is free', most: 65_535 }),
  open: flag('Open no browser.', { negated: true }),
};
const ofPurge = { all: flag('Required, so that it cannot happen by accident; not with --dry-run.') };
const profile = choice(
  serverProfiles,
  'Tools that the MCP server offers: default, the eight that most work needs; full, also the code graph, rules, hotspots, review and receipts.',
  { placeholder: 'NAME', byDefault: 'default' },
);
const ofSetup = {
  agent: choice(
    ['claude-code', 'codex', 'cursor', 'gemini-cli', 'vscode', 'copilot-cli', 'opencode', 'windsurf'],
    'Agent to connect.',
    { placeholder: 'NAME', byDefault: 'those found on this machine, after asking for each' },
  ),
  ...dryRun,
  remove: flag('Remove what setup added, and nothing else.'),
  project: flag('For this repository only: write to its files instead of your own settings.'),
  cold: flag('Start a process for each hook, also where the running MCP server could be called.'),
  profile,
  fromHere: flag(
    'Keep a copy of this program in the home and connect that: for one that npx fetched, or that lies in a clone.',
  ),
};

/** Options of the terminal alone that commands read; those of operations are read by `inputOf`. */
type OwnOptions = typeof commonOptions &
  typeof ofExamineCommit &
  typeof ofLearn &
  typeof ofRemember &
  typeof ofRecall &
  typeof ofWhy &
  typeof ofEdit &
  typeof ofReviewEach &
  typeof ofMining &
  typeof ofDashboard &
  typeof ofModelsUse &
  typeof ofExport &
  typeof ofSetup;

/** Values of one command line; options that were not given are absent. */
export type OptionValues = Input<OwnOptions> & { readonly stack?: string };

type CommandTable = Readonly<Record<string, Command>>;

const history = {
  status: {
    words: [],
    alsoSpelled: [['status']],
    otherNames: ['overview', 'info'],
    summary: 'Index new commits, then show what is known and what to do next.',
    details:
      'Reads only commits that are not indexed yet: seconds the first time, an instant later. Nothing is written into the repository, and nothing leaves this machine.',
    arguments: {},
    options: { all: flag('With --help: list every command.'), ...optionsFrom(operations.hotspots, ['asOf']) },
    examples: { afterwit: 'In a repository: index it and show its status.' },
    answer: '{ index: IndexReport, status: MemoryStatus, hotspots: HotspotList }',
    file: 'status',
  },
  index: commandOf(operations.index, 'status'),
  searchCommits: commandOf(operations.searchCommits, 'search-commits'),
  examineCommit: commandOf(operations.examineCommit, 'examine-commit', ofExamineCommit),
  hotspots: commandOf(operations.hotspots, 'files'),
  coupled: commandOf(operations.coupledFiles, 'files'),
} satisfies CommandTable;

const code = {
  locate: commandOf(operations.locate, 'locate'),
  learn: commandOf(operations.learn, 'locate', ofLearn),
  viewSummary: commandOf(operations.viewSummary, 'files'),
  searchSummaries: commandOf(operations.searchSummaries, 'files'),
  traverse: commandOf(operations.traverse, 'code'),
  entity: commandOf(operations.entity, 'code'),
} satisfies CommandTable;

const memory = {
  remember: commandOf(operations.remember, 'remember', ofRemember),
  recall: commandOf(operations.recall, 'recall', ofRecall),
  brief: commandOf(operations.brief, 'brief', pack),
  forFile: commandOf(operations.forFile, 'brief', pack),
  why: commandOf(operations.why, 'why', ofWhy),
  feedback: commandOf(operations.feedback, 'gate'),
  list: commandOf(operations.list, 'items'),
  show: commandOf(operations.show, 'items'),
  history: commandOf(operations.history, 'items'),
  edit: commandOf(operations.edit, 'items', ofEdit),
  archive: commandOf(operations.archive, 'items'),
  forget: commandOf(operations.forget, 'items'),
  review: commandOf(operations.review, 'review'),
  reviewEach: {
    words: ['review', 'each'],
    summary: 'Decide about the memories that wait, one after the other, at the terminal.',
    details:
      'Each is shown in full, with where it came from and what it would take the place of. Type approve, reject, skip or quit, or the first letter. Only a person may do this.',
    arguments: {},
    options: ofReviewEach,
    examples: { 'afterwit review each': 'What did the sessions of this week teach?' },
    answer: 'DecidedEach',
    file: 'review',
  },
  reviewApprove: commandOf(operations.approve, 'review'),
  reviewReject: commandOf(operations.reject, 'review'),
} satisfies CommandTable;

const failures = {
  guardrails: commandOf(operations.guardrails, 'brief'),
  failuresList: commandOf(operations.failures, 'failures'),
  failuresShow: commandOf(operations.failure, 'failures'),
  failuresReview: {
    words: ['failures', 'review'],
    alsoSpelled: [['issues', 'review']],
    summary: 'List doubtful merges and contradicting fixes side by side, or decide one.',
    details:
      'merge: it is the known variant, which gets its evidence. split: both are right, each for its own case. supersede: the new fix replaces the known one. reject: the new one is wrong. Only a person may decide.',
    arguments: {
      id: text('Id of the waiting variant, at least 4 digits. Without it, all waiting variants are listed.', {
        placeholder: 'ID',
      }),
      decision: choice(['merge', 'split', 'supersede', 'reject'], 'One of merge, split, supersede, reject.', {
        placeholder: 'DECISION',
      }),
    },
    options: optionsFrom(operations.doubts),
    examples: {
      'afterwit failures review': 'What needs a decision?',
      'afterwit failures review 5e6f7a8b split': 'These are two different failures.',
    },
    answer: 'DoubtList',
    file: 'failures',
  },
} satisfies CommandTable;

const gate = {
  stats: commandOf(operations.statistics, 'gate'),
  gateShow: commandOf(operations.gate, 'gate'),
  gateReset: commandOf(operations.resetGate, 'gate'),
  gateReplay: commandOf(operations.replayGate, 'gate'),
  gateEvaluate: commandOf(operations.evaluateGate, 'gate'),
} satisfies CommandTable;

const agents = {
  setup: {
    words: ['setup'],
    otherNames: ['init', 'install', 'connect'],
    summary: 'Connect an agent: help after failing commands, and tools to query the memory.',
    details: [
      "Adds an MCP server to the agent's own settings files, and hooks where it hands its model what they say; whatever else they hold stays as it is, comments included, and a copy is kept beside each. Running it again changes nothing.",
      'Without --agent it shows the changes for each agent on this machine that is not yet connected, and asks.',
    ],
    arguments: {},
    options: ofSetup,
    examples: {
      'afterwit setup': 'Which agents are here? Connects each after asking.',
      'npx afterwit setup --from-here': 'Without installing it first.',
      'afterwit setup --agent claude-code --dry-run': 'What would change?',
      'afterwit setup --agent claude-code': 'Change it.',
      'afterwit setup --agent claude-code --remove': 'Disconnect it again.',
    },
    answer: 'SetupReport | SetupOverview',
    file: 'setup',
  },
  sessions: commandOf(operations.sessions, 'brief'),
  mineSessions: commandOf(operations.mineSessions, 'sessions', ofMining),
  importRules: commandOf(operations.importRules, 'sessions'),
  mcp: {
    words: ['mcp'],
    otherNames: ['serve', 'server'],
    summary: 'Serve the memory to an agent as MCP tools, over standard input and output.',
    details:
      'Agents start this server themselves; setup configures them. It ends when its standard input closes. mcp must be the first word of the command line.',
    arguments: {},
    options: { profile, ...optionsFrom(operations.examineCommit, ['issues']) },
    examples: {
      'afterwit mcp --repo ~/project': 'What an agent starts.',
      'afterwit mcp --profile full': 'With the tools of the code graph, too.',
    },
    file: 'setup',
  },
  pause: commandOf(operations.pause, 'sessions'),
  resume: commandOf(operations.resume, 'sessions'),
} satisfies CommandTable;

const settingName = text('Dotted name of a setting.', { placeholder: 'NAME' });

const upkeep = {
  dashboard: {
    words: ['dashboard'],
    otherNames: ['ui', 'web', 'gui', 'open'],
    summary: 'See in a browser what memory did, what it knows and what waits for you.',
    details: [
      'Serves a page on this machine alone, opens it, and ends a minute after its last tab is gone, or with Ctrl-C. Anyone with the address gets in, so keep it to yourself. A click there counts as the word of the user or agent that started it: an agent may look, but not decide.',
      'On another machine: `ssh -L 8417:127.0.0.1:8417 HOST afterwit dashboard --port 8417 --no-open`, and open the printed address here.',
    ],
    arguments: {},
    options: ofDashboard,
    examples: {
      'afterwit dashboard': 'Open it.',
      'afterwit dashboard --port 8417 --no-open': 'Print its address only.',
    },
    file: 'upkeep',
  },
  doctor: commandOf(operations.diagnose, 'upkeep'),
  maintain: commandOf(operations.maintain, 'upkeep'),
  completion: {
    words: ['completion'],
    otherNames: ['completions', 'autocomplete'],
    summary: 'Print the program that completes commands, options and values in a shell.',
    details: 'A new shell completes them when its start file reads that program.',
    arguments: {
      shell: required(choice(['bash', 'zsh', 'fish'], 'One of bash, zsh, fish.', { placeholder: 'SHELL' })),
    },
    options: {},
    examples: {
      'afterwit completion bash':
        'For ~/.bashrc: eval "$(afterwit completion bash)". Likewise zsh for ~/.zshrc.',
      'afterwit completion fish': 'Write it to ~/.config/fish/completions/afterwit.fish.',
    },
    answer: '{ shell: string, program: string }',
    file: 'settings',
  },
  config: {
    words: ['config'],
    alsoSpelled: [
      ['config', 'show'],
      ['config', 'explain'],
    ],
    otherNames: ['settings', 'configure'],
    summary: 'Show what is set and by whom, or explain one setting.',
    details:
      'Settings come from config.json of the home, afterwit.config.json of the repository, the environment, and flags; later ones win.',
    arguments: {
      name: text('Dotted name of a setting. Without it, all that differ from their defaults.', {
        placeholder: 'NAME',
      }),
    },
    options: { all: flag('Also those that have their defaults.') },
    examples: {
      'afterwit config': 'What is set here, and where?',
      'afterwit config packing.budgetTokens': 'What does it mean?',
    },
    answer: 'SettingList | SettingView',
    file: 'settings',
  },
  configSet: {
    words: ['config', 'set'],
    summary: 'Change a setting, in config.json of the home.',
    details:
      'The rest of the file stays as it is. Only a person may: settings decide what is believed and shown.',
    arguments: {
      name: required(settingName),
      value: required(text('A value that fits: `config NAME` says which.', { placeholder: 'VALUE' })),
    },
    options: {},
    examples: { 'afterwit config set packing.budgetTokens 600': 'Fewer tokens for what is shown.' },
    answer: 'SettingChange',
    file: 'settings',
  },
  configUnset: {
    words: ['config', 'unset'],
    summary: 'Give a setting its default again.',
    details: 'Takes it out of config.json of the home. Only a person may.',
    arguments: { name: required(settingName) },
    options: {},
    examples: { 'afterwit config unset packing.budgetTokens': 'As it was.' },
    answer: 'SettingChange',
    file: 'settings',
  },
  models: commandOf(operations.models, 'models'),
  modelsTest: commandOf(operations.testModel, 'models'),
  modelsCost: commandOf(operations.modelCosts, 'models'),
  modelsExport: commandOf(operations.exportTuning, 'models'),
  modelsUse: {
    words: ['models', 'use'],
    summary: 'Turn a language model on, or all of them off.',
    details:
      'Writes settings of models.* into config.json of the home. Only a person may. A key is never written: it is read from a variable of the environment.',
    arguments: {
      provider: required(
        choice(['openai', 'anthropic', 'google', 'command', 'none'], 'Who answers; none turns it off.', {
          placeholder: 'PROVIDER',
        }),
      ),
    },
    options: ofModelsUse,
    examples: {
      'afterwit models use anthropic --model claude-haiku-4-5': 'Its key is in ANTHROPIC_API_KEY.',
      'afterwit models use command --model "claude -p"': 'A program with its own login.',
    },
    answer: '{ changes: SettingChange[] }',
    file: 'models',
  },
  repoShow: {
    words: ['repo', 'show'],
    summary: 'Show which repository this clone belongs to, and all other known ones.',
    arguments: {},
    options: {},
    examples: { 'afterwit repo show': 'The id under which memories of this repository are stored.' },
    answer: '{ current: KnownRepository, all: KnownRepository[] }',
    file: 'upkeep',
  },
  repoLink: commandOf(operations.linkRepository, 'upkeep'),
  repoSplit: commandOf(operations.splitRepository, 'upkeep'),
  backup: commandOf(operations.backUp, 'upkeep'),
  restore: commandOf(operations.restore, 'upkeep'),
  export: commandOf(operations.exportLines, 'exchange', ofExport),
  share: commandOf(operations.share, 'exchange', ofShare),
  import: {
    ...commandOf(operations.importLines, 'exchange'),
    // The library takes the lines themselves.
    arguments: {
      file: path(
        'A file that export wrote, - for standard input, or a folder in the layout of Memory V2 (memory/items). Default: what is shared here.',
        { placeholder: 'FILE' },
      ),
    } as Fields,
  },
  purge: commandOf(operations.purge, 'upkeep', ofPurge),
} satisfies CommandTable;

const teams = {
  teamCreate: commandOf(operations.createTeam, 'teams'),
  teamInvite: commandOf(operations.inviteToTeam, 'teams'),
  teamJoin: commandOf(operations.joinTeam, 'teams'),
  teamSync: commandOf(operations.syncTeam, 'teams'),
  teamStatus: commandOf(operations.teamStatus, 'teams'),
  teamMembers: commandOf(operations.teamMembers, 'teams'),
  teamLog: commandOf(operations.teamLog, 'teams'),
  teamSearch: commandOf(operations.searchTeam, 'teams'),
  teamRevoke: commandOf(operations.revokeFromTeam, 'teams'),
  teamCompact: commandOf(operations.compactTeam, 'teams'),
  teamLeave: commandOf(operations.leaveTeam, 'teams'),
} satisfies CommandTable;

/** Every command. The parser, the help, the reference pages and tests are built from this table. */
export const commands = {
  ...history,
  ...code,
  ...memory,
  ...failures,
  ...gate,
  ...agents,
  ...teams,
  ...upkeep,
};

export type CommandName = keyof typeof commands;
type CommandRow = readonly [CommandName, Command];

interface CommandGroup {
  readonly title: string;
  readonly rows: readonly CommandRow[];
}

/** The commands as rows, in the order of the help. */
export function listCommands(): readonly CommandRow[] {
  return rowsOf(commands);
}

/** The same rows, grouped by purpose. */
export function listCommandGroups(): readonly CommandGroup[] {
  return [
    { title: 'Ask the history', rows: rowsOf(history) },
    { title: 'Ask the code', rows: rowsOf(code) },
    { title: 'Remember and recall', rows: rowsOf(memory) },
    { title: 'Recognise failures', rows: rowsOf(failures) },
    { title: 'Judge what is shown unasked', rows: rowsOf(gate) },
    { title: 'Help an agent', rows: rowsOf(agents) },
    { title: 'Share with a team', rows: rowsOf(teams) },
    { title: 'Maintain the memory', rows: rowsOf(upkeep) },
  ];
}

/** The few commands that most days need, by the moment they are for; `--help --all` lists the others too. */
export function listEverydayCommands(): readonly CommandGroup[] {
  const of = (title: string, ...names: readonly CommandName[]): CommandGroup => ({
    title,
    rows: names.map((name) => [name, commands[name]] as const),
  });
  return [
    of('Begin', 'status', 'setup', 'mineSessions'),
    of('Before a change', 'brief', 'locate', 'forFile'),
    of('When something fails', 'recall', 'remember'),
    of('Ask the history', 'searchCommits'),
    of('Afterwards', 'why', 'feedback', 'review', 'dashboard'),
    of('In doubt', 'doctor'),
  ];
}

function rowsOf(table: Readonly<Partial<Record<CommandName, Command>>>): readonly CommandRow[] {
  return Object.entries(table) as CommandRow[];
}

/** All options of a command: its own, then the common ones. */
export function optionsOf({ options }: Command): Fields {
  return { ...options, ...commonOptions };
}
