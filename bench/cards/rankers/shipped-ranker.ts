import type { LinearRanker } from './ranker.ts';

/**
 * Learned on generated tasks of the development family, on past fixes of six real repositories and on questions about the rules of six; printed anew by
 * `npm run bench -- cards --suite rankers --fit`. One weight for each of `unitFeatureNames`.
 */
export const shippedRanker: LinearRanker = {
  kind: 'linear',
  version: 1,
  weights: [
    1.3843, 0.9514, 1.1479, -0.1929, 0.4294, 1.0475, 2.828, -0.1765, 1.3208, 6.6922, 0.9074, 1.0733, 2.0119,
    1.4459, 0.468, 0.2588, -0.4078, 0.1081, 1.1745, -0.0986, -0.016, 0, 1.4124, 0, -1.2978,
  ],
};
