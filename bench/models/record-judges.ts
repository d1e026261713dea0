import type { Table } from '../reporting/table.ts';
import { encoderModel } from './encoder.ts';
import { compareJudges } from './judge-agreement.ts';
import { askJudged, measureGain, ownWords } from './judge-gain.ts';
import { liveModel, type RecordedProvider, recordingOf, recordingsIn, startRecorded } from './recordings.ts';
import { type JudgedQuestion, judgeByModel, syntheticJudge, type TestedJudge } from './tested-judge.ts';
import { askOfWorld, worldQuestions } from './world-questions.ts';

interface RecordRequest {
  /** Of the recordings. */
  readonly folder: string;
  readonly home: string;
  readonly limit: number;
}

/** Asks a model the benchmark's questions for judges, and records its answers for later runs. @throws where it cannot be asked */
export async function recordJudge({
  folder,
  home,
  limit,
  model: words,
}: RecordRequest & { readonly model: string | undefined }): Promise<Table> {
  const live = words === 'encoder' ? encoderModel() : liveModel(words);
  const file = recordingOf(folder, live);
  const provider = await startRecorded(file, live);
  try {
    const tested = judgeByModel(provider);
    for (const cases of Object.values(ownWords(limit))) await askJudged(cases, home, tested);
    await askOfWorld(worldQuestions(limit), tested);
    provider.requireAll();
    provider.save();
  } finally {
    await provider.close();
  }
  return { title: 'Recorded', columns: ['model', 'answers'], rows: [[live.name, provider.asked()]] };
}

const agreements = [0.6, 0.7, 0.8, 0.9, 0.95, 1] as const;
const alwaysRight = '1';

/**
 * The gain of recorded models in the order of answers, and their agreement on the tasks of Table 8 with each other, with the proxy
 * of Eq. 1 and with a judge that is always right; beside them judges of known error. Uses no network.
 *
 * @throws for a question without a recording
 */
export async function replayJudges({ folder, home, limit, seed }: RecordRequest & { readonly seed: number }) {
  const recordings = await Promise.all(recordingsIn(folder).map((file) => startRecorded(file)));
  try {
    return await judgeAll(recordings, { home, limit, seed });
  } finally {
    for (const recording of recordings) await recording.close();
  }
}

async function judgeAll(
  recordings: readonly RecordedProvider[],
  { home, limit, seed }: Omit<RecordRequest, 'folder'> & { readonly seed: number },
) {
  const recorded = recordings.map((provider) => [provider.model, () => judgeByModel(provider)]);
  const synthetic = agreements.map((each) => [String(each), () => syntheticJudge(each, seed)]);
  const judges: Readonly<Record<string, () => TestedJudge>> = Object.fromEntries([...recorded, ...synthetic]);
  const gain = await measureGain({ families: ownWords(limit), home, judges });
  const questions = worldQuestions(limit);
  const asked = new Map<string, readonly JudgedQuestion[]>([
    ['proxy', questions.map(({ byProxy }) => byProxy)],
  ]);
  for (const [name, open] of Object.entries(judges)) asked.set(name, await askOfWorld(questions, open()));
  for (const recording of recordings) recording.requireAll();
  const names = recordings.map(({ model }) => model);
  const pairs = [...asked.keys()].flatMap((name) =>
    [alwaysRight, 'proxy', ...names]
      .filter((other) => other !== name && (other === alwaysRight || names.includes(name)))
      .map((other) => [name, other] as const),
  );
  const agreed = pairs.flatMap(([name, other]) => {
    const found = compareJudges(asked.get(name) ?? [], asked.get(other) ?? []);
    return found === undefined ? [] : [{ name, other, ...found }];
  });
  const figures: Record<string, number> = { ...gain.figures };
  for (const { name, other, ...one } of agreed)
    if (names.includes(name) && other === alwaysRight)
      Object.assign(figures, {
        [`parse_rate_of_${name}`]: one.parseRate,
        [`top_jaccard_of_${name}`]: one.topJaccard,
        [`spearman_of_${name}`]: one.spearman,
        [`worst_error_of_${name}`]: one.worstError,
      });
  const table: Table = {
    title: 'Judges, pair by pair, on tasks of v1 (Table 8 of the CICL paper); 1 is always right',
    columns: [
      ...['judge', 'beside', 'tasks', 'candidates', 'parsed', 'top-5 Jaccard', 'Spearman', 'worst error'],
    ],
    rows: agreed.map(({ name, other, ...one }) => [
      ...[name, other, one.questions, one.candidates],
      ...[one.parseRate, one.topJaccard, one.spearman, one.worstError].map((value) => value.toFixed(3)),
    ]),
  };
  return { cases: gain.cases + questions.length, figures, tables: [gain.table, table] };
}
