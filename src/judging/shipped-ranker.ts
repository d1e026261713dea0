import type { LinearRanker } from './ranker.ts';

/**
 * Learned on generated tasks of the development family and on real fixes of six repositories; printed anew by
 * `npm run bench -- cards --suite rankers --fit`. One weight for each of `unitFeatureNames`.
 */
export const shippedRanker: LinearRanker = {
  kind: 'linear',
  version: 1,
  weights: [
    1.5731, 1.0196, 1.0884, -0.2233, 0.4255, 1.1198, 0.7444, -0.2722, 0.4657, 6.9078, 1.1462, 1.372, 1.8787,
    1.2961, 0.4702, 0.2636, -0.4226, 0.0779, 1.1364, -0.0874, -0.0236, 0, 1.2953, 0, -1.1843,
  ],
};
