import type { FailureProfile } from '../model/failure.ts';
import type { ItemType } from '../model/memory-item.ts';

/** What makes two memories the same: that they say the same, whatever their case, spacing and final full stop. */
export function identityOf(
  type: ItemType,
  content: string,
  failure: FailureProfile | undefined,
): readonly string[] {
  const lines = failure?.errorLines ?? [];
  // What resolves a failure of which nothing is known is no lesson in the same words.
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
