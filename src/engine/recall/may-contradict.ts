import type { RecallDependencies } from '../memory/recall-dependencies.ts';

/** Whether what contradicts each other may be shown together: as in Memory V2, which knew of no contradictions. */
export function mayContradict({ settings }: Pick<RecallDependencies, 'settings'>): boolean {
  return !settings.memory.v3.contradiction.enabled;
}
