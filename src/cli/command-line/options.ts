import { codeEdgeKinds, traverseDirections } from '../../model/code-graph.ts';
import { itemStatuses, itemTypes } from '../../model/memory-item.ts';

/** Forms a value on the command line can take; `parse-value.ts` reads them. */
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

/** Kinds of options that may be given several times; each time adds a value. */
const repeatableKinds: readonly OptionKind[] = ['texts', 'paths'];

export interface OptionDefinition {
  readonly kind: OptionKind;
  /** What stands for the value in help; every kind but `switch` has one. */
  readonly placeholder?: string;
  /** What a `choice` is one of, and `choices` are some of, separated by commas. */
  readonly choices?: readonly string[];
  /** Letter for `-h`. */
  readonly short?: string;
  /** Spelled `--no-…`: giving it makes the value false. */
  readonly negated?: true;
  readonly description: string;
  /** Default in words; the value itself belongs to whoever takes the option. */
  readonly byDefault?: string;
}

/**
 * Every option there is, by the name its value has in code. The flag is that name in kebab-case. Parser, help,
 * `docs/reference/cli.md` and the tests are made from this table.
 */
export const optionDefinitions = {
  json: { kind: 'switch', description: 'Print the answer, or the error, as JSON on standard output.' },
  repo: {
    kind: 'path',
    placeholder: 'PATH',
    description: 'Repository to look at: a path inside it, or a bare repository.',
    byDefault: 'the working folder',
  },
  asOf: {
    kind: 'text',
    placeholder: 'COMMIT',
    description: 'Look at history as it was at this commit, branch or tag; nothing later is seen.',
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
    description: 'No colours. They are used on terminals only, and NO_COLOR is obeyed.',
  },
  help: { kind: 'switch', short: 'h', description: 'Show help, of a command when one is given.' },
  version: { kind: 'switch', short: 'V', description: 'Show the version of afterwit.' },
  rebuild: { kind: 'switch', description: 'Throw the index away and build it anew.' },
  topK: { kind: 'count', placeholder: 'COUNT', description: 'Most hits to show.', byDefault: '10' },
  minConfidence: {
    kind: 'share',
    placeholder: 'SHARE',
    description: 'Leave out commits less likely to help than this: 0.4 or 40%.',
    byDefault: 'setting history.search.minimumConfidence',
  },
  files: {
    kind: 'count',
    placeholder: 'COUNT',
    description: 'Also name this many source files that commits like the text changed.',
    byDefault: 'none',
  },
  explain: { kind: 'switch', description: 'Show how each score came about.' },
  issues: {
    kind: 'path',
    placeholder: 'FILE',
    description: 'Export of an issue tracker; the issues a commit names are then shown with their text.',
  },
  patchBytes: {
    kind: 'bytes',
    placeholder: 'BYTES',
    description: 'Longest patch to show, over all files.',
    byDefault: 'a limit that keeps the answer readable',
  },
  patch: { kind: 'switch', negated: true, description: 'Leave the patch out.' },
  questions: {
    kind: 'count',
    placeholder: 'COUNT',
    description: 'Past fixes to learn from and to judge by, 60 or more.',
    byDefault: '160',
  },
  seed: {
    kind: 'count',
    placeholder: 'NUMBER',
    description: 'The same number on the same history gives the same weights.',
    byDefault: '1',
  },
  reset: { kind: 'switch', description: 'Forget what was learned; locate weighs as it was shipped to.' },
  limit: { kind: 'count', placeholder: 'COUNT', description: 'Most entries to show.' },
  depth: {
    kind: 'count',
    placeholder: 'COUNT',
    description: 'Edges to follow from the start, 1 to 5.',
    byDefault: '1',
  },
  direction: {
    kind: 'choice',
    placeholder: 'WAY',
    choices: traverseDirections,
    description: 'Which way edges are followed: out, to what a node uses; in, to what uses it; or both.',
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
    description: `What it is: ${itemTypes.join(', ')}.`,
  },
  title: {
    kind: 'text',
    placeholder: 'TEXT',
    description: 'One line that says what it is about.',
    byDefault: 'the beginning of the text',
  },
  scope: {
    kind: 'choice',
    placeholder: 'WHERE',
    choices: ['repo', 'user', 'global'],
    description:
      'Where it holds: repo, in this repository; user, wherever you work; global, for everyone here.',
    byDefault: 'repo',
  },
  tag: {
    kind: 'texts',
    placeholder: 'WORD',
    description: 'A word to find it by. May be given several times.',
  },
  file: {
    kind: 'paths',
    placeholder: 'PATH',
    description: 'File it is about, or PATH:Symbol for a part of one. May be given several times.',
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
      'What the failing command printed; - reads standard input. Of more than 8 MB the beginning and the end are read.',
  },
  stack: {
    kind: 'path',
    placeholder: 'FILE',
    description: 'Stack trace, where it is not part of the output; - reads standard input.',
  },
  symptom: { kind: 'text', placeholder: 'TEXT', description: 'How such a failure shows, in words.' },
  cause: {
    kind: 'text',
    placeholder: 'TEXT',
    description: 'Root cause, such as missing_python_module: failures of one cause are one pattern.',
    byDefault: 'what the output hints at',
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
    byDefault: 'what the output tells of',
  },
  appliesWhen: {
    kind: 'texts',
    placeholder: 'TEXT',
    description: 'When the fix applies, beyond the failure itself. May be given several times.',
  },
  notWhen: {
    kind: 'texts',
    placeholder: 'TEXT',
    description: 'When the fix does not apply. May be given several times.',
  },
  prefer: {
    kind: 'text',
    placeholder: 'STRATEGY',
    description:
      'The text is a preference for this way of fixing things: such a fix comes first among equals.',
  },
  avoid: {
    kind: 'text',
    placeholder: 'STRATEGY',
    description:
      'The text is a preference against it: such a fix is never shown unasked, and labelled otherwise.',
  },
  passed: {
    kind: 'text',
    placeholder: 'LINE',
    description: 'Command that was run after the fix, and passed: it verifies this occurrence.',
  },
  budget: {
    kind: 'count',
    placeholder: 'TOKENS',
    description: 'Most tokens that the memories may take.',
    byDefault: 'setting packing.budgetTokens',
  },
  unasked: {
    kind: 'switch',
    description: 'Decide as after a failing command of an agent: only what is safe and useful enough.',
  },
  request: {
    kind: 'path',
    placeholder: 'FILE',
    description: 'All of the request as a JSON object, the fields of RecallRequest; - reads standard input.',
  },
  pack: { kind: 'switch', description: 'Print the text that an agent would be given, and nothing else.' },
  item: {
    kind: 'text',
    placeholder: 'ID',
    description: 'The memory it is about; needed when the decision showed several.',
  },
  all: { kind: 'switch', description: 'Everything.' },
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
    description: 'Everything that came from there, as show prints it; mcp:claude-code holds its sessions.',
  },
  text: {
    kind: 'text',
    placeholder: 'TEXT',
    description: 'Everything whose title or content holds this text, in capitals or not.',
  },
  content: { kind: 'text', placeholder: 'TEXT', description: 'Approve it in these words instead.' },
  dryRun: { kind: 'switch', description: 'Change nothing; show what would be done.' },
  agent: {
    kind: 'choice',
    placeholder: 'NAME',
    choices: ['claude-code'],
    description: 'Agent to connect: claude-code.',
  },
  out: {
    kind: 'path',
    placeholder: 'FILE',
    description: 'Write to this file, in place of what it held.',
    byDefault: 'standard output',
  },
  mine: {
    kind: 'switch',
    description: 'It is your own export: believe what it says of trust. Only a person may say so.',
  },
  remove: { kind: 'switch', description: 'Take out what setup put in, and nothing else.' },
  project: {
    kind: 'switch',
    description: 'For this repository only, in files of the repository, instead of in your own settings.',
  },
} as const satisfies Record<string, OptionDefinition>;

export type OptionName = keyof typeof optionDefinitions;

interface ValueOfKind {
  readonly switch: boolean;
  readonly text: string;
  readonly path: string;
  readonly count: number;
  readonly bytes: number;
  readonly share: number;
  readonly exitCode: number;
  readonly texts: readonly string[];
  readonly paths: readonly string[];
}

type ValueOf<Definition> = Definition extends {
  readonly kind: infer Kind;
  readonly choices: readonly (infer Choice)[];
}
  ? { readonly choice: Choice; readonly choices: readonly Choice[] }[Kind & ('choice' | 'choices')]
  : Definition extends { readonly kind: keyof ValueOfKind }
    ? ValueOfKind[Definition['kind']]
    : never;

/** Values given on one command line; what was not given is absent. */
export type OptionValues = {
  readonly [Name in OptionName]?: ValueOf<(typeof optionDefinitions)[Name]>;
};

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

/** Long flag of an option: `--top-k`. */
export function flagOf(name: OptionName): string {
  const { negated }: OptionDefinition = optionDefinitions[name];
  const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `--${negated ? 'no-' : ''}${kebab}`;
}

/** All ways to write an option, with its placeholder: `-h, --help`, `--top-k COUNT`. */
export function spellingOf(name: OptionName): string {
  const { short, placeholder }: OptionDefinition = optionDefinitions[name];
  return `${short === undefined ? '' : `-${short}, `}${flagOf(name)}${placeholder === undefined ? '' : ` ${placeholder}`}`;
}

/** Whether each use of an option adds a value. */
export function isRepeatable(name: OptionName): boolean {
  return repeatableKinds.includes(optionDefinitions[name].kind);
}

/** Description with its default, as help and the reference show it. A command may have its own words for it. */
export function describeOption(name: OptionName, ownWords?: string): string {
  if (ownWords !== undefined) return ownWords;
  const { description, byDefault }: OptionDefinition = optionDefinitions[name];
  return byDefault === undefined ? description : `${description} Default: ${byDefault}.`;
}
