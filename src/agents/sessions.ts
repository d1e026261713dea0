import type { SessionAgent } from '../model/session.ts';
import type { AgentSessions } from './agent.ts';
import { claudeCodeSessions } from './claude-code/sessions.ts';
import { codexSessions } from './codex/sessions.ts';
import { geminiCliSessions } from './gemini-cli/sessions.ts';
import { openCodeSessions } from './opencode/sessions.ts';

/** The agents whose sessions can be read. A file in another place belongs to the first agent whose format fits. */
export const sessions: Readonly<Record<SessionAgent, AgentSessions>> = {
  codex: codexSessions,
  'gemini-cli': geminiCliSessions,
  opencode: openCodeSessions,
  'claude-code': claudeCodeSessions,
};
