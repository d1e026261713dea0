import type { OptionTable } from './option.ts';

/** Settings of the parts that are no stage. */
export const gitOptions = {
  executable: {
    description: 'Program that is run as git: a name looked up in PATH, or an absolute path.',
    default: 'git',
  },
  timeoutMs: {
    description: 'A short git command that takes longer is stopped.',
    default: 10_000,
    unit: 'milliseconds',
    minimum: 100,
    maximum: 600_000,
  },
  idleMs: {
    description: 'A git command that neither says nor does anything for this long is stopped.',
    default: 5_000,
    unit: 'milliseconds',
    minimum: 100,
    maximum: 600_000,
  },
} as const satisfies OptionTable;

export const hookOptions = {
  compileCache: {
    description:
      'Whether hooks, commands and the server keep their compiled code in `compile-cache` of the home, which spares each 20 to 50 ms of CPU time. `off`: nothing is kept, and nothing that was kept is run.',
    default: 'on',
    choices: ['on', 'off'],
  },
  sessionStart: momentSwitch('constraints, decisions and open tasks, when a session of an agent starts'),
  prompt: momentSwitch('files that a prompt is likely about, and past commits about the same'),
  beforeEdit: momentSwitch('rules about a file, and what changes with it, before an agent changes it'),
  afterFailure: momentSwitch('a fix that is known, after a command that failed'),
  beforeCompaction: momentSwitch('what was shown in a session, to be kept, before an agent shortens it'),
} as const satisfies OptionTable;

/** Whether an agent is told something unasked at a moment of its session. */
function momentSwitch(what: string) {
  return {
    description: `Whether hooks tell an agent, unasked: ${what}.`,
    default: 'on',
    choices: ['on', 'off'],
  } as const;
}

export const loggingOptions = {
  level: {
    description: 'Least severe records that go to `logs/afterwit.log` in the home.',
    default: 'warn',
    choices: ['silent', 'error', 'warn', 'info', 'debug'],
  },
} as const satisfies OptionTable;

export const speakerOptions = {
  automation: {
    description:
      'Programs that may speak for you without a terminal, by the paths they are started with, separated by commas. Obeyed in `config.json` of the home only.',
    default: 'none',
  },
} as const satisfies OptionTable;

export const scopeOptions = {
  mode: {
    description:
      'Which memories are read beside the global ones. `repo`: those of the repository, of the user and of the team. `workspace` and `skill`: those of `workspace` or `skill` as well, before them. `manual`: those that `names` lists, and no others. Without Memory V3: `repo`.',
    default: 'repo',
    choices: ['repo', 'workspace', 'skill', 'manual'],
  },
  workspace: {
    description: 'Name of the workspace, several repositories that share memories; `none`: there is none.',
    default: 'none',
  },
  skill: {
    description: 'Name of the skill that is at work; `none`: there is none.',
    default: 'none',
  },
  team: {
    description: 'Name of the team whose memories are read and written here; `none`: there is none.',
    default: 'none',
  },
  names: {
    description:
      'Scopes that the mode `manual` reads, separated by commas: `repo` and `user` are the own ones, others are named, such as `workspace:shop`.',
    default: 'repo',
  },
} as const satisfies OptionTable;

export const v3Options = {
  enabled: {
    description:
      'Memory V3 as a whole. `false`: memories live by the rules of Memory V2, whatever else is set under `memory.v3`; nothing that is stored changes.',
    default: true,
  },
} as const satisfies OptionTable;
