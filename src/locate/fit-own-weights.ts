import { fitListwise } from '../numeric/fit-listwise.ts';
import type { FixExample } from '../ports/repository-index.ts';
import { featureNames, features } from './features.ts';
import { unlearnableFeatures } from './make-example.ts';
import { type RankerWeights, shippedWeights } from './ranker-weights.ts';

/**
 * How strongly weights are pulled towards the shipped ones. On held-back fixes and on issues of seven repositories, the
 * log loss is lowest between .01 and .1, with a flat optimum here.
 */
const pull = 0.03;
const options = { epochs: 24, learningRate: 0.01, batchSize: 16 } as const;

/** The shipped weights, adapted so that a repository's own fixes rank better. */
export function fitOwnWeights(
  examples: readonly FixExample[],
  seed: number,
  penalty: number = pull,
): RankerWeights {
  const weights = fitListwise(examples, {
    ...options,
    penalty,
    seed,
    nonNegative: featureNames.map((name) => features[name].kind === 'evidence'),
    initial: shippedWeights,
    anchor: shippedWeights,
  });
  return weights.map((weight, i) => {
    const name = featureNames[i];
    return name !== undefined && unlearnableFeatures.has(name) ? (shippedWeights[i] ?? 0) : weight;
  });
}
