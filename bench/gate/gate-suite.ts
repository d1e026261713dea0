import type { SuiteReport } from '../suite.ts';
import { suiteOfParts } from '../suite-of-parts.ts';
import { benchmarkScales, generateBenchmark } from './generate-benchmark.ts';
import { learnPriors } from './learn-priors.ts';
import { keepObserved } from './observe-benchmark.ts';
import { replayReal } from './real-replay/replay-real.ts';
import { runBenchmark } from './run-benchmark.ts';
import { runGuarantee } from './simulate-guarantee.ts';

const judgedSeed = 1;
/** Data that priors are learned on: families, names and seed are others than what is judged. */
const development = { memories: 28, canonical: 160, hardNegatives: 400, events: 300 } as const;
const developmentSeed = 11;
const guaranteeRuns = { smoke: 120, full: 1_000 } as const;

/** Is a memory shown when it helps and only then? The RSCB-MC paper's tables, and the guarantee beyond them. */
export const gateSuite = suiteOfParts({
  description:
    'the gate: the methods of the RSCB-MC paper, and the simulated guarantee; issues, commits: real ones; priors: fitted on other families than are judged',
  options: ['smoke', 'results', 'data', 'repos', 'repositories', 'limit', 'questions'],
  parts: {
    methods: async ({ smoke, results }, folder): Promise<SuiteReport> => {
      const scale = benchmarkScales[smoke ? 'smoke' : 'full'];
      return runBenchmark(
        await keepObserved(generateBenchmark(scale, 'judged', judgedSeed), folder, results),
      );
    },
    guarantee: ({ smoke }) => runGuarantee(guaranteeRuns[smoke ? 'smoke' : 'full']),
  },
  named: {
    priors: async ({ results }, folder) => {
      const generated = generateBenchmark(development, 'development', developmentSeed);
      return learnPriors(await keepObserved(generated, folder, results));
    },
    issues: (options) => replayReal('issues', options),
    commits: (options) => replayReal('commits', options),
  },
});
