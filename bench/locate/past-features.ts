import { type FeatureName, pastFeatureNames } from '../../src/locate/features.ts';

/** Features that come from past commits. */
export const pastFeatures: ReadonlySet<FeatureName> = new Set(pastFeatureNames);
