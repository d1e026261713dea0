import { predictLogistic } from '../../src/numeric/probabilities.ts';
import type { Promised } from '../reporting/calibration.ts';
import { fitLogistic } from '../reporting/fit-logistic.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import type { QuestionForm } from './pose-foreign.ts';

/** One promise: what it is made of, what was promised, and what came of it. */
export interface PromisedOf extends Promised {
  readonly repository: string;
  readonly isOwn: boolean;
  readonly form: QuestionForm;
  readonly features: readonly number[];
}

/** An answer as a whole; `isGiven` unless it was "none relevant". */
export interface PromisedAnswer extends PromisedOf {
  readonly isGiven: boolean;
  /** The highest confidence of anything that was shown. */
  readonly highest: number;
  /** Confidence in what would have been shown, were the right ones not there; where one was shown. */
  readonly takenOut?: number;
}

const surely = 0.5;

/** Weights fitted to all, and what they promise for repositories that had no part in them. */
export function fitLeftOut<One extends PromisedOf>(
  promises: readonly One[],
): { readonly weights: readonly number[]; readonly leftOut: readonly One[] } {
  const weightsOf = (chosen: readonly One[]) =>
    fitLogistic(
      chosen.map(({ features }) => features),
      chosen.map(({ isKept }) => isKept),
    );
  const leftOut = [...Map.groupBy(promises, ({ repository }) => repository)].flatMap(([repository, own]) => {
    const others = weightsOf(promises.filter((one) => one.repository !== repository));
    return own.map((one) => ({ ...one, confidence: predictLogistic(others, one.features) }));
  });
  return { weights: weightsOf(promises), leftOut };
}

/** Counts of withheld and given answers. */
interface SilenceCounts {
  /** Questions whose answer is there, and those of them that were told "none relevant". */
  readonly present: number;
  readonly lost: number;
  readonly foreign: number;
  readonly foreignGiven: number;
  /** Foreign questions with something above one half. */
  readonly foreignSure: number;
}

export function countSilence(answers: readonly PromisedAnswer[]): SilenceCounts {
  const present = answers.filter(({ isKept }) => isKept);
  const foreign = answers.filter(({ isOwn }) => !isOwn);
  return {
    present: present.length,
    lost: present.filter(({ isGiven }) => !isGiven).length,
    foreign: foreign.length,
    foreignGiven: foreign.filter(({ isGiven }) => isGiven).length,
    foreignSure: foreign.filter(({ highest }) => highest > surely).length,
  };
}

const forms: Readonly<Record<QuestionForm, string>> = {
  issue: 'issues',
  title: 'titles of issues',
  message: 'messages of past fixes',
};

/** One row for each form of question. */
export function silenceTable(title: string, answers: readonly PromisedAnswer[], threshold: number): Table {
  const rows = (Object.keys(forms) as QuestionForm[]).map((form) => {
    const own = answers.filter((one) => one.form === form);
    const { present, lost, foreign, foreignGiven, foreignSure } = countSilence(own);
    const wrong = own.filter(({ isOwn, isKept }) => isOwn && !isKept);
    const takenOut = own.flatMap((one) => one.takenOut ?? []);
    return [
      forms[form],
      describeRate(lost, present),
      describeRate(foreignGiven, foreign),
      describeRate(foreignSure, foreign),
      describeRate(wrong.filter(({ isGiven }) => isGiven).length, wrong.length),
      describeRate(takenOut.filter((confidence) => confidence >= threshold).length, takenOut.length),
    ];
  });
  return {
    title,
    columns: [
      'questions',
      'present ones lost',
      'foreign ones answered',
      'foreign with one above 50 %',
      'own ones answered with none right',
      'answered though the right ones were taken out',
    ],
    rows,
  };
}
