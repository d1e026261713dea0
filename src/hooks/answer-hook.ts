import type { HookRecallRequest, HookRecollection } from '../open/hook-recall.ts';
import { type HookInput, parseHookInput } from './parse-hook-input.ts';
import { readCommandResult } from './read-command-result.ts';

/** Asks the memory; throws only for faults of its own. */
export type HookRecall = (request: HookRecallRequest) => Promise<HookRecollection>;

/** What becomes of one call of the hook. */
export type HookAnswer = { readonly kind: 'printed'; readonly line: string } | HookSilence;

export interface HookSilence {
  readonly kind: 'silent';
  readonly reason: string;
  /** Nobody will look here for the reason: the command passed, or the memory keeps a receipt. */
  readonly isRoutine?: true;
  readonly fault?: unknown;
}

export interface HookDependencies {
  readonly recall: HookRecall;
  readonly environment: NodeJS.ProcessEnv;
  /** Where the command ran when the input does not say. */
  readonly workingDirectory: () => string;
  /** Time left until the agent no longer waits. */
  readonly remainingMs: () => number;
}

/** Claude Code would move more than this out of the agent's sight, or it would crowd out the agent's work. */
const maximumCharacters = 8_000;

const tooLate: HookSilence = { kind: 'silent', reason: 'too late' };

const beginsWithErrorCode = /^[A-Z_]+\b/;

/**
 * Reads what Claude Code says about a finished command, asks the memory when the command failed or may have, and words the
 * answer as Claude Code takes it.
 */
export async function answerHook(input: HookInput, dependencies: HookDependencies): Promise<HookAnswer> {
  const { recall, environment, workingDirectory, remainingMs } = dependencies;
  const result = readCommandResult(parseHookInput(input));
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
  if (remainingMs() < 0) return tooLate;

  const line = JSON.stringify({
    hookSpecificOutput: { hookEventName: hookEvent, additionalContext: answer.text },
  });
  // A shortened answer could lose the end of the fence around what it quotes.
  return line.length > maximumCharacters
    ? { kind: 'silent', reason: 'answer too long' }
    : { kind: 'printed', line };
}
