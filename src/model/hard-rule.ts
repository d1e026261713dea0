import type { MemoryItem } from './memory-item.ts';

/** Whether a rule stops calls: only what a person said does, while it is in use. */
export function isHard({ body, trust, status, quarantined }: MemoryItem): boolean {
  return body?.kind === 'hard_rule' && trust === 'user' && status === 'active' && !quarantined;
}

/** What a hard rule stops, in words; undefined for any other memory. */
export function stoppedBy({ body, references }: Pick<MemoryItem, 'body' | 'references'>): string | undefined {
  if (body?.kind !== 'hard_rule') return undefined;
  const command = body.command === undefined ? [] : [`\`${body.command}\``];
  const files = references.length === 0 ? [] : [`changes of ${references.join(', ')}`];
  return [...files, ...command].join(' and ');
}
