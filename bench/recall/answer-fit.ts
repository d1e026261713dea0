import type { AnswerEvidence } from '../../src/index.ts';
import { fitLogistic, predictLogistic } from '../../src/numeric/fit-logistic.ts';
import { answerFeatures, answerWeights } from '../../src/retrieval/estimate-answer.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import type { QuestionKind, QuestionStyle } from './silence-case.ts';

interface JudgedMemory {
  readonly evidence: AnswerEvidence;
  readonly isAnswer: boolean;
}

/** A question with what was found and how likely that is to answer it. */
export interface JudgedQuestion {
  readonly source: string;
  readonly repository: string;
  readonly kind: QuestionKind;
  readonly style: QuestionStyle;
  readonly question: string;
  /** Of the memory that is likeliest to be the answer. */
  readonly evidence: AnswerEvidence;
  /** What is shown, best first. */
  readonly memories: readonly JudgedMemory[];
  /** The text that fits best. */
  readonly found: string;
  readonly hasFound: boolean;
  /** What answers it is among what is shown. */
  readonly isFound: boolean;
  readonly confidence: number;
}

const bins = 10;
const penalty = 1;
/** Whole statements count twice: the others are made from them by rule. */
const madeWeight = 1;
const wholeWeight = 2;
const rounds = 12;

/** Fits the weights of `estimate-answer.ts` anew, and shows how they do on repositories they were not fitted on. */
export function describeAnswerFit(judged: readonly JudgedQuestion[]): readonly Table[] {
  const usable = judged.filter(({ hasFound }) => hasFound);
  return [...Map.groupBy(usable, ({ evidence }) => evidence.form)].flatMap(([form, all]) => {
    const own = all.filter(teaches);
    const names = Object.keys(answerWeights[form]);
    const shipped: readonly number[] = Object.values(answerWeights[form]);
    const weights = fitWeights(own);
    const leftOut = [...Map.groupBy(all, ({ repository }) => repository)].flatMap(([repository, ofOne]) => {
      const others = fitWeights(own.filter((one) => one.repository !== repository));
      return ofOne.map((one) => ({
        ...one,
        confidence: predictLogistic(others, answerFeatures(likeliest(one.memories, others).evidence)),
      }));
    });
    return [
      {
        title: `Weights of a ${form}, fitted on ${own.length} questions (${own.filter(({ isFound }) => isFound).length} answered by what is found)`,
        columns: ['weight', 'fitted', 'shipped'],
        rows: names.map((name, at) => [name, (weights[at] ?? 0).toFixed(2), (shipped[at] ?? 0).toFixed(2)]),
      },
      reliabilityTable(leftOut.filter(teaches), `A ${form}, on repositories left out`),
      thresholdTable(leftOut, form),
    ];
  });
}

/** Copies that stay would teach that their like is no answer, and titles of issues that a question is hardly ever answered. */
function teaches({ source, kind, evidence: { form } }: JudgedQuestion): boolean {
  return source === 'issues' ? form === 'statement' : kind !== 'taken_out';
}

/** The most by which a shipped weight differs from the one that is fitted: what is shipped is written with two decimals. */
export function fitDeviation(judged: readonly JudgedQuestion[]): number {
  const usable = judged.filter((one) => one.hasFound && teaches(one));
  const differences = [...Map.groupBy(usable, ({ evidence }) => evidence.form)].flatMap(([form, own]) => {
    const weights = fitWeights(own);
    return Object.values(answerWeights[form]).map((shipped, at) => Math.abs(shipped - (weights[at] ?? 0)));
  });
  return Math.max(...differences);
}

/**
 * Which memory of a question counts is known only where one is the answer; elsewhere it is the likeliest one, which changes with
 * the weights. So they are fitted again until that settles.
 */
function fitWeights(judged: readonly JudgedQuestion[]): readonly number[] {
  const repeated = judged.flatMap((one) =>
    new Array<JudgedQuestion>(one.style === 'whole' ? wholeWeight : madeWeight).fill(one),
  );
  let weights: readonly number[] = Object.values(answerWeights[judged[0]?.evidence.form ?? 'question']);
  for (let round = 0; round < rounds; round += 1) {
    const chosen = repeated.map(
      ({ memories }) => memories.find(({ isAnswer }) => isAnswer) ?? likeliest(memories, weights),
    );
    weights = fitLogistic(
      chosen.map(({ evidence }) => answerFeatures(evidence)),
      chosen.map(({ isAnswer }) => isAnswer),
      penalty,
    );
  }
  return weights;
}

function likeliest(memories: readonly JudgedMemory[], weights: readonly number[]): JudgedMemory {
  const of = ({ evidence }: JudgedMemory) => predictLogistic(weights, answerFeatures(evidence));
  return memories.reduce((best, one) => (of(one) > of(best) ? one : best));
}

/** What a threshold loses and lets through. */
function thresholdTable(judged: readonly JudgedQuestion[], form: string): Table {
  const rules = judged.filter(
    ({ source, style }) => source === 'rules' && (form === 'question' || style === 'whole'),
  );
  const rate = (kind: QuestionKind, least: number): string => {
    const own = rules.filter((one) => one.kind === kind && (kind !== 'present' || one.isFound));
    return describeRate(own.filter(({ confidence }) => confidence >= least).length, own.length);
  };
  return {
    title: `Rules, a ${form}, on repositories left out: answered at a threshold`,
    columns: ['threshold', 'present', 'taken_out', 'copies_out', 'foreign'],
    rows: [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6].map((least) => [
      least,
      rate('present', least),
      rate('taken_out', least),
      rate('copies_out', least),
      rate('foreign', least),
    ]),
  };
}

/** Whether confidences mean what they say: promised against kept, by bin. */
export function reliabilityTable(judged: readonly JudgedQuestion[], title: string): Table {
  return {
    title: `${title}: ECE ${expectedError(judged).toFixed(3)}`,
    columns: ['confidence', 'questions', 'mean promised', 'kept'],
    rows: binned(judged).map(({ low, own }) => [
      `${low.toFixed(1)}–${(low + 1 / bins).toFixed(1)}`,
      own.length,
      mean(own.map(({ confidence }) => confidence)).toFixed(2),
      describeRate(own.filter(({ isFound }) => isFound).length, own.length),
    ]),
  };
}

/** Expected calibration error over ten equal bins. */
export function expectedError(judged: readonly JudgedQuestion[]): number {
  const error = binned(judged).reduce((sum, { own }) => {
    const kept = own.filter(({ isFound }) => isFound).length / own.length;
    return sum + own.length * Math.abs(kept - mean(own.map(({ confidence }) => confidence)));
  }, 0);
  return error / Math.max(1, judged.length);
}

function binned(judged: readonly JudgedQuestion[]) {
  return Array.from({ length: bins }, (_, bin) => {
    const own = judged.filter(({ confidence }) => Math.min(bins - 1, Math.floor(confidence * bins)) === bin);
    return { low: bin / bins, own };
  }).filter(({ own }) => own.length > 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
