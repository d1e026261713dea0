import { type AdmissionUnit, admit } from '../../gate/admit.ts';
import type { Admission, RefusalReason } from '../../model/gate.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { withContrary } from './find-contrary.ts';
import type { InspectedCandidate } from './inspect-candidates.ts';

/** A candidate after the first door of the gate. */
export type AdmittedCandidate<Candidate = InspectedCandidate> = Candidate & { readonly admission: Admission };

interface Standpoint {
  /** A person or an agent asked, rather than that memories are offered unasked. */
  readonly asked: boolean;
  /** Reasons that refuse although somebody asked. */
  readonly alsoRefused?: readonly RefusalReason[];
}

interface AdmissionTerms extends Pick<RecallDependencies, 'scopes'> {
  readonly settings: Pick<RecallDependencies['settings'], 'memory'>;
}

const refused: Admission = { admitted: false, refusals: [], warnings: [] };

/** Admission at every moment, under the same settings. @param candidates best first */
export function admitCandidates<Candidate extends AdmissionUnit>(
  candidates: readonly Candidate[],
  standpoint: Standpoint,
  { scopes, settings }: AdmissionTerms,
): readonly AdmittedCandidate<Candidate>[] {
  const units = withContrary(candidates, settings.memory);
  const mayContradict = !settings.memory.v3.contradiction.enabled;
  const admissions = admit(units, { ...standpoint, scopes, mayContradict });
  return units.map((unit, position) => ({ ...unit, admission: admissions[position] ?? refused }));
}

/** Whether a candidate may be shown, whatever stands beside it. */
export function isAdmissible(candidate: AdmissionUnit, asked: boolean, terms: AdmissionTerms): boolean {
  return admitCandidates([candidate], { asked }, terms).every(({ admission }) => admission.admitted);
}
