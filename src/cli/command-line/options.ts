import { serverProfiles } from '../../engine/setup/agent-entries.ts';

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
  /** Names of before, in code; their flags are still taken. */
  readonly was?: readonly string[];
  /** The default in words; the code that uses the option has the value itself. */
  readonly byDefault?: string;
}

/** Options that every command takes. */
export const commonOptions = {
  json: { kind: 'switch', description: 'Print the answer, or the error, as JSON on standard output.' },
  repo: {
    kind: 'path',
    placeholder: 'PATH',
    description: 'Repository to use: a path inside it, or a bare repository.',
    byDefault: 'the working folder',
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
} as const satisfies Record<string, OptionDefinition>;

/** Options of a terminal alone, or of commands that are no single operation; all others are fields of operations. */
export const ownOptions = {
  patch: { kind: 'switch', negated: true, description: 'Leave the patch out.' },
  reset: { kind: 'switch', description: 'Forget the learned weights; locate uses the shipped ones.' },
  full: { kind: 'switch', description: 'Show every part of the answer, not only a summary.' },
  request: {
    kind: 'path',
    placeholder: 'FILE',
    description:
      'The whole request as a JSON object with the fields of RecallRequest; - reads standard input.',
  },
  pack: { kind: 'switch', description: 'Print only the text that an agent would get.' },
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
  issues: {
    kind: 'path',
    placeholder: 'FILE',
    description: 'Export of an issue tracker; issues that a commit names are then shown with their text.',
  },
  all: { kind: 'switch', description: 'Everything.' },
  dryRun: { kind: 'switch', description: 'Change nothing; show what would happen.' },
  yes: {
    kind: 'switch',
    description: 'Sessions here may be read: the answer of a person, without the question.',
  },
  noHard: { kind: 'switch', description: 'Stop no calls any more.' },
  passed: {
    kind: 'text',
    placeholder: 'LINE',
    description: 'Command that passed after the fix and so verifies it.',
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
  hard: {
    kind: 'switch',
    description: 'Stop the calls of an agent that change its files, or run the command of --command.',
  },
  limit: { kind: 'count', placeholder: 'COUNT', description: 'Maximum number of entries to show.' },
  stack: {
    kind: 'path',
    placeholder: 'FILE',
    description: 'Stack trace, if it is not part of the output; - reads standard input.',
  },
} as const satisfies Record<string, OptionDefinition>;

export type OwnOption = keyof typeof commonOptions | keyof typeof ownOptions;
