import { quoteText } from '../../cards/quote-text.ts';
import { subjectOf } from '../../history/commit-message.ts';
import { findPastChanges } from '../../history/find-past-changes.ts';
import { findPath } from '../../history/find-path.ts';
import type { HistorySettings } from '../../history/options.ts';
import type { CoupledFile } from '../../model/answers/commit-answers.ts';
import type { PastFileChange } from '../../model/answers/recollection.ts';
import type { RedactedText } from '../../model/brands.ts';
import type { History } from '../snapshot/history-reader.ts';
import { coupleFiles } from './couple-files.ts';
import { withoutSecrets } from './without-secrets.ts';

export interface FileHistory {
  readonly changes: readonly PastFileChange[];
  readonly coupled: readonly CoupledFile[];
}

const mostChanges = 5;
const mostCoupled = 5;
const longestSubject = 160;

/** Fixes and reverts of a file, and what changes with it; nothing of a file that no commit changed. */
export async function readFileHistory(
  history: History,
  path: string,
  { settings, ownSlug }: { readonly settings: HistorySettings; readonly ownSlug: string | undefined },
): Promise<FileHistory> {
  const { snapshot } = history;
  const asked = findPath(snapshot, path);
  if (asked === undefined) return { changes: [], coupled: [] };
  const { renames } = await history.files();
  const { coupled } = await coupleFiles(history, path, settings, mostCoupled);
  const { evidenceFileLimit } = settings;
  const limits = { evidenceFileLimit, ownSlug, limit: mostChanges };
  const found = findPastChanges(snapshot, renames.current(asked), renames, limits);
  return {
    coupled,
    changes: found.map(({ commit: { id, message, committedAtMs }, kind, revertedBy, repeatedBy }) => ({
      id,
      kind,
      subject: oneLine(subjectOf(withoutSecrets(message))),
      committedOn: new Date(committedAtMs).toISOString().slice(0, 10),
      ...(revertedBy === undefined ? {} : { revertedBy }),
      ...(repeatedBy.length === 0 ? {} : { repeatedBy }),
    })),
  };
}

/** Secrets are taken out before it is cut. */
function oneLine(text: string): RedactedText {
  const line = quoteText(text)
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim();
  return (line.length > longestSubject ? `${line.slice(0, longestSubject)}…` : line) as RedactedText;
}
