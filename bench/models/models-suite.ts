import { tableOf } from '../reporting/table.ts';
import type { SuiteReport } from '../suite.ts';
import { suiteOfParts } from '../suite-of-parts.ts';
import { compareJudges } from './judge-agreement.ts';
import {
  type Exchange,
  liveModel,
  recordedModel,
  recordingsFolder,
  recordingsIn,
  writeRecording,
} from './recordings.ts';
import { judgeByModel, syntheticJudge, type TestedJudge, type Verdicts } from './tested-judge.ts';
import { worldQuestions } from './world-questions.ts';

/** How judges agree: recorded ones, the proxy of Eq. 1 and judges of known error. */
export const modelsSuite = suiteOfParts({
  description: 'judges and models of known error and recorded ones',
  options: ['limit', 'seed', 'model', 'results'],
  parts: {
    replay: ({ results = recordingsFolder, limit, seed }) => replayJudges(results, limit, seed),
  },
  // Asks a model.
  named: {
    record: ({ results = recordingsFolder, limit, model }) => recordJudge(results, limit, model),
  },
});

type Question = ReturnType<typeof worldQuestions>[number];

async function askAll(questions: readonly Question[], judge: TestedJudge): Promise<readonly Verdicts[]> {
  const verdicts: Verdicts[] = [];
  for (const { question, right } of questions) verdicts.push(await judge(question, right));
  return verdicts;
}

/** Asks a model the benchmark's questions for judges, and records its answers for later runs. @throws where it cannot be asked */
async function recordJudge(folder: string, limit: number, words: string | undefined): Promise<SuiteReport> {
  const live = liveModel(words);
  const exchanges: Exchange[] = [];
  const answer: typeof live.answer = async (messages) => {
    const exchange = await live.answer(messages);
    exchanges.push(exchange);
    return exchange;
  };
  await askAll(worldQuestions(limit), judgeByModel({ ...live, answer }));
  writeRecording(folder, live.name, exchanges);
  return { cases: exchanges.length, figures: { recorded: exchanges.length }, tables: [] };
}

const agreements = [0.6, 0.7, 0.8, 0.9, 0.95, 1] as const;

/**
 * The agreement of recorded models, the proxy of Eq. 1 and judges of known error on the tasks of Table 8 with a judge that is always right.
 * Uses no network.
 *
 * @throws for a question without a recording
 */
async function replayJudges(folder: string, limit: number, seed: number): Promise<SuiteReport> {
  const questions = worldQuestions(limit);
  const models = recordingsIn(folder).map(recordedModel);
  const judges: readonly (readonly [name: string, judge: TestedJudge])[] = [
    ...models.map((model) => [model.name, judgeByModel(model)] as const),
    ...agreements.map((each) => [String(each), syntheticJudge(each, seed)] as const),
  ];
  const asked = new Map<string, readonly Verdicts[]>([['proxy', questions.map(({ byProxy }) => byProxy)]]);
  for (const [name, judge] of judges) asked.set(name, await askAll(questions, judge));
  const reference = asked.get('1') ?? [];
  const agreed = [...asked].flatMap(([name, verdicts]) => {
    const found = name === '1' ? undefined : compareJudges(verdicts, reference);
    return found === undefined ? [] : [{ name, ...found }];
  });
  return {
    cases: questions.length,
    figures: Object.fromEntries(
      agreed.flatMap(({ name, parseRate, topJaccard, spearman, worstError }) => [
        [`parse_rate_of_${name}`, parseRate],
        [`top_jaccard_of_${name}`, topJaccard],
        [`spearman_of_${name}`, spearman],
        [`worst_error_of_${name}`, worstError],
      ]),
    ),
    tables: [
      tableOf('Judges beside one that is always right, on tasks of v1 (Table 8 of the CICL paper)', agreed, {
        judge: ({ name }) => name,
        tasks: ({ questions: count }) => count,
        candidates: ({ candidates }) => candidates,
        parsed: ({ parseRate }) => parseRate.toFixed(3),
        'top-5 Jaccard': ({ topJaccard }) => topJaccard.toFixed(3),
        Spearman: ({ spearman }) => spearman.toFixed(3),
        'worst error': ({ worstError }) => worstError.toFixed(3),
      }),
    ],
  };
}
