import type { ChosenMemory } from '../../gate/choose-memories.ts';
import type { InspectedCandidate } from './inspect-candidates.ts';

/** A candidate after both doors of the gate. */
export type ConsideredCandidate = ChosenMemory<InspectedCandidate>;
