import { agents } from '../../agents/agents.ts';
import type { SetupAgent } from '../../model/answers/setup-report.ts';

/** An agent whose hooks report to us. */
export type ReportingAgent = SetupAgent;

/** Who reports, as the definition of its hook says; Claude Code, whose definitions say nothing of it. */
export function reportingAgent(said: unknown): ReportingAgent {
  return typeof said === 'string' && Object.hasOwn(agents, said) ? (said as SetupAgent) : 'claude-code';
}

/** What a hook of this agent prints for these words to reach its model. @param event as Claude Code names it */
export function answerTo(agent: ReportingAgent, event: string, text: string): string {
  const { report, answer } = agents[agent].hooks ?? {};
  const ours = event === 'PostToolUseFailure' ? 'PostToolUse' : event;
  const named = report?.events[ours as keyof typeof report.events] ?? event;
  return JSON.stringify(
    answer?.(named, text) ?? { hookSpecificOutput: { hookEventName: named, additionalContext: text } },
  );
}

/** Longer answers do not reach the model. */
export function mostTokensOf(agent: ReportingAgent): number {
  return agents[agent].hooks?.mostTokens ?? Number.POSITIVE_INFINITY;
}
