/** An option of the benchmarks: what follows it on the command line, and what it is for. */
interface BenchOption {
  /** Stands for the value in the usage; without one, the option is a switch. */
  readonly value?: string;
  readonly isMultiple?: boolean;
  readonly isNumber?: boolean;
  readonly default?: string;
  readonly description: string;
}

/** Every option there is. A suite names those it takes, and takes no other. */
export const benchOptions = {
  repo: { value: 'PATH', description: 'one repository' },
  repos: { value: 'MAP.json', description: 'git directories by owner/name' },
  dataset: {
    value: 'FILE',
    isMultiple: true,
    description: 'issues as JSON Lines, gzipped when the name ends in .gz; may be given several times',
  },
  data: { value: 'DIR', description: 'folder of the real cases; else AFTERWIT_DATA, else ../shared/data' },
  limit: { value: 'N', isNumber: true, description: 'most cases to run' },
  part: { value: 'NAME,NAME…', description: 'run only these parts of the suite' },
  questions: {
    value: 'N',
    isNumber: true,
    default: '60',
    description: 'questions asked of each repository',
  },
  seed: {
    value: 'N',
    isNumber: true,
    default: '1',
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

export type BenchOptionName = keyof typeof benchOptions;

/** Options of every suite. */
export const commonOptions = ['home', 'out'] as const satisfies readonly BenchOptionName[];

/** The same with the fields that only some have. */
export function benchOption(name: BenchOptionName): BenchOption {
  return benchOptions[name];
}
