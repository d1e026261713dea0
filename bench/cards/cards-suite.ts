import type { Suite, SuiteOptions, SuiteReport } from '../suite.ts';
import { runCompression } from './suites/run-compression.ts';
import { runFiles } from './suites/run-files.ts';
import { runHarm } from './suites/run-harm.ts';
import { runRemoval } from './suites/run-removal.ts';
import { runSynthetic } from './suites/run-synthetic.ts';

const suites = {
  v1: (options) => runSynthetic('v1', options),
  v3: (options) => runSynthetic('v3', options),
  removal: runRemoval,
  harm: runHarm,
  compression: runCompression,
  files: runFiles,
} as const satisfies Readonly<Record<string, (options: SuiteOptions) => SuiteReport | Promise<SuiteReport>>>;

/** Is the evidence chosen that an agent needs? The CICL paper's experiments, with its figures beside ours. */
export const cardsSuite: Suite = {
  description: 'the choice of context and its cards: the CICL paper’s experiments beside its figures',
  options: ['suite', 'data', 'dataset', 'repos', 'limit', 'smoke', 'results', 'seed'],
  requires: ['suite'],
  async run(options): Promise<SuiteReport> {
    const { suiteName = '' } = options;
    if (Object.hasOwn(suites, suiteName)) return await suites[suiteName as keyof typeof suites](options);
    throw new RangeError(`--suite is one of ${Object.keys(suites).join(', ')}, not ${suiteName}.`);
  },
};
