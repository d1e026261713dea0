import { AfterwitError } from '../../model/errors.ts';
import type { Speaker } from '../../model/speaker.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';

/** Somebody decides about a memory. */
export interface ReviewRequest {
  readonly store: MemoryStore;
  readonly id: string;
  readonly speaker: Speaker;
  readonly nowMs: number;
}

/** @throws NEEDS_PERSON when an agent asks */
export function requirePerson({ kind, name }: Speaker, what: string): void {
  if (kind === 'user') return;
  throw new AfterwitError(
    'NEEDS_PERSON',
    `Only a person may ${what}, and this was asked by the agent ${name}. Ask the user to run the command in a terminal of their own.`,
    { data: { agent: name } },
  );
}
