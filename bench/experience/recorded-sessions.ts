import { readFileSync } from 'node:fs';
import { readLabelledSessions } from '../sessions/labelled-sessions.ts';
import { readTaskName } from './linked-tasks.ts';
import type { PastSession } from './past-sessions.ts';
import type { RecordedSession } from './replay-sessions.ts';

/** Sessions of people, as they were recorded: in the order of their times. */
export function recordedSessions(data: string, into: string): readonly RecordedSession[] {
  return readLabelledSessions(data, into).map(({ agent, name, path, repo }) => {
    const text = readFileSync(path, 'utf8');
    const times = [...text.matchAll(/"timestamp": ?"(2[^"]*)"/g)].map(([, time = '']) => Date.parse(time));
    const [, session = name] = /"sessionId": ?"([^"]+)"/.exec(text) ?? /"id": ?"([^"]+)"/.exec(text) ?? [];
    const [first = 0, last = 0] = [times, times.toReversed()].map((all) => all.find((time) => time > 0));
    return {
      ...{ agent, name, path, session, repo: repo.replace('+', '/') },
      ...{ startedAtMs: Math.min(first, last), endedAtMs: Math.max(first, last) },
    };
  });
}

/** Sessions that were made on tasks, in the order of the tasks: when they were made says nothing. */
export function sessionsOfTasks(sessions: readonly PastSession[]): readonly RecordedSession[] {
  return sessions.map(({ name, repo, session, path, baseCommit }) => {
    const { number = 0 } = readTaskName(name) ?? {};
    const agent = 'claude-code';
    return { agent, name, repo, session, path, baseCommit, startedAtMs: number, endedAtMs: number };
  });
}
