import * as operations from '../../api/operations.ts';
import type { ArgumentDefinition, CommandDefinition, Options } from './command-definition.ts';
import { commandOf } from './operation-options.ts';
import { commonOptions, ownOptions } from './options.ts';
import { ownCommands } from './own-commands.ts';

const { all, full, hard, layout, noHard, out, pack } = ownOptions;

/** The library takes the lines themselves. */
const importedFile = {
  name: 'file',
  description:
    'A file that export wrote, - for standard input, or a folder in the layout of Memory V2 (memory/items). Default: what is shared here.',
  optional: true,
} as const;

const history = {
  status: ownCommands.status,
  index: commandOf(operations.index),
  searchCommits: commandOf(operations.searchCommits),
  examineCommit: commandOf(operations.examineCommit, { patch: ownOptions.patch }),
  hotspots: commandOf(operations.hotspots),
  coupled: commandOf(operations.coupledFiles),
};

const code = {
  locate: commandOf(operations.locate),
  learn: commandOf(operations.learn, { reset: ownOptions.reset }),
  viewSummary: commandOf(operations.viewSummary),
  searchSummaries: commandOf(operations.searchSummaries),
  traverse: commandOf(operations.traverse),
  entity: commandOf(operations.entity),
};

const memory = {
  remember: commandOf(operations.remember, {
    passed: ownOptions.passed,
    prefer: ownOptions.prefer,
    avoid: ownOptions.avoid,
    hard,
  }),
  recall: commandOf(operations.recall, { request: ownOptions.request, pack }),
  brief: commandOf(operations.brief, { pack }),
  forFile: commandOf(operations.forFile, { pack }),
  why: commandOf(operations.why, {
    full: { ...full, description: 'Show every candidate, and how each score came about.' },
  }),
  feedback: commandOf(operations.feedback),
  list: commandOf(operations.list),
  show: commandOf(operations.show),
  history: commandOf(operations.history),
  edit: commandOf(operations.edit, { noHard }),
  archive: commandOf(operations.archive),
  forget: commandOf(operations.forget),
  review: commandOf(operations.review),
  reviewEach: ownCommands.reviewEach,
  reviewApprove: commandOf(operations.approve),
  reviewReject: commandOf(operations.reject),
};

const failures = {
  match: ownCommands.match,
  guardrails: commandOf(operations.guardrails),
  failuresList: commandOf(operations.failures),
  failuresShow: commandOf(operations.failure),
  failuresReview: ownCommands.failuresReview,
};

const gate = {
  stats: commandOf(operations.statistics),
  gateShow: commandOf(operations.gate),
  gateReset: commandOf(operations.resetGate),
  gateReplay: commandOf(operations.replayGate),
  gateEvaluate: commandOf(operations.evaluateGate),
};

const agents = {
  setup: ownCommands.setup,
  sessions: commandOf(operations.sessions),
  mineSessions: commandOf(operations.mineSessions, { yes: ownOptions.yes }),
  importRules: commandOf(operations.importRules),
  mcp: ownCommands.mcp,
  pause: commandOf(operations.pause),
  resume: commandOf(operations.resume),
};

const upkeep = {
  doctor: commandOf(operations.diagnose),
  maintain: commandOf(operations.maintain),
  completion: ownCommands.completion,
  config: ownCommands.config,
  configSet: ownCommands.configSet,
  configUnset: ownCommands.configUnset,
  repoShow: ownCommands.repoShow,
  repoLink: commandOf(operations.linkRepository),
  repoSplit: commandOf(operations.splitRepository),
  backup: commandOf(operations.backUp),
  restore: commandOf(operations.restore),
  export: commandOf(operations.exportLines, { out, layout }),
  share: commandOf(operations.share, {
    remove: { ...ownOptions.remove, description: 'Take these out of the file again.' },
  }),
  import: { ...commandOf(operations.importLines), arguments: [importedFile] },
  purge: commandOf(operations.purge, {
    all: { ...all, description: 'Required, so that it cannot happen by accident; not with --dry-run.' },
  }),
};

/** Every command. The parser, the help, `docs/reference/cli.md` and tests are built from this table. */
export const commandDefinitions = {
  ...history,
  ...code,
  ...memory,
  ...failures,
  ...gate,
  ...agents,
  ...upkeep,
};

export type CommandName = keyof typeof commandDefinitions;
type CommandRow = readonly [CommandName, CommandDefinition];

/** The commands as rows, in the order of the help. */
export function listCommands(): readonly CommandRow[] {
  return Object.entries(commandDefinitions) as CommandRow[];
}

/** The same rows, grouped by purpose. */
export function listCommandGroups(): readonly {
  readonly title: string;
  readonly rows: readonly CommandRow[];
}[] {
  return [
    { title: 'Ask the history', rows: rowsOf(history) },
    { title: 'Ask the code', rows: rowsOf(code) },
    { title: 'Remember and recall', rows: rowsOf(memory) },
    { title: 'Recognise failures', rows: rowsOf(failures) },
    { title: 'Judge what is shown unasked', rows: rowsOf(gate) },
    { title: 'Help an agent', rows: rowsOf(agents) },
    { title: 'Maintain the memory', rows: rowsOf(upkeep) },
  ];
}

function rowsOf(table: Readonly<Partial<Record<CommandName, CommandDefinition>>>): readonly CommandRow[] {
  return Object.entries(table) as CommandRow[];
}

/** All options of a command: its own, then the common ones. */
export function optionsOf({ options }: CommandDefinition): Options {
  return { ...options, ...commonOptions };
}

/** All words that call it: its name, then other spellings. */
export function spellingsOf({ words, alsoSpelled = [] }: CommandDefinition): readonly (readonly string[])[] {
  return [words, ...alsoSpelled];
}

/** How a command is called: `afterwit coupled FILE`, `afterwit why [DECISION]`. */
export function callOf(command: CommandDefinition): string {
  return ['afterwit', ...command.words, ...command.arguments.map(spell)].join(' ');
}

function spell({ name, several, optional }: ArgumentDefinition): string {
  const spelled = `${name.toUpperCase()}${several ? '…' : ''}`;
  return optional ? `[${spelled}]` : spelled;
}
