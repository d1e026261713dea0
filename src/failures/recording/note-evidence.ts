import type { FailureProfile } from '../../model/failure.ts';
import type { VariantBody } from '../../model/failure-bodies.ts';
import { lineSimilarity, readErrorLines } from '../matching/error-similarity.ts';

const mostLines = 12;
/** Below this a line reads differently enough to be found by words of its own. */
const readsAlike = 0.8;

/** The variant with the error lines of another episode that read differently from all it has; itself when none does. */
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
