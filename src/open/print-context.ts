import type { ReportingAgent } from '../engine/moments/reporting-agent.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import type { HookAnswer } from './hook-answer.ts';

/** Claude Code hides longer answers from the agent, and they would crowd out its work. */
export const maximumCharacters = 8_000;
/** Above 2,500 Codex writes an answer to a file. */
const mostTokens: Readonly<Record<ReportingAgent, number>> = {
  'claude-code': Number.POSITIVE_INFINITY,
  codex: 2_000,
};

/**
 * An answer of a hook that adds to the context of an agent: a line of JSON, whether a process prints it or a server sends it. A long one is
 * dropped: a shortened one could lose the end of the fence around quoted text.
 */
export function printContext(hookEvent: string, text: string, agent: ReportingAgent): HookAnswer {
  const line = JSON.stringify({ hookSpecificOutput: { hookEventName: hookEvent, additionalContext: text } });
  return line.length > maximumCharacters || estimateTokens(text) > mostTokens[agent]
    ? { kind: 'silent', reason: 'answer too long' }
    : { kind: 'printed', line };
}
