import { join, normalize } from 'node:path/posix';
import { bareCommand, leadingFoldersOf } from '../../capture/command-lines.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { RepositoryPath } from '../../model/repository.ts';
import type { SessionSummary } from '../../model/session.ts';
import type { WorkingFiles } from '../../ports/git-reader.ts';
import type { MiningLog } from '../../ports/transcript-source.ts';
import { neutraliseStructure } from '../../redaction/neutralise-structure.ts';
import { languageOf } from '../../text/path-role.ts';
import { sessionLines } from '../../wording/session-lines.ts';

const plainPath = /^(?!\/|\.\.)[\w./@+-]+$/;

/** Sessions here that were read, the latest first; none without consent to read them. */
export function lastSessions(log: Pick<MiningLog, 'consent' | 'read'>): readonly SessionSummary[] {
  if (log.consent() !== 'yes') return [];
  return [...(log.read()?.values() ?? [])]
    .flatMap(({ summary }) => (summary === undefined ? [] : [summary]))
    .toSorted((a, b) => b.endedAtMs - a.endedAtMs);
}

/** Takes from sessions the failures left on a file that is not here any more: these are not open. */
export function stillOpen(
  sessions: readonly SessionSummary[],
  files: Pick<WorkingFiles, 'read'> | undefined,
): readonly SessionSummary[] {
  return sessions.map(({ failing, ...rest }) =>
    failing === undefined || (files !== undefined && namesGoneFile(failing.command, files))
      ? rest
      : { ...rest, failing },
  );
}

function namesGoneFile(command: string, files: Pick<WorkingFiles, 'read'>): boolean {
  const folder = join('.', ...leadingFoldersOf(command));
  return bareCommand(command)
    .split(' ')
    .map((word) => word.replace(/::.*$/, ''))
    .filter((word) => plainPath.test(word) && languageOf(word) !== undefined)
    .some((word) =>
      [word, join(folder, word)].every((path) => files.read(normalize(path) as RepositoryPath) === undefined),
    );
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
