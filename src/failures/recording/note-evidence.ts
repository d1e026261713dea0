import type { FailureProfile } from '../../model/failure.ts';
import type { VariantBody } from '../../model/item-body.ts';
import { lineSimilarity, readErrorLines } from '../matching/error-similarity.ts';

const mostLines = 12;
/** Lines with a lower similarity to the known ones are added as search lines of their own. */
const readsAlike = 0.8;

/**
 * The variant extended by those error lines of another episode that differ from all it has; unchanged when there are
 * none.
 */
export function noteEvidence(variant: VariantBody, { errorLines }: FailureProfile): VariantBody {
  const { alsoSeen = [], failure } = variant;
  const known = [...failure.errorLines, ...alsoSeen];
  const fresh = errorLines.filter((line) => {
    const isKnown = known.some(
      (other) =>
        other === line || lineSimilarity(readErrorLines([line]), readErrorLines([other])) >= readsAlike,
    );
    if (!isKnown) known.push(line);
    return !isKnown;
  });
  return fresh.length === 0 ? variant : { ...variant, alsoSeen: [...alsoSeen, ...fresh].slice(-mostLines) };
}
