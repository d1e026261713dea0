import type { MemoryItem } from './memory-item.ts';
import type { RedactedText } from './redacted-text.ts';
import { scopeKindOf } from './scope.ts';

/**
 * What an agent may be shown unasked of a fix that nobody confirmed: what the tools of a session in this repository showed of it. It
 * says nothing of trust, which stays that of an agent; once a person confirms the fix, their text is shown instead.
 */
export function seenFixOf({ body, trust, source, scope }: MemoryItem): RedactedText | undefined {
  if (body?.kind !== 'variant' || trust !== 'agent') return undefined;
  return source === 'transcript' && scopeKindOf(scope) === 'repo' ? body.seen : undefined;
}
