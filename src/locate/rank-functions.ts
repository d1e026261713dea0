import type { IssueViews } from '../model/answers/file-location.ts';
import { predictLogistic } from '../numeric/fit-logistic.ts';
import { functionFeatureNames, functionFeatures } from './function-features.ts';
import { type FileToCut, type MeasuredFunction, measureFunctions } from './measure-functions.ts';
import type { FunctionScores } from './score-functions.ts';

/** A function with the probability that the change touches it. */
export interface RankedFunction extends MeasuredFunction {
  readonly confidence: number;
}

const shippedWeights: readonly number[] = functionFeatureNames.map((name) => functionFeatures[name]);

/** The functions of some files, likeliest first. None is likelier than its file: who changes a function changes the file. */
export function rankFunctions(
  files: readonly FileToCut[],
  views: IssueViews,
): { readonly functions: readonly RankedFunction[]; readonly scores: FunctionScores } {
  const { functions, scores } = measureFunctions(files, views);
  const ranked = functions.map((measured) => ({
    ...measured,
    confidence: Math.min(
      measured.file.confidence,
      predictLogistic(
        shippedWeights,
        functionFeatureNames.map((name) => measured.values[name]),
      ),
    ),
  }));
  return { functions: ranked.toSorted((a, b) => b.confidence - a.confidence), scores };
}
