import type { AnswerEvidence, AnswerLevel } from '../../src/index.ts';
import { predictLogistic } from '../../src/numeric/probabilities.ts';
import { answerFeatures, answerWeights, levelOf } from '../../src/retrieval/answer-evidence.ts';
import { answerFit } from '../../src/retrieval/rerank-answers.ts';
import { areaUnderCurve } from '../reporting/area-under-curve.ts';
import { calibrationError } from '../reporting/calibration.ts';
import { fitLogistic } from '../reporting/fit-logistic.ts';
import { groupOfFamily } from './answer-families.ts';
import type { AnswerKind } from './rule-cases.ts';

/** A memory found by words, with the evidence. */
interface ComparedMemory {
  readonly text: string;
  readonly isAnswer: boolean;
  /** Score by words as a share of the best. */
  readonly share: number;
  readonly evidence: AnswerEvidence;
}

export interface ComparedQuestion {
  readonly family: string;
  readonly kind: AnswerKind;
  readonly question: string;
  readonly memories: readonly ComparedMemory[];
}

type Weights = readonly number[];

export const shippedWeights: Weights = Object.values(answerWeights);
const penalty = 1;
/** The first memory is fitted, and the weights decide which one is first, so the fit is repeated. */
const rounds = 3;

interface JudgedMemory extends ComparedMemory {
  readonly confidence: number;
}

/** Best first, as recall orders them. */
function judgeMemories({ memories }: ComparedQuestion, weights: Weights): readonly JudgedMemory[] {
  return memories
    .map((one) => ({ ...one, confidence: predictLogistic(weights, answerFeatures(one.evidence)) }))
    .sort((a, b) => answerFit(b.share, b.confidence) - answerFit(a.share, a.confidence));
}

/** Whether the first is the answer, by its evidence. */
export function fitWeights(questions: readonly ComparedQuestion[]): Weights {
  let weights = shippedWeights;
  for (let round = 0; round < rounds; round += 1) {
    const firsts = questions.flatMap((one) => judgeMemories(one, weights)[0] ?? []);
    weights = fitLogistic(
      firsts.map(({ evidence }) => answerFeatures(evidence)),
      firsts.map(({ isAnswer }) => isAnswer),
      penalty,
    );
  }
  return weights;
}

/** For each family, weights that were fitted without it and the families that share its questions or memories. */
export function fitWithoutEach(questions: readonly ComparedQuestion[]): (family: string) => Weights {
  const groups = [...new Set(Object.values(groupOfFamily))];
  const fitted = new Map(
    groups.map((group) => [
      group,
      fitWeights(questions.filter(({ family }) => groupOfFamily[family] !== group)),
    ]),
  );
  return (family) => fitted.get(groupOfFamily[family] ?? '') ?? shippedWeights;
}

/** How many questions are answered by each level. */
export type Levels = Readonly<Record<AnswerLevel, number>>;

const mostCards = 5;
const mostLines = 3;

/** The result of a family's questions. */
export type FamilyResult = ReturnType<typeof measureFamily>;

export function measureFamily(family: string, questions: readonly ComparedQuestion[], weights: Weights) {
  const judged = questions
    .filter((one) => one.family === family)
    .map((one) => {
      const memories = judgeMemories(one, weights);
      const confidence = Math.max(0, ...memories.map((memory) => memory.confidence));
      return { kind: one.kind, memories, confidence };
    });
  const of = (kind: AnswerKind) => judged.filter((one) => one.kind === kind);
  const surest = (kind: AnswerKind) => of(kind).map(({ confidence }) => confidence);
  return {
    family,
    present: of('present').length,
    /** The first is the answer, whatever is said of it. */
    first: of('present').filter(({ memories }) => memories[0]?.isAnswer).length,
    /** The answer is among what is shown: cards, and at most three lines. */
    shown: of('present').filter(({ memories }) => shownOf(memories).some(({ isAnswer }) => isAnswer)).length,
    levels: {
      present: countLevels(surest('present')),
      absent: countLevels(surest('absent')),
      foreign: countLevels(surest('foreign')),
    },
    /** Probability that a question whose answer is there is surer than one whose answer is not. */
    auc: areaUnderCurve(surest('present'), surest('absent')),
    /** Expected calibration error of "the first is the answer", over ten bins. */
    ece: calibrationError(
      judged.map(({ memories: [first] }) => ({
        confidence: first?.confidence ?? 0,
        isKept: first?.isAnswer ?? false,
      })),
    ),
  };
}

/** As recall shows them: cards of the likely ones, lines of three others. */
function shownOf(memories: readonly JudgedMemory[]): readonly JudgedMemory[] {
  const at = (level: string) => memories.filter(({ confidence }) => levelOf(confidence) === level);
  return [...at('likely').slice(0, mostCards), ...at('perhaps').slice(0, mostLines)];
}

function countLevels(confidences: readonly number[]): Levels {
  const count = (level: string) => confidences.filter((one) => levelOf(one) === level).length;
  return { likely: count('likely'), perhaps: count('perhaps'), nothing: count('nothing') };
}
