import { type CandidateEvidence, untold } from '../../model/gate.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { CandidateMatch } from './match-candidate.ts';

/** What is known of a candidate's fit, as the gate sees it; undefined when it was not compared as a failure. */
export function candidateEvidence({
  item: { source },
  comparison,
  sameness,
}: CandidateMatch & {
  readonly item: Pick<MemoryItem, 'source'>;
}): CandidateEvidence | undefined {
  if (comparison === undefined || sameness === undefined) return undefined;
  const { family, names, command, place, frames, environment } = comparison.evidence;
  return {
    score: comparison.value,
    likeness: sameness.likeness,
    family: family ?? untold,
    entities: names ?? untold,
    command: command ?? untold,
    path: place ?? untold,
    stack: frames ?? untold,
    environment: environment ?? untold,
    // What tells why one failed names nothing that the other does not: a name that differs elsewhere is circumstance.
    conflicts: sameness.strength !== 'same' && comparison.conflicting.length > 0,
    // Of a fix that was read from a session nobody said what else it fits: it is known for one failure only.
    isOther: sameness.strength !== 'same' && (sameness.isOther === true || source === 'transcript'),
  };
}
