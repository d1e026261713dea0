import type { FailureProfile } from '../model/failure.ts';
import type { ItemType } from '../model/memory-item.ts';

/** Equal for memories that say the same, whatever their case, spacing and final full stop. 32 hexadecimal digits. */
export function fingerprintOf(type: ItemType, content: string, failure: FailureProfile | undefined): string {
  // Loaded when it is needed: importing it costs 5 ms of every start.
  const { createHash } = process.getBuiltinModule('node:crypto');
  const parts = [type, plain(content), failure?.command?.family ?? '', ...(failure?.errorLines ?? [])];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim().replace(/[.!]$/, '');
}
