import type { MomentAnswer } from '../../model/answers/recollection.ts';
import type { DecisionId } from '../../model/decision.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { redact } from '../../redaction/redact.ts';
import { uuidOf } from '../../text/hashes.ts';

/** The answer where no rule denies: a card, or silence. */
export type ToldAnswer = Exclude<MomentAnswer, { readonly kind: 'denied' }>;

export function silentFor(
  reason: string,
  decisionId?: DecisionId,
): Extract<MomentAnswer, { readonly kind: 'silent' }> {
  return { kind: 'silent', reason, ...(decisionId === undefined ? {} : { decisionId }) };
}

/**
 * The id of the one decision about an event of a session, however often, and by any hook, the event is told. Undefined
 * where the agent does not name its session; then each telling is an event of its own.
 */
export function decisionAbout(session: string | undefined, event: string): DecisionId | undefined {
  return session === undefined ? undefined : (uuidOf(`${session}\n${event}`) as DecisionId);
}

/** Whether an event was decided about before. */
export function isDecided(reader: Pick<ItemReader, 'decision'>, id: DecisionId | undefined): boolean {
  return id !== undefined && reader.decision(id) !== undefined;
}

/** Whether a file may be named unasked: its path is told, and written down, as it is, and some hold a secret. */
export function mayBeNamed({ path }: { readonly path: string }): boolean {
  return redact(path) === path;
}
