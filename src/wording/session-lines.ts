import type { SessionSummary } from '../model/session.ts';
import { countOf, isoDate } from './formats.ts';

const mostSessions = 3;
const mostFiles = 3;
const mostCommits = 2;
const longestLine = 480;

/**
 * Describes the last sessions: work, open ends, lessons; a line each, the latest first; none where nothing is to say.
 * @param isUnasked only the command that the latest left failing, without a word of its output
 */
export function sessionLines(sessions: readonly SessionSummary[], isUnasked = false): readonly string[] {
  const latest = sessions.slice(0, mostSessions);
  const failing = latest[0]?.failing;
  if (isUnasked) return failing === undefined ? [] : [`left open: ${failing.command} fails`];
  const did = latest.map(sessionLine);
  const open = failing && `${failing.command} fails: ${failing.error}`;
  const learned = latest.reduce((sum, { lessonCount }) => sum + lessonCount, 0);
  return [
    ...(did.length === 0 ? [] : [`did: ${did.join('; ')}`]),
    ...(open === undefined ? [] : [`left open: ${open}`]),
    ...(learned === 0
      ? []
      : [`learned: ${countOf(learned, 'memory', 'memories')}, some may wait for a person`]),
  ].map((line) => (line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line));
}

/** Describes a task like the one at hand: `worked on before: 2026-11-23 "fix the lid", changed src/lid.ts`. */
export function taskLine(task: Pick<SessionSummary, 'endedAtMs' | 'request' | 'files' | 'commits'>): string {
  const line = `worked on before: ${sessionLine(task)}`;
  return line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line;
}

/** `2026-11-23 "fix the lid", changed src/lid.ts and 2 more, committed 1a2b3c4 Fix the lid`. */
function sessionLine({
  endedAtMs,
  request,
  files,
  commits,
  triedInVain = [],
}: Pick<SessionSummary, 'endedAtMs' | 'request' | 'files' | 'commits' | 'triedInVain'>): string {
  return [
    `${endedAtMs === 0 ? '' : `${isoDate(endedAtMs)} `}${request === undefined ? 'work' : `"${request}"`}`,
    ...(files.length === 0 ? [] : [`changed ${withRest(files, mostFiles)}`]),
    ...(commits.length === 0 ? [] : [`committed ${withRest(commits.toReversed(), mostCommits)}`]),
    ...(triedInVain.length === 0 ? [] : [`in vain ${withRest(triedInVain.toReversed(), 1)}`]),
  ].join(', ');
}

function withRest(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return `${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
