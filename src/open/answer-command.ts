import { readCommandResult } from '../engine/moments/read-command-result.ts';
import type { HookRecallRequest, HookRecollection } from './hook-recall.ts';

/** Asks the memory; throws only on internal faults. */
export type HookRecall = (request: Omit<HookRecallRequest, 'home'>) => Promise<HookRecollection>;

/** Result of one call of a hook, whoever runs it. */
export type HookAnswer = { readonly kind: 'printed'; readonly line: string } | HookSilence;

export interface HookSilence {
  readonly kind: 'silent';
  readonly reason: string;
  /** Set when the reason need not be logged: the command passed, or the memory keeps a receipt. */
  readonly isRoutine?: true;
  readonly fault?: unknown;
}

export interface CommandDependencies {
  readonly recall: HookRecall;
  readonly environment: NodeJS.ProcessEnv;
  /** Folder of the command when the input does not name one. */
  readonly workingDirectory: () => string;
  /** Time left until the agent no longer waits. */
  readonly remainingMs: () => number;
}

/** Claude Code hides longer answers from the agent, and they would crowd out its work. */
const maximumCharacters = 8_000;

const tooLate: HookSilence = { kind: 'silent', reason: 'too late' };

const beginsWithErrorCode = /^[A-Z_]+\b/;

/**
 * Asks the memory when a command failed or may have failed, as Claude Code reports it, and formats the answer for Claude Code: a line
 * of JSON, whether a process prints it or a server sends it.
 */
export async function answerCommand(told: unknown, dependencies: CommandDependencies): Promise<HookAnswer> {
  const { recall, environment, workingDirectory, remainingMs } = dependencies;
  const result = readCommandResult(told);
  if (result.kind === 'nothing') return { kind: 'silent', reason: result.reason, isRoutine: true };

  if (remainingMs() < 0) return tooLate;
  const { hookEvent, report } = result;
  const answer = await recall({
    ...report,
    cwd: report.cwd ?? workingDirectory(),
    agent: 'claude-code',
    environment,
    deadlineMs: Math.max(1, remainingMs()),
    isTooLate: () => remainingMs() < 0,
  });
  if (answer.kind === 'silent') {
    const passed = report.event === 'success' && !beginsWithErrorCode.test(answer.reason);
    const isRoutine = (passed && answer.reason !== tooLate.reason) || answer.decisionId !== undefined;
    return { kind: 'silent', reason: answer.reason, ...(isRoutine ? { isRoutine } : {}) };
  }
  // Late or not, it is printed: its receipt says that it was shown, so that this session would never be shown it again.
  const line = JSON.stringify({
    hookSpecificOutput: { hookEventName: hookEvent, additionalContext: answer.text },
  });
  // A long answer is dropped: a shortened one could lose the end of the fence around quoted text.
  return line.length > maximumCharacters
    ? { kind: 'silent', reason: 'answer too long' }
    : { kind: 'printed', line };
}
