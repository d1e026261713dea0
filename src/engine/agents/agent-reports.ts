import type { AgentReport, ReportedEvent } from '../../agents/agent.ts';
import { agents } from '../../agents/agents.ts';
import type { SetupAgent } from '../../model/answers/setup-report.ts';
import { fieldsOf, type JsonFields, textOf } from '../../text/json/fields.ts';

export type ReportingAgent = SetupAgent;

/** The reporting agent, by the definition of its hook; Claude Code, whose definitions do not name it, by default. */
export function reportingAgent(said: unknown): ReportingAgent {
  return typeof said === 'string' && Object.hasOwn(agents, said) ? (said as SetupAgent) : 'claude-code';
}

/**
 * Returns the output of this agent's hook that hands these words to the model, and a line to the user where the agent can; empty
 * without either.
 * @param event as Claude Code names it
 */
export function answerTo(agent: ReportingAgent, event: string, text: string, forUser?: string): string {
  const { report, answer, tellsUser } = agents[agent].hooks ?? {};
  const beside = tellsUser && forUser !== undefined ? { systemMessage: forUser } : undefined;
  if (text === '') return beside === undefined ? '' : JSON.stringify(beside);
  const ours = event === 'PostToolUseFailure' ? 'PostToolUse' : event;
  const named = report?.events[ours as keyof typeof report.events] ?? event;
  return JSON.stringify({
    ...(answer?.(named, text) ?? { hookSpecificOutput: { hookEventName: named, additionalContext: text } }),
    ...beside,
  });
}

/** Longer answers do not reach the model. */
export function mostTokensOf(agent: ReportingAgent): number {
  return agents[agent].hooks?.mostTokens ?? Number.POSITIVE_INFINITY;
}

/**
 * Reads the report to an agent's hook, in the words of Claude Code. Only fields that are used are read, and each is
 * checked: other versions send more, fewer or other fields.
 */
export function readReport(agent: ReportingAgent, input: unknown): unknown {
  const report = agents[agent].hooks?.report;
  return report === undefined ? input : translated(report, fieldsOf(input));
}

function translated(report: AgentReport, told: JsonFields): JsonFields {
  const named = textOf(told.hook_event_name) ?? textOf(told.hookEventName);
  const tool = textOf(told.tool_name) ?? '';
  const event = reportedEvents.find(
    (ours) => named !== undefined && report.events[ours] === named && isAbout(ours, report, tool),
  );
  if (event === undefined) return {};
  const cwd = textOf(told.cwd) ?? firstOf(told.workspace_roots);
  const session = textOf(told.conversation_id) ?? textOf(told.session_id) ?? textOf(told.sessionId);
  return {
    hook_event_name: event,
    ...(cwd ? { cwd } : {}),
    ...(session ? { session_id: session } : {}),
    ...readEvent(event, report, told),
  };
}

const reportedEvents: readonly ReportedEvent[] = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
];

/** Whether it is an event without a tool, or one of a tool that we are told of. */
function isAbout(event: ReportedEvent, { shells, editors }: AgentReport, tool: string): boolean {
  const tools = { PreToolUse: editors, PostToolUse: shells, SessionStart: [''], UserPromptSubmit: [''] };
  return tools[event].includes(tool);
}

function readEvent(event: ReportedEvent, report: AgentReport, told: JsonFields): JsonFields {
  const input = fieldsOf(told.tool_input);
  switch (event) {
    case 'SessionStart': {
      const source = textOf(told.source) ?? 'startup';
      return { source: source === 'new' ? 'startup' : source };
    }
    case 'UserPromptSubmit': {
      const prompt = textOf(told.prompt) ?? '';
      return { prompt: report.prompt?.(prompt, told) ?? prompt };
    }
    case 'PreToolUse': {
      const path = report.paths.map((name) => textOf(input[name])).find(Boolean);
      return { tool_name: 'Edit', tool_input: { file_path: path } };
    }
    case 'PostToolUse':
      return readCommand(report, told, input);
  }
}

function readCommand(report: AgentReport, told: JsonFields, input: JsonFields): JsonFields {
  const ended = report.ended(told);
  if (ended === undefined) return {};
  const { output, exitCode } = ended;
  return {
    tool_name: 'Bash',
    tool_input: { command: textOf(input.command) },
    tool_use_id: textOf(told.tool_use_id),
    ...(exitCode ? { hook_event_name: 'PostToolUseFailure', error: `Exit code ${exitCode}\n${output}` } : {}),
    tool_response: exitCode === undefined ? output : { stdout: output },
  };
}

function firstOf(list: unknown): string | undefined {
  return Array.isArray(list) && typeof list[0] === 'string' ? list[0] : undefined;
}
