import { suiteOfParts } from '../suite-of-parts.ts';
import { measureOriginShares } from './measure-origin-shares.ts';
import { plantHostileRows } from './plant-hostile-rows.ts';

/** Promises of docs/security.md that no test can try alone: the hostile rows are not in the repository. */
export const securitySuite = suiteOfParts({
  description: 'promises of docs/security.md, tried',
  options: ['data', 'limit'],
  parts: { hostile: plantHostileRows, origins: measureOriginShares },
});
