import type { RedactedText } from '../model/brands.ts';
import type { SessionSummary } from '../model/session.ts';
import { redact } from '../redaction/redact.ts';
import type { ObservedRun } from './observed-run.ts';
import type { LeftCommand } from './session-state.ts';

const longestRequest = 120;
const longestSubject = 80;
const longestFailing = 160;
const mostFiles = 30;
const mostCommits = 10;
/** How git answers a commit: `[main 1a2b3c4] Fix the lid`. */
const committed = /^\[[^\]\n]{1,200} ([0-9a-f]{7,40})\] (.{1,300})$/m;

/** What a session did, as it is read; goes on from what was known of it when its beginning is not read again. */
export class SessionSummariser {
  readonly #before: SessionFacts | undefined;
  readonly #files: Set<RedactedText>;
  readonly #commits: Map<string, RedactedText>;
  #request: RedactedText | undefined;
  #endedAtMs: number;
  #hasRun = false;

  constructor(before?: SessionFacts) {
    this.#before = before;
    this.#files = new Set(before?.files);
    this.#commits = new Map(before?.commits.map((text) => [text.slice(0, 7), text]));
    this.#request = before?.request;
    this.#endedAtMs = before?.endedAtMs ?? 0;
  }

  hear(text: string, atMs = 0): void {
    this.#request ??= oneLine(text, longestRequest);
    this.#endedAtMs = Math.max(this.#endedAtMs, atMs);
  }

  /** @param output of the whole run, of one that passed too */
  takeRun({ command = '', verdict, edits, atMs = 0 }: ObservedRun, output: string): void {
    this.#hasRun ||= command !== '';
    this.#endedAtMs = Math.max(this.#endedAtMs, atMs);
    for (const { path } of edits)
      if (this.#files.size < mostFiles && !/^(?:\/|~|\.\.|[A-Za-z]:)/.test(path))
        this.#files.add(oneLine(path, longestRequest));
    if (verdict !== 'passed' || !/\bgit\b.*\bcommit\b/.test(command)) return;
    const [, id, subject = ''] = committed.exec(output) ?? [];
    if (id !== undefined)
      this.#commits.set(id.slice(0, 7), oneLine(`${id.slice(0, 7)} ${subject}`, longestSubject));
  }

  /** Undefined of a session that changed and asked nothing here. @param commands as it left them */
  summarise(commands: readonly LeftCommand[]): SessionFacts | undefined {
    const request = this.#request;
    if (request === undefined && this.#files.size + this.#commits.size === 0) return undefined;
    const failed = commands.findLast(({ error }) => error !== undefined);
    const failing =
      failed === undefined
        ? this.#hasRun || this.#before === undefined
          ? undefined
          : this.#before.failing
        : {
            command: oneLine(failed.command, longestFailing),
            error: oneLine(failed.error ?? '', longestFailing),
          };
    return {
      endedAtMs: this.#endedAtMs,
      ...(request === undefined ? {} : { request }),
      files: [...this.#files],
      commits: [...this.#commits.values()].slice(-mostCommits),
      ...(failing === undefined ? {} : { failing }),
    };
  }
}

/** What is read from a session itself. */
export type SessionFacts = Omit<SessionSummary, 'agent' | 'session' | 'lessonCount'>;

/** Secrets are taken out before it is cut. */
function oneLine(text: string, longest: number): RedactedText {
  const line = redact(text.slice(0, 20 * longest))
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim();
  return (line.length > longest ? `${line.slice(0, longest - 1)}…` : line) as RedactedText;
}
