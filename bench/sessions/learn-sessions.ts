import type { MinedLesson } from '../../src/index.ts';
import type { LabelledFailure, LabelledSession } from './labelled-sessions.ts';
import { mine, openSessionMemory } from './open-session-memory.ts';

/** A failure that a fix was learned from. */
export interface Source {
  readonly session: string;
  readonly lesson: MinedLesson;
  /** Undefined where the lesson is of a failure without a label. */
  readonly failure: LabelledFailure | undefined;
}

/** The memory after the sessions of one repository. */
export interface LearnedSessions {
  /** The whole memory, as it is exported. */
  readonly lines: readonly string[];
  /** Where each fix is from, by its id. */
  readonly sources: ReadonlyMap<string, Source>;
  /** The agent's id of a session, by the name of its file. */
  readonly sessionOf: ReadonlyMap<string, string>;
}

/** Mines sessions in turn; a person approves what they taught as it stands. */
export async function learnSessions(
  sessions: readonly LabelledSession[],
  folder: string,
): Promise<LearnedSessions> {
  await using learning = await openSessionMemory(folder);
  const sources = new Map<string, Source>();
  const sessionOf = new Map<string, string>();
  for (const session of sessions)
    for (const lesson of (await mine(learning, session.path)).lessons) {
      if (lesson.type !== 'fix' || lesson.itemId === undefined) continue;
      if (lesson.fate === 'added') await learning.home.approve(lesson.itemId);
      sessionOf.set(session.name, lesson.evidence.session ?? '');
      if (!sources.has(lesson.itemId)) sources.set(lesson.itemId, sourceOf(session, lesson));
    }
  return { lines: [...learning.home.exportLines()], sources, sessionOf };
}

function sourceOf({ name, failures }: LabelledSession, lesson: MinedLesson): Source {
  const { evidence } = lesson;
  const lines = [evidence.line, ...(evidence.alsoFailedAtLines ?? [])];
  return {
    session: name,
    lesson,
    failure: failures.find(({ failedAtLine }) => lines.includes(failedAtLine)),
  };
}

/** As they are imported. */
export async function* linesOf(lines: readonly string[]): AsyncIterable<string> {
  yield* lines;
}
