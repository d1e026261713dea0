import { seededRandom } from '../../../src/numeric/seeded-random.ts';
import type { SuiteReport } from '../../suite.ts';
import { judgeSelection, meanSelection } from '../judge-selection.ts';
import { ourProxy } from '../methods/our-methods.ts';
import { runWorld } from '../run-world.ts';
import { generateWorld } from '../world/generate-world.ts';
import { type AgentRun, simulateAgent } from '../world/simulate-agent.ts';
import { judgedSeed } from './run-synthetic.ts';

const budget = 400;
const seed = 11;
/** Table 4, of v3 alone. */
const paper: Readonly<Record<string, string>> = {
  'v3 CICL full': '.245 / .980',
  'v3 CICL remove_top': '.000 / .000',
  'v3 CICL remove_random': '.205 / .716',
};

/** What is left when the most useful unit is taken out of each selection, or one by chance. */
export function runRemoval(): SuiteReport {
  const random = seededRandom(seed);
  const judged = (['v1', 'v3'] as const).flatMap((suite) => {
    const runs = runWorld(generateWorld(suite, 'judged', judgedSeed), budget, [ourProxy]);
    return ['CICL', ourProxy.name].map((method) => {
      const own = runs.filter((run) => run.method === method && run.selected.length > 0);
      return { suite, method, ...removeFrom(own, random) };
    });
  });
  const ours = judged.find(({ suite, method }) => suite === 'v3' && method === ourProxy.name);
  return {
    cases: 500,
    figures: {
      removal_top_f1: ours?.remove_top.f1 ?? Number.NaN,
      removal_random_f1: ours?.remove_random.f1 ?? Number.NaN,
    },
    tables: [
      {
        title: `One unit taken out, at ${budget} tokens`,
        columns: ['suite', 'method', 'condition', 'F1', 'MRR', 'precision', 'recall', 'paper: F1 / MRR'],
        rows: judged.flatMap(({ suite, method, ...conditions }) =>
          Object.entries(conditions).map(([condition, { f1, mrr, precision, recall }]) => [
            ...[suite, method, condition],
            ...[f1, mrr, precision, recall].map((value) => value.toFixed(3)),
            paper[`${suite} ${method} ${condition}`] ?? '',
          ]),
        ),
      },
    ],
  };
}

/** Selections have the most useful unit first. */
function removeFrom(runs: readonly AgentRun[], random: () => number) {
  const without = (placeOf: (run: AgentRun) => number) =>
    meanSelection(
      runs.map((run) => {
        const place = placeOf(run);
        const left = run.selected.filter((_, at) => at !== place);
        return judgeSelection(simulateAgent(run.task, run.method, left));
      }),
    );
  return {
    full: without(() => -1),
    remove_top: without(() => 0),
    remove_random: without(({ selected }) => Math.floor(random() * selected.length)),
  };
}
