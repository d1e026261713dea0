import { EpisodeFinder } from '../../capture/episode-finder.ts';
import { findStatements, type UserStatement } from '../../capture/find-statements.ts';
import type { FixEpisode } from '../../capture/fix-episode.ts';
import type { CallEvent, SessionEvent } from '../../model/session-event.ts';
import { observeRun } from './observe-run.ts';

/** Calls whose answer never came are given up after so many others. */
const mostPending = 200;

/** Something that a session taught, with the line at which it was found. */
export type SessionFinding =
  | { readonly kind: 'fix'; readonly episode: FixEpisode }
  | {
      readonly kind: 'statement';
      readonly statement: UserStatement;
      readonly line: number;
      readonly atMs?: number | undefined;
    };

/** Events of one session → findings, as they come. */
export class ReadingSession {
  readonly #finder = new EpisodeFinder();
  readonly #pending = new Map<string, CallEvent>();
  #root: string | undefined;

  /** @param root folder that the session began in, when its beginning is not read again */
  constructor(root: string | undefined) {
    this.#root = root;
  }

  /** Top of the working tree that paths are told from. */
  get root(): string | undefined {
    return this.#root;
  }

  /** Line of the first call from which reading must begin again to miss nothing that is still open. */
  get openLine(): number {
    const pending = this.#pending.values().next().value?.line ?? Number.POSITIVE_INFINITY;
    return Math.min(pending, this.#finder.oldestOpenLine ?? Number.POSITIVE_INFINITY);
  }

  take(event: SessionEvent): readonly SessionFinding[] {
    this.#root ??= event.directory;
    if (event.kind === 'said') return this.#hear(event);
    if (event.kind === 'call') {
      this.#expect(event);
      return [];
    }
    const call = this.#pending.get(event.callId);
    this.#pending.delete(event.callId);
    if (call === undefined) return [];
    const run = observeRun(call, event, {
      worktree: this.#root,
      relative: (path) => relativeTo(path, this.#root, call.directory),
    });
    return run === undefined
      ? []
      : this.#finder.take(run).map((episode): SessionFinding => ({ kind: 'fix', episode }));
  }

  #hear(event: Extract<SessionEvent, { kind: 'said' }>): readonly SessionFinding[] {
    const { line, atMs, text } = event;
    if (event.by === 'agent') {
      this.#finder.remark({ line, text });
      return [];
    }
    // Whoever speaks to an agent that was started by another is that other.
    if (event.isSubagent) return [];
    return findStatements(text).map((statement) => ({ kind: 'statement', statement, line, atMs }));
  }

  #expect(call: CallEvent): void {
    this.#pending.set(call.callId, call);
    const [oldest] = this.#pending.keys();
    if (this.#pending.size > mostPending && oldest !== undefined) this.#pending.delete(oldest);
  }
}

/** Path from the top of the repository; of a file elsewhere, the path as it is. */
function relativeTo(path: string, ...folders: readonly (string | undefined)[]): string {
  const forward = path.replaceAll('\\', '/');
  for (const folder of folders) {
    const top = folder?.replaceAll('\\', '/').replace(/\/+$/, '');
    if (top && forward.startsWith(`${top}/`)) return forward.slice(top.length + 1);
  }
  return forward.replace(/^\.\//, '');
}
