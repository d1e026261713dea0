import type { PausedSession } from './start-mining.ts';

/** The events at which a session pauses, and whether it goes on in a moment. */
const events: Readonly<Record<string, { readonly isShort: boolean }>> = {
  Stop: { isShort: true },
  PreCompact: { isShort: false },
  SessionEnd: { isShort: false },
};

/** The name needs a stem: of `/.jsonl`, the folder of the session's agents would be the whole disk. */
const transcriptName = /[^/\\]\.jsonl$/;

/** The session that pauses or ends, as Claude Code tells; undefined when the hook is told of something else. */
export function readPausedSession(input: unknown): PausedSession | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const { hook_event_name: event, transcript_path: transcript, cwd } = input as Record<string, unknown>;
  if (typeof event !== 'string' || !Object.hasOwn(events, event)) return undefined;
  if (typeof transcript !== 'string' || typeof cwd !== 'string' || !transcriptName.test(transcript))
    return undefined;
  return { transcript, cwd, isShort: events[event]?.isShort ?? true };
}
