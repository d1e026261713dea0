import { AfterwitError } from '../../model/errors.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';

/** A request to decide about a memory. */
export interface ReviewRequest {
  readonly store: MemoryStore;
  readonly id: string;
  readonly speaker: Speaker;
  readonly nowMs: number;
}

/** @throws NEEDS_PERSON when anybody else asks, or when it is not known who does */
export function requirePerson({ kind, name }: Speaker, what: string): void {
  if (kind === 'user') return;
  const asker = kind === 'agent' ? `this was asked by the agent ${name}` : 'it is not known who asked this';
  throw new AfterwitError(
    'NEEDS_PERSON',
    `Only a person may ${what}, and ${asker}. Run the command in a terminal of your own.`,
    { data: { speaker: kind, name } },
  );
}
