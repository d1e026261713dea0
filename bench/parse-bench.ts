import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type BenchOptionName, benchOption, benchOptions, commonOptions } from './bench-options.ts';
import type { Suite } from './suite.ts';

type DescribedSuite = Pick<Suite, 'description' | 'options' | 'requires'>;

/** The written value of each option; several only where it may be repeated. */
export type BenchValues = Readonly<Partial<Record<BenchOptionName, string | boolean | readonly string[]>>>;

export type BenchCommand =
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
  if (suite === undefined) {
    if (words.includes('--help')) return { kind: 'usage', status: 0, text: describeSuites(suites) };
    const fault = words.length === 0 ? 'Name a suite.' : `There is no suite ${JSON.stringify(name)}.`;
    return refusal(fault, describeSuites(suites));
  }
  if (rest.includes('--help')) return { kind: 'usage', status: 0, text: describeSuite(name, suite) };
  try {
    const options = Object.fromEntries(optionsOf(suite).map((option) => [option, argumentOf(option)]));
    const { values } = parseArgs({ args: rest, options });
    const fault = findFault(values as BenchValues, suite);
    return fault === undefined
      ? { kind: 'run', suite: name, values: values as BenchValues }
      : refusal(fault, describeSuite(name, suite));
  } catch (error) {
    return refusal((error as Error).message, describeSuite(name, suite));
  }
}

function refusal(fault: string, usage: string): BenchCommand {
  return { kind: 'usage', status: 2, text: `${fault}\n\n${usage}` };
}

function optionsOf({ options }: DescribedSuite): readonly BenchOptionName[] {
  return [...options, ...commonOptions];
}

function argumentOf(name: BenchOptionName): ParseArgsOptionsConfig[string] {
  const option = benchOption(name);
  return {
    type: option.value === undefined ? 'boolean' : 'string',
    multiple: option.isMultiple ?? false,
    ...(option.default === undefined ? {} : { default: option.default }),
  };
}

function findFault(values: BenchValues, { requires = [] }: DescribedSuite): string | undefined {
  const missing = requires.find((name) => values[name] === undefined);
  if (missing !== undefined) return `This suite needs ${show(missing)}.`;
  const numbers = (Object.keys(benchOptions) as BenchOptionName[]).filter(
    (name) => benchOption(name).isNumber,
  );
  const { out } = values;
  if (typeof out === 'string' && statSync(out, { throwIfNoEntry: false })?.isDirectory())
    return `--out takes a file, and ${JSON.stringify(out)} is a folder.`;
  if (typeof out === 'string' && !existsSync(dirname(out)))
    return `--out takes a file, and the folder of ${JSON.stringify(out)} does not exist.`;
  const wrong = numbers.find((name) => values[name] !== undefined && !/^\d+$/.test(String(values[name])));
  return wrong && `--${wrong} takes a whole number, not ${JSON.stringify(values[wrong])}.`;
}

/** The option with what follows it: `--limit N`. */
function show(name: BenchOptionName): string {
  const { value } = benchOption(name);
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function describeSuites(suites: Readonly<Record<string, DescribedSuite>>): string {
  const lines = Object.entries(suites).map(
    ([name, { description }]) => `  ${name.padEnd(18)} ${description}`,
  );
  return [
    'Usage: npm run bench -- SUITE [options]',
    '       npm run bench -- SUITE --help',
    '',
    ...lines,
  ].join('\n');
}

function describeSuite(name: string, suite: DescribedSuite): string {
  const options = optionsOf(suite);
  const words = options.map((option) =>
    suite.requires?.includes(option) ? show(option) : `[${show(option)}]`,
  );
  const lines = options.map((option) => {
    const { description, default: preset } = benchOption(option);
    return `  ${show(option).padEnd(22)} ${description}${preset === undefined ? '' : ` (${preset})`}`;
  });
  return [`Usage: npm run bench -- ${[name, ...words].join(' ')}`, '', suite.description, '', ...lines].join(
    '\n',
  );
}
