import { isAfterwitError } from '../../../model/errors.ts';
import type { MemoryRecovery } from '../../../ports/memory-upkeep.ts';
import { damageIn } from './find-damage.ts';
import type { WhileMemoryStays } from './memory-lock.ts';
import { type PlaceOptions, restoreMemory } from './place-memory.ts';

interface MendingOptions extends PlaceOptions {
  readonly whileItStays: WhileMemoryStays;
}

/**
 * Runs `attempt`, which opens, uses or closes the memory. When that proves damaged the backup is put in its place, by
 * this process or another, and `attempt` is run again, once. It must have closed the memory when it throws damage.
 *
 * @param waitMs for whoever replaces the memory meanwhile
 */
export function mendMemory<T>(
  { whileItStays, ...options }: MendingOptions,
  waitMs: number,
  attempt: () => T,
  onRecovery: (recovery: MemoryRecovery) => void,
): T {
  const attemptInPlace = () => whileItStays(waitMs, attempt);
  try {
    return attemptInPlace();
  } catch (fault) {
    if (damageIn(fault) === undefined) throw fault;
    const recovery = restoreOrRethrow(options, fault);
    if (recovery !== undefined) onRecovery(recovery);
  }
  return attemptInPlace();
}

/** In a read-only home, rethrows the damage instead of the failure to restore. */
function restoreOrRethrow(options: PlaceOptions, damage: unknown): MemoryRecovery | undefined {
  try {
    return restoreMemory(options);
  } catch (fault) {
    if (isAfterwitError(fault) && (fault.code === 'HOME_NOT_WRITABLE' || fault.code === 'DISK_FULL'))
      throw damage;
    throw fault;
  }
}
