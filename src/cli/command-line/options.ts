import { codeEdgeKinds, traverseDirections } from '../../model/code-graph.ts';

/** Forms a value on the command line can take; `parse-value.ts` reads them. */
export type OptionKind = 'switch' | 'text' | 'path' | 'count' | 'bytes' | 'share' | 'choice' | 'choices';

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
} as const satisfies Record<string, OptionDefinition>;

export type OptionName = keyof typeof optionDefinitions;

interface ValueOfKind {
  readonly switch: boolean;
  readonly text: string;
  readonly path: string;
  readonly count: number;
  readonly bytes: number;
  readonly share: number;
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

/** Description with its default, as help and the reference show it. */
export function describeOption(name: OptionName): string {
  const { description, byDefault }: OptionDefinition = optionDefinitions[name];
  return byDefault === undefined ? description : `${description} Default: ${byDefault}.`;
}
