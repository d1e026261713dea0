import type { FailureProfile } from '../model/failure.ts';
import type { ItemType } from '../model/memory-item.ts';

/** Identity of a memory: its text, ignoring case, spacing and the final full stop. */
export function identityOf(
  type: ItemType,
  content: string,
  failure: FailureProfile | undefined,
): readonly string[] {
  const lines = failure?.errorLines ?? [];
  // The fix of a failure without error lines differs from a lesson with the same words.
  const seen = failure !== undefined && lines.length === 0 ? ['nothing'] : lines;
  return [type, plain(content), failure?.command?.family ?? '', ...seen];
}

/** 32 hexadecimal digits, equal for equal identities. */
export function fingerprintOf(identity: readonly string[]): string {
  // Loaded when it is needed: importing it costs 5 ms of every start.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim().replace(/[.!]$/, '');
}
