import type { FeatureName } from '../../src/locate/features.ts';

/** Features that come from past commits. */
export const pastFeatures: ReadonlySet<FeatureName> = new Set([
  'pastMessages',
  'similarToTitle',
  'similarToText',
  'changedWithTests',
  'namedCommits',
  'recentChanges',
  'lastChange',
  'changeCount',
  'extensionShare',
]);
