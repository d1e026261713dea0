import { answerTo, mostTokensOf, type ReportingAgent } from '../engine/agents/agent-reports.ts';
import { readCommandResult } from '../engine/moments/read-command-result.ts';
import type { HookRecallRequest, HookRecollection } from './hook-recall.ts';

/** An event that no agent has: `doctor` reports it to hear whether a hook answers. */
export const probeEvent = 'AfterwitDoctor';

/** Result of one call of a hook. */
export type HookAnswer =
  | { readonly kind: 'printed'; readonly line: string; readonly isRoutine?: true }
  | HookSilence;

interface HookSilence {
  readonly kind: 'silent';
  readonly reason: string;
  /** Set when the reason need not be logged: the command passed, or the memory keeps a receipt. */
  readonly isRoutine?: true;
  readonly fault?: unknown;
}

/** Claude Code hides longer answers from the agent, and they would crowd out its work. */
export const maximumCharacters = 8_000;

/**
 * A hook's answer that adds to the context of an agent, as a line of JSON. A too long one is dropped: a cut could lose the end
 * of the fence around quoted text.
 * @param hookEvent as Claude Code names it
 */
export async function printContext(
  hookEvent: string,
  text: string,
  agent: ReportingAgent,
  forUser?: string,
): Promise<HookAnswer> {
  const line = answerTo(agent, hookEvent, text, forUser);
  return line.length > maximumCharacters || (await isLonger(text, mostTokensOf(agent)))
    ? { kind: 'silent', reason: 'answer too long' }
    : { kind: 'printed', line };
}

/** An answer of a hook that stops the call that an agent is about to make, and tells it why. */
export function printDenial(hookEvent: string, reason: string): HookAnswer {
  const denial = {
    permissionDecision: 'deny',
    permissionDecisionReason: reason.slice(0, maximumCharacters / 4),
  };
  return {
    kind: 'printed',
    line: JSON.stringify({ hookSpecificOutput: { hookEventName: hookEvent, ...denial } }),
  };
}

/** A hook loads nothing of a recall before it has to recall: most have nothing to say. */
async function isLonger(text: string, most: number): Promise<boolean> {
  if (most === Number.POSITIVE_INFINITY) return false;
  const { estimateTokens } = await import('../text/estimate-tokens.ts');
  return estimateTokens(text) > most;
}

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
    const line = answerTo(agent, hookEvent, '', answer.forUser);
    if (line !== '') return { kind: 'printed', line };
    const passed = report.event !== 'failure' && !beginsWithErrorCode.test(answer.reason);
    const isRoutine = (passed && answer.reason !== tooLate.reason) || answer.decisionId !== undefined;
    return { kind: 'silent', reason: answer.reason, ...(isRoutine ? { isRoutine } : {}) };
  }
  // Late or not, it is printed: its receipt says that it was shown, so that this session would never be shown it again.
  return printContext(hookEvent, answer.text, agent);
}
