import { AfterwitError } from '../../model/errors.ts';
import type { Speaker } from '../../model/speaker.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';

/** A request to decide about a memory. */
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
    `Only a person may ${what}, but the agent ${name} asked for it. Ask the user to run the command in their own terminal.`,
    { data: { agent: name } },
  );
}
