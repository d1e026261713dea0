import type { Speaker } from '../../model/provenance.ts';
import type { SessionSummary } from '../../model/session.ts';
import type { MiningLog } from '../../ports/transcript-source.ts';
import { neutraliseStructure } from '../../redaction/neutralise-structure.ts';
import { sessionLines } from '../../wording/session-lines.ts';

/** Sessions here that were read, the latest first; none where nobody agreed to reading them. */
export function lastSessions(log: Pick<MiningLog, 'consent' | 'read'>): readonly SessionSummary[] {
  if (log.consent() !== 'yes') return [];
  return [...(log.read()?.values() ?? [])]
    .flatMap(({ summary }) => (summary === undefined ? [] : [summary]))
    .toSorted((a, b) => b.endedAtMs - a.endedAtMs);
}

/** Title of {@link sessionsToTell} in a brief. */
export const lastSessionsTitle = 'Last sessions here';

/** Lines about the last sessions but the speaker's own, harmless in a fence. */
export function sessionsToTell(
  sessions: readonly SessionSummary[],
  { session: own = '' }: Speaker,
  isUnasked = false,
): readonly string[] {
  const others = sessions.filter(({ session }) => session === undefined || !own.includes(session));
  return sessionLines(others, isUnasked).map(neutraliseStructure);
}
