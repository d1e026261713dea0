import { serverProfiles } from '../../engine/setup/agent-entries.ts';
import { codeEdgeKinds, traverseDirections } from '../../model/code-graph.ts';
import { itemStatuses, itemTypes } from '../../model/memory-item.ts';
import { writableScopes } from '../../model/scope.ts';

/** Kinds of values on the command line; `parse-value.ts` reads them. */
export type OptionKind =
  | 'switch'
  | 'text'
  | 'path'
  | 'count'
  | 'bytes'
  | 'share'
  | 'exitCode'
  | 'choice'
  | 'choices'
  | 'texts'
  | 'paths';

export interface OptionDefinition {
  readonly kind: OptionKind;
  /** Placeholder of the value in the help; every kind but `switch` has one. */
  readonly placeholder?: string;
  /** Allowed values of a `choice`, and of `choices` (several, separated by commas). */
  readonly choices?: readonly string[];
  /** Letter for `-h`. */
  readonly short?: string;
  /** Spelled `--no-…`: giving it makes the value false. */
  readonly negated?: true;
  readonly description: string;
  /** The default in words; the code that uses the option has the value itself. */
  readonly byDefault?: string;
}

/**
 * Every option, by the name of its value in code. The flag is that name in kebab-case. The parser, the help,
 * `docs/reference/cli.md` and tests are built from this table.
 */
export const optionDefinitions = {
  json: { kind: 'switch', description: 'Print the answer, or the error, as JSON on standard output.' },
  repo: {
    kind: 'path',
    placeholder: 'PATH',
    description: 'Repository to use: a path inside it, or a bare repository.',
    byDefault: 'the working folder',
  },
  asOf: {
    kind: 'text',
    placeholder: 'COMMIT',
    description: 'Use the history up to this commit, branch or tag and ignore everything later.',
    byDefault: 'HEAD',
  },
  home: {
    kind: 'path',
    placeholder: 'DIR',
    description: 'Folder that holds memories and indexes.',
    byDefault: "AFTERWIT_HOME, else the platform's data folder",
  },
  color: {
    kind: 'switch',
    negated: true,
    description: 'Print no colours. Colours appear on terminals only, and never when NO_COLOR is set.',
  },
  help: { kind: 'switch', short: 'h', description: 'Show help, for a command when one is given.' },
  version: { kind: 'switch', short: 'V', description: 'Show the version of afterwit.' },
  rebuild: { kind: 'switch', description: 'Delete the index and build it again.' },
  topK: {
    kind: 'count',
    placeholder: 'COUNT',
    description: 'Maximum number of hits to show.',
    byDefault: '10',
  },
  minConfidence: {
    kind: 'share',
    placeholder: 'SHARE',
    description: 'Leave out commits less likely to help than this: 0.4 or 40%.',
    byDefault: '.05',
  },
  files: {
    kind: 'count',
    placeholder: 'COUNT',
    description: 'Also list this many source files that the matching commits changed.',
    byDefault: 'none',
  },
  functions: {
    kind: 'switch',
    description: 'Also list the functions of the best files that the change likely touches.',
  },
  pastFixes: {
    kind: 'switch',
    description: 'Also list past fixes of these functions, and what they changed.',
  },
  explain: { kind: 'switch', description: 'Show how each score was computed.' },
  issues: {
    kind: 'path',
    placeholder: 'FILE',
    description: 'Export of an issue tracker; issues that a commit names are then shown with their text.',
  },
  patchBytes: {
    kind: 'bytes',
    placeholder: 'BYTES',
    description: 'Maximum size of the patch, over all files.',
    byDefault: 'a limit that keeps the answer readable',
  },
  patch: { kind: 'switch', negated: true, description: 'Leave the patch out.' },
  questions: {
    kind: 'count',
    placeholder: 'COUNT',
    description: 'Number of past fixes to learn from and test on, at least 60.',
    byDefault: '160',
  },
  seed: {
    kind: 'count',
    placeholder: 'NUMBER',
    description: 'Seed of the random order: the same seed on the same history gives the same weights.',
    byDefault: '1',
  },
  reset: { kind: 'switch', description: 'Forget the learned weights; locate uses the shipped ones.' },
  limit: { kind: 'count', placeholder: 'COUNT', description: 'Maximum number of entries to show.' },
  depth: {
    kind: 'count',
    placeholder: 'COUNT',
    description: 'Number of edges to follow from the start, 1 to 5.',
    byDefault: '1',
  },
  direction: {
    kind: 'choice',
    placeholder: 'WAY',
    choices: traverseDirections,
    description: 'Direction of edges to follow: out, to what a node uses; in, to what uses it; or both.',
    byDefault: 'both',
  },
  kind: {
    kind: 'choices',
    placeholder: 'KINDS',
    choices: codeEdgeKinds,
    description: `Kinds of edges to follow, separated by commas: ${codeEdgeKinds.join(', ')}.`,
    byDefault: 'all',
  },
  type: {
    kind: 'choice',
    placeholder: 'TYPE',
    choices: itemTypes,
    description: `Type of the memory: ${itemTypes.join(', ')}.`,
  },
  title: {
    kind: 'text',
    placeholder: 'TEXT',
    description: 'Title, one line.',
    byDefault: 'the beginning of the text',
  },
  scope: {
    kind: 'choice',
    placeholder: 'WHERE',
    choices: writableScopes,
    description:
      'Where it applies: repo, in this repository; user, in all your repositories; global, for everyone on this machine; workspace, skill or team: in the one that the settings memory.v3.scope name.',
    byDefault: 'repo',
  },
  tag: {
    kind: 'texts',
    placeholder: 'WORD',
    description: 'Tag to find it by. May be given several times.',
  },
  file: {
    kind: 'paths',
    placeholder: 'PATH',
    description: 'File that it is about, or PATH:Symbol for a part of it. May be given several times.',
  },
  command: { kind: 'text', placeholder: 'LINE', description: 'Command line that failed.' },
  exitCode: {
    kind: 'exitCode',
    placeholder: 'NUMBER',
    description: 'Exit status of the command that failed.',
  },
  failure: {
    kind: 'path',
    placeholder: 'FILE',
    description:
      'What the failing command printed; - reads standard input. Of an output over 8 MB, only the beginning and the end are read.',
  },
  stack: {
    kind: 'path',
    placeholder: 'FILE',
    description: 'Stack trace, if it is not part of the output; - reads standard input.',
  },
  symptom: { kind: 'text', placeholder: 'TEXT', description: 'How the failure appears, in words.' },
  cause: {
    kind: 'text',
    placeholder: 'TEXT',
    description: 'Root cause, such as missing_python_module. Failures with the same cause form one pattern.',
    byDefault: 'the cause that the output suggests',
  },
  rule: {
    kind: 'text',
    placeholder: 'TEXT',
    description: 'Rule that would have prevented it; guardrails offers it before the next failure.',
  },
  verify: { kind: 'text', placeholder: 'TEXT', description: 'How to check that the fix worked.' },
  context: { kind: 'text', placeholder: 'TEXT', description: 'What was being done when it failed.' },
  family: {
    kind: 'text',
    placeholder: 'NAME',
    description: 'Family of the failure, such as import_error.',
    byDefault: 'the family recognised in the output',
  },
  appliesWhen: {
    kind: 'texts',
    placeholder: 'TEXT',
    description: 'Condition under which the fix applies. May be given several times.',
  },
  notWhen: {
    kind: 'texts',
    placeholder: 'TEXT',
    description: 'Condition under which the fix does not apply. May be given several times.',
  },
  changed: {
    kind: 'texts',
    placeholder: 'PLACE',
    description:
      'File that the fix changed, or function of it: src/io.py::Writer.write. Where that function is to be changed again, the fix may be shown. May be given several times.',
  },
  prefer: {
    kind: 'text',
    placeholder: 'STRATEGY',
    description: 'Prefer this kind of fix: among equally good fixes, such a fix comes first.',
  },
  avoid: {
    kind: 'text',
    placeholder: 'STRATEGY',
    description: 'Avoid this kind of fix: such a fix is never shown unasked, and gets a warning on request.',
  },
  passed: {
    kind: 'text',
    placeholder: 'LINE',
    description: 'Command that passed after the fix and so verifies it.',
  },
  budget: {
    kind: 'count',
    placeholder: 'TOKENS',
    description: 'Maximum number of tokens for the memories.',
    byDefault: 'setting packing.budgetTokens',
  },
  unasked: {
    kind: 'switch',
    description: 'Decide as after a failing command of an agent: show only what is safe and useful enough.',
  },
  request: {
    kind: 'path',
    placeholder: 'FILE',
    description:
      'The whole request as a JSON object with the fields of RecallRequest; - reads standard input.',
  },
  pack: { kind: 'switch', description: 'Print only the text that an agent would get.' },
  policy: {
    kind: 'choice',
    placeholder: 'NAME',
    choices: ['plain_rule', 'never_inject', 'full_rscb_mc', 'guarded_rscb_mc'],
    description: 'Policy to decide with: plain_rule, never_inject, full_rscb_mc or guarded_rscb_mc.',
    byDefault: 'setting gate.policy',
  },
  days: {
    kind: 'count',
    placeholder: 'DAYS',
    description: 'Count what was decided in this many days.',
    byDefault: '30',
  },
  item: {
    kind: 'text',
    placeholder: 'ID',
    description: 'The memory that the feedback is about; needed when the decision showed several.',
  },
  all: { kind: 'switch', description: 'Everything.' },
  full: { kind: 'switch', description: 'Show every part of the answer, not only a summary.' },
  status: {
    kind: 'choice',
    placeholder: 'STATUS',
    choices: itemStatuses,
    description: `Only memories of this status: ${itemStatuses.join(', ')}.`,
    byDefault: 'active',
  },
  origin: {
    kind: 'text',
    placeholder: 'ORIGIN',
    description: 'All memories of this origin, as show prints it; mcp:claude-code includes all its sessions.',
  },
  text: {
    kind: 'text',
    placeholder: 'TEXT',
    description: 'All memories whose title or content contains this text, ignoring case.',
  },
  content: { kind: 'text', placeholder: 'TEXT', description: 'The text that it has from now on.' },
  hard: {
    kind: 'switch',
    description: 'Stop the calls of an agent that change its files, or run the command of --command.',
  },
  noHard: { kind: 'switch', description: 'Stop no calls any more.' },
  restore: {
    kind: 'text',
    placeholder: 'VERSION',
    description: 'Bring back this earlier text, by its id in history.',
  },
  undo: { kind: 'switch', description: 'Take it back.' },
  dryRun: { kind: 'switch', description: 'Change nothing; show what would happen.' },
  folder: {
    kind: 'paths',
    placeholder: 'DIR',
    description:
      'Sessions in this folder are of this repository too: the clone lay there before it was moved. May be given several times.',
  },
  yes: {
    kind: 'switch',
    description: 'Sessions here may be read: the answer of a person, without the question.',
  },
  agent: {
    kind: 'choice',
    placeholder: 'NAME',
    choices: [
      'claude-code',
      'codex',
      'cursor',
      'gemini-cli',
      'vscode',
      'copilot-cli',
      'opencode',
      'windsurf',
    ],
    description: 'Agent to connect.',
    byDefault: 'those found on this machine, after asking for each',
  },
  out: {
    kind: 'path',
    placeholder: 'FILE',
    description: 'Write to this file and replace its content.',
    byDefault: 'standard output',
  },
  layout: {
    kind: 'choice',
    placeholder: 'NAME',
    choices: ['v2'],
    description:
      'Write a folder in another layout: v2, that of Memory V2 (memory/items/semantic.jsonl and so on), into the folder given by --out.',
    byDefault: 'one file of lines',
  },
  mine: {
    kind: 'switch',
    description: 'The file is your own export: keep the trust levels it states. Only a person may say so.',
  },
  remove: { kind: 'switch', description: 'Remove what setup added, and nothing else.' },
  cold: {
    kind: 'switch',
    description: 'Start a process for each hook, also where the running MCP server could be called.',
  },
  profile: {
    kind: 'choice',
    placeholder: 'NAME',
    choices: serverProfiles,
    description:
      'Tools that the MCP server offers: default, the eight that most work needs; full, also the code graph, rules, hotspots, review and receipts.',
    byDefault: 'default',
  },
  fromHere: {
    kind: 'switch',
    description:
      'Keep a copy of this program in the home and connect that: for one that npx fetched, or that lies in a clone.',
  },
  project: {
    kind: 'switch',
    description: 'For this repository only: write to its files instead of your own settings.',
  },
} as const satisfies Record<string, OptionDefinition>;

export type OptionName = keyof typeof optionDefinitions;

/** Options every command takes. */
export const commonOptions = [
  'json',
  'repo',
  'asOf',
  'home',
  'color',
  'help',
  'version',
] as const satisfies readonly OptionName[];
