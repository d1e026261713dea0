import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';

/** An option of the benchmarks: what follows it on the command line, and what it is for. */
interface BenchOption {
  /** Stands for the value in the usage; without one, the option is a switch. */
  readonly value?: string;
  readonly isMultiple?: boolean;
  readonly default?: string;
  readonly description: string;
}

/** Every option there is. A suite names those it takes, and takes no other. */
const benchOptions = {
  repo: { value: 'PATH', description: 'one repository' },
  repos: { value: 'MAP.json', description: 'git directories by owner/name' },
  dataset: {
    ...{ value: 'FILE', isMultiple: true },
    description: 'issues as JSON Lines, gzipped when the name ends in .gz; may be given several times',
  },
  data: { value: 'DIR', description: 'folder of the real cases; else AFTERWIT_DATA, else ../shared/data' },
  limit: { value: 'N', description: 'most cases to run' },
  part: { value: 'NAME,NAME…', description: 'run only these parts of the suite' },
  questions: {
    ...{ value: 'N', default: '60' },
    description: 'questions asked of each repository',
  },
  seed: {
    ...{ value: 'N', default: '1' },
    description: 'which of the possible questions those are',
  },
  results: {
    value: 'DIR',
    description: 'keep what each part found here, step by step, and go on from what is kept',
  },
  model: {
    value: 'NAME@ENDPOINT',
    description:
      'model to record, of OpenAI’s form, or `encoder`: a sentence encoder that runs without a network',
  },
  fit: { description: 'fit what can be fitted, and print it' },
  repositories: { value: 'even|odd', description: 'only the repositories of this half' },
  smoke: { description: 'the small scale of the paper’s own figures' },
  misses: { value: 'FILE', description: 'list failed cases in this file' },
  home: { value: 'DIR', description: 'keep indexes here between runs' },
  out: { value: 'FILE.json', description: 'write the figures here too' },
} as const satisfies Readonly<Record<string, BenchOption>>;

type BenchOptionName = keyof typeof benchOptions;

const optionOf = (name: BenchOptionName): BenchOption => benchOptions[name];

/** Options of every suite. */
const commonOptions = ['home', 'out'] as const satisfies readonly BenchOptionName[];

/** What a suite says of itself. */
export interface DescribedSuite {
  readonly description: string;
  /** Its options beside the common ones. */
  readonly options: readonly BenchOptionName[];
  /** Those it cannot do without. */
  readonly requires?: readonly BenchOptionName[];
}

/** The written value of each option; several only where it may be repeated. */
export type BenchValues = Readonly<
  Partial<
    Record<Exclude<BenchOptionName, 'dataset' | 'fit' | 'smoke'>, string> & {
      readonly dataset: readonly string[];
      readonly fit: boolean;
      readonly smoke: boolean;
    }
  >
>;

type BenchCommand =
  | { readonly kind: 'run'; readonly suite: string; readonly values: BenchValues }
  /** Nothing can be run: the text says why and what may be written instead. */
  | { readonly kind: 'usage'; readonly status: 0 | 2; readonly text: string };

/** Reads a command line of the benchmarks: a suite and the options that this suite takes. */
export function parseBench(
  words: readonly string[],
  suites: Readonly<Record<string, DescribedSuite>>,
): BenchCommand {
  const [name = '--help', ...rest] = words;
  const suite = Object.hasOwn(suites, name) ? suites[name] : undefined;
  const usage = suite === undefined ? describeSuites(suites) : describeSuite(name, suite);
  const refuse = (fault: string): BenchCommand => ({
    kind: 'usage',
    status: 2,
    text: `${fault}\n\n${usage}`,
  });
  if (words.includes('--help')) return { kind: 'usage', status: 0, text: usage };
  if (words.length === 0) return refuse('Name a suite.');
  if (suite === undefined) return refuse(`There is no suite ${JSON.stringify(name)}.`);
  try {
    const options = Object.fromEntries(
      [...suite.options, ...commonOptions].map((option) => {
        const { value, isMultiple: multiple = false, default: preset } = optionOf(option);
        const type = value === undefined ? ('boolean' as const) : ('string' as const);
        return [option, { type, multiple, ...(preset === undefined ? {} : { default: preset }) }];
      }),
    );
    const values = parseArgs({ args: rest, options }).values as BenchValues;
    const fault = findFault(values, suite);
    return fault === undefined ? { kind: 'run', suite: name, values } : refuse(fault);
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function findFault(values: BenchValues, { requires = [] }: DescribedSuite): string | undefined {
  const missing = requires.find((name) => values[name] === undefined);
  if (missing !== undefined) return `This suite needs ${show(missing)}.`;
  const { out, repositories: half = 'even' } = values;
  if (half !== 'even' && half !== 'odd') return `--repositories is even or odd, not ${half}.`;
  if (out !== undefined && statSync(out, { throwIfNoEntry: false })?.isDirectory())
    return `--out takes a file, and ${JSON.stringify(out)} is a folder.`;
  if (out !== undefined && !existsSync(dirname(out)))
    return `--out takes a file, and the folder of ${JSON.stringify(out)} does not exist.`;
  const wrong = (['limit', 'questions', 'seed'] as const).find((name) => !/^\d+$/.test(values[name] ?? '0'));
  return wrong && `--${wrong} takes a whole number, not ${JSON.stringify(values[wrong])}.`;
}

/** The option with what follows it: `--limit N`. */
function show(name: BenchOptionName): string {
  const { value } = optionOf(name);
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function describeSuites(suites: Readonly<Record<string, DescribedSuite>>): string {
  const lines = Object.entries(suites).map(
    ([name, { description }]) => `  ${name.padEnd(18)} ${description}`,
  );
  const usage = ['Usage: npm run bench -- SUITE [options]', '       npm run bench -- SUITE --help', ''];
  return [...usage, ...lines].join('\n');
}

function describeSuite(name: string, { description, options, requires = [] }: DescribedSuite): string {
  const all = [...options, ...commonOptions];
  const words = all.map((option) => (requires.includes(option) ? show(option) : `[${show(option)}]`));
  const lines = all.map((option) => {
    const { description: what, default: preset } = optionOf(option);
    return `  ${show(option).padEnd(22)} ${what}${preset === undefined ? '' : ` (${preset})`}`;
  });
  return [`Usage: npm run bench -- ${[name, ...words].join(' ')}`, '', description, '', ...lines].join('\n');
}
