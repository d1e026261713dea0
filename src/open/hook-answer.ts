import { answerTo, mostTokensOf, type ReportingAgent } from '../engine/agents/agent-reports.ts';

/** An event that no agent has: `doctor` reports it to hear whether a hook answers. */
export const probeEvent = 'AfterwitDoctor';

/** Result of one call of a hook. */
export type HookAnswer =
  | { readonly kind: 'printed'; readonly line: string; readonly isRoutine?: true }
  | HookSilence;

export interface HookSilence {
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
): Promise<HookAnswer> {
  const line = answerTo(agent, hookEvent, text);
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
