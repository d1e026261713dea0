import type { ChosenMemory } from '../../gate/choose-memories.ts';
import type { AdmittedCandidate } from './check-candidates.ts';

/** A candidate after both doors of the gate. */
export type ConsideredCandidate = ChosenMemory<AdmittedCandidate>;
