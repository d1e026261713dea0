import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isAfterwitError } from '../../../model/errors.ts';
import { openFileLock } from '../file-lock.ts';

/**
 * The right to be the only process that maintains a memory; undefined while another one has it. The operating system takes it from a
 * process that dies, however it dies, so nobody waits for the dead.
 */
export function openMaintenanceLock(home: string): { close(): void } | undefined {
  // An unused home stays untouched: there is nothing to maintain, and nobody to keep out.
  if (home === ':memory:' || !existsSync(home)) return { close: () => undefined };
  const path = join(home, 'memory.db.maintenance');
  try {
    return openFileLock({ lockPath: path, busyTimeoutMs: 0, context: { subject: 'memory', path } });
  } catch (fault) {
    if (isAfterwitError(fault) && fault.code === 'MEMORY_BUSY') return undefined;
    throw fault;
  }
}
