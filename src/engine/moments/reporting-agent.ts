/** Agents whose hooks report to us. */
export const reportingAgents = ['claude-code', 'codex'] as const;
export type ReportingAgent = (typeof reportingAgents)[number];

/** Who reports, as the definition of its hook says; the first one, whose definitions say nothing of it. */
export function reportingAgent(said: unknown): ReportingAgent {
  return reportingAgents.find((agent) => agent === said) ?? 'claude-code';
}
