import { answerCommand, type CommandDependencies, type HookAnswer } from '../open/answer-command.ts';
import type { PausedSession } from '../open/start-mining.ts';
import { type HookInput, parseHookInput } from './parse-hook-input.ts';
import { readPausedSession } from './read-paused-session.ts';

/** Has a session that pauses read, without waiting; returns why not. */
export type HookMining = (session: PausedSession) => Promise<string | undefined>;

export interface HookDependencies extends CommandDependencies {
  readonly mine: HookMining;
}

/** Reads what Claude Code reports to a hook, about a finished command or a session that pauses, and answers it. */
export async function answerHook(input: HookInput, dependencies: HookDependencies): Promise<HookAnswer> {
  const told = parseHookInput(input);
  const session = readPausedSession(told);
  if (session === undefined) return await answerCommand(told, dependencies);
  const reason = await dependencies.mine(session);
  return { kind: 'silent', reason: reason ?? 'sessions are read', isRoutine: true };
}
