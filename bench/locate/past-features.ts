import { type FeatureName, featureNames, featureOf } from '../../src/locate/features.ts';

/** Features that come from past commits. */
export const pastFeatures: ReadonlySet<FeatureName> = new Set(
  featureNames.filter((name) => featureOf(name).from === 'history'),
);
