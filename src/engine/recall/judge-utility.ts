import { explainUtility } from '../../judging/utility.ts';
import { estimateByProxy } from '../../judging/utility-terms.ts';
import type { ItemId } from '../../model/brands.ts';
import type { UtilityScores } from '../../model/decision.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import type { ConsideredCandidate } from './considered-candidate.ts';
import { readUnits } from './read-units.ts';

/**
 * How useful each admitted memory would be by the proxy of Eq. 3, for the receipt: it does not decide what is shown. What fits too little to be shown is not judged.
 *
 * @param files being worked on: what is planned is to edit them, and to run the failing command again
 */
export function judgeUtility(
  considered: readonly ConsideredCandidate[],
  query: QueryProfile,
  files: readonly string[] = [],
): ReadonlyMap<ItemId, UtilityScores> {
  const judged = considered.filter(
    ({ admission, strength }) => admission.admitted && strength !== 'different',
  );
  return new Map(
    readUnits(judged, query, files).map((one, at) => [
      (judged[at] as ConsideredCandidate).item.id,
      { proxy: explainUtility(estimateByProxy(one)) },
    ]),
  );
}
