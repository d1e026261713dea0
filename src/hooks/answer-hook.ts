import { readReport } from '../engine/agents/agent-reports.ts';
import { type ReportedMoment, readMoment } from '../engine/moments/read-moment.ts';
import { answerCommand, type CommandDependencies } from '../open/answer-command.ts';
import { type HookAnswer, probeEvent } from '../open/hook-answer.ts';
import { readPausedSession } from '../open/read-paused-session.ts';
import type { PausedSession } from '../open/start-mining.ts';
import { type HookInput, parseHookInput } from './read-input.ts';

/** Has a session that pauses read, without waiting; returns why not. */
export type HookMining = (session: PausedSession) => Promise<string | undefined>;

/** Answers a moment at which an agent may be told something. */
export type HookMoment = (moment: ReportedMoment) => Promise<HookAnswer>;

export interface HookDependencies extends CommandDependencies {
  readonly mine: HookMining;
  readonly tell: HookMoment;
}

/** Reads and answers an agent's report to a hook: a command, a session that pauses, or another moment of it. */
export async function answerHook(input: HookInput, dependencies: HookDependencies): Promise<HookAnswer> {
  const reported = parseHookInput(input);
  if (isProbe(reported)) return { kind: 'printed', line: '{}', isRoutine: true };
  const told = readReport(dependencies.agent, reported);
  const session = readPausedSession(told);
  const reason = session && (await dependencies.mine(session));
  const moment = readMoment(told);
  if (moment?.kind === 'moment') return await dependencies.tell(moment);
  if (moment !== undefined) return { kind: 'silent', reason: moment.reason, isRoutine: true };
  if (session === undefined) return await answerCommand(told, dependencies);
  return { kind: 'silent', reason: reason ?? 'sessions are read', isRoutine: true };
}

function isProbe(reported: unknown): boolean {
  return (
    typeof reported === 'object' &&
    reported !== null &&
    'hook_event_name' in reported &&
    reported.hook_event_name === probeEvent
  );
}
