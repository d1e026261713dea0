import type { SuiteReport } from '../suite.ts';
import { suiteOfParts } from '../suite-of-parts.ts';
import { encoderModel } from './encoder.ts';
import { exportTuning } from './export-tuning.ts';
import { compareJudges } from './judge-agreement.ts';
import { liveModel, recordingOf, recordingsFolder, recordingsIn, startRecorded } from './recordings.ts';
import { type JudgedQuestion, judgeByModel, syntheticJudge, type TestedJudge } from './tested-judge.ts';
import { askOfWorld, worldQuestions } from './world-questions.ts';

interface RecordRequest {
  /** Of the recordings. */
  readonly folder: string;
  readonly limit: number;
}

/** How judges agree: recorded ones, the proxy of Eq. 1 and judges of known error. */
export const modelsSuite = suiteOfParts({
  description: 'judges and models of known error and recorded ones',
  options: ['limit', 'seed', 'model', 'results'],
  parts: {
    replay: ({ results = recordingsFolder, limit, seed }) => replayJudges({ folder: results, limit, seed }),
  },
  // These ask a model or write files.
  named: {
    record: ({ results = recordingsFolder, limit, model }) => recordJudge({ folder: results, limit, model }),
    tuning: ({ results = recordingsFolder }) => exportTuning(results),
  },
});

/** Asks a model the benchmark's questions for judges, and records its answers for later runs. @throws where it cannot be asked */
async function recordJudge({
  folder,
  limit,
  model: words,
}: RecordRequest & { readonly model: string | undefined }): Promise<SuiteReport> {
  const live = words === 'encoder' ? encoderModel() : liveModel(words);
  const provider = await startRecorded(recordingOf(folder, live), live);
  try {
    await askOfWorld(worldQuestions(limit), judgeByModel(provider));
    provider.requireAll();
    provider.save();
  } finally {
    await provider.close();
  }
  return { cases: provider.asked(), figures: { recorded: provider.asked() }, tables: [] };
}

const agreements = [0.6, 0.7, 0.8, 0.9, 0.95, 1] as const;
const alwaysRight = '1';

/**
 * The agreement of recorded models on the tasks of Table 8 with each other, with the proxy of Eq. 1 and with a judge that is always
 * right; beside them judges of known error. Uses no network.
 *
 * @throws for a question without a recording
 */
async function replayJudges({
  folder,
  limit,
  seed,
}: RecordRequest & { readonly seed: number }): Promise<SuiteReport> {
  const recordings = await Promise.all(recordingsIn(folder).map((file) => startRecorded(file)));
  try {
    const recorded = recordings.map((provider) => [provider.model, judgeByModel(provider)] as const);
    const synthetic = agreements.map((each) => [String(each), syntheticJudge(each, seed)] as const);
    const questions = worldQuestions(limit);
    const asked = new Map<string, readonly JudgedQuestion[]>([
      ['proxy', questions.map(({ byProxy }) => byProxy)],
    ]);
    const judges: readonly (readonly [string, TestedJudge])[] = [...recorded, ...synthetic];
    for (const [name, judge] of judges) asked.set(name, await askOfWorld(questions, judge));
    for (const recording of recordings) recording.requireAll();
    return report(
      asked,
      recordings.map(({ model }) => model),
      questions.length,
    );
  } finally {
    for (const recording of recordings) await recording.close();
  }
}

/** @param names of the recorded models */
function report(
  asked: ReadonlyMap<string, readonly JudgedQuestion[]>,
  names: readonly string[],
  cases: number,
): SuiteReport {
  const pairs = [...asked.keys()].flatMap((name) =>
    [alwaysRight, 'proxy', ...names]
      .filter((other) => other !== name && (other === alwaysRight || names.includes(name)))
      .map((other) => [name, other] as const),
  );
  const agreed = pairs.flatMap(([name, other]) => {
    const found = compareJudges(asked.get(name) ?? [], asked.get(other) ?? []);
    return found === undefined ? [] : [{ name, other, ...found }];
  });
  const ofModels = agreed.filter(({ name, other }) => names.includes(name) && other === alwaysRight);
  return {
    cases,
    figures: Object.fromEntries(
      ofModels.flatMap(({ name, parseRate, topJaccard, spearman, worstError }) => [
        [`parse_rate_of_${name}`, parseRate],
        [`top_jaccard_of_${name}`, topJaccard],
        [`spearman_of_${name}`, spearman],
        [`worst_error_of_${name}`, worstError],
      ]),
    ),
    tables: [
      {
        title: 'Judges, pair by pair, on tasks of v1 (Table 8 of the CICL paper); 1 is always right',
        columns: [
          ...['judge', 'beside', 'tasks', 'candidates', 'parsed', 'top-5 Jaccard', 'Spearman', 'worst error'],
        ],
        rows: agreed.map(({ name, other, ...one }) => [
          ...[name, other, one.questions, one.candidates],
          ...[one.parseRate, one.topJaccard, one.spearman, one.worstError].map((value) => value.toFixed(3)),
        ]),
      },
    ],
  };
}
