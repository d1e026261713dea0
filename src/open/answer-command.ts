import type { ReportingAgent } from '../engine/agents/agent-reports.ts';
import { readCommandResult } from '../engine/moments/read-command-result.ts';
import { type HookAnswer, type HookSilence, printContext } from './hook-answer.ts';
import type { HookRecallRequest, HookRecollection } from './hook-recall.ts';

/** Asks the memory; throws only on internal faults. */
export type HookRecall = (request: Omit<HookRecallRequest, 'home'>) => Promise<HookRecollection>;

export interface CommandDependencies {
  /** Program that reports. */
  readonly agent: ReportingAgent;
  readonly recall: HookRecall;
  readonly environment: NodeJS.ProcessEnv;
  /** Folder of the command when the input does not name one. */
  readonly workingDirectory: () => string;
  /** Time left until the agent no longer waits. */
  readonly remainingMs: () => number;
}

const tooLate: HookSilence = { kind: 'silent', reason: 'too late' };

const beginsWithErrorCode = /^[A-Z_]+\b/;

/**
 * Asks the memory when a command failed or may have failed, as an agent reports it, and formats the answer for that agent.
 */
export async function answerCommand(told: unknown, dependencies: CommandDependencies): Promise<HookAnswer> {
  const { agent, recall, environment, workingDirectory, remainingMs } = dependencies;
  const result = readCommandResult(told);
  if (result.kind === 'nothing') return { kind: 'silent', reason: result.reason, isRoutine: true };

  if (remainingMs() < 0) return tooLate;
  const { hookEvent, report } = result;
  const answer = await recall({
    ...report,
    cwd: report.cwd ?? workingDirectory(),
    agent,
    environment,
    deadlineMs: Math.max(1, remainingMs()),
    isTooLate: () => remainingMs() < 0,
  });
  if (answer.kind === 'silent') {
    const passed = report.event !== 'failure' && !beginsWithErrorCode.test(answer.reason);
    const isRoutine = (passed && answer.reason !== tooLate.reason) || answer.decisionId !== undefined;
    return { kind: 'silent', reason: answer.reason, ...(isRoutine ? { isRoutine } : {}) };
  }
  // Late or not, it is printed: its receipt says that it was shown, so that this session would never be shown it again.
  return printContext(hookEvent, answer.text, agent);
}
