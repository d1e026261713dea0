import { warmArguments } from '../moments/warm-report.ts';
import { agentHooks } from './agent-hooks.ts';

/**
 * The hooks of Claude Code, in `settings.json`. The first event reports failed commands, the second also those whose failure is
 * hidden by a pipe. At the last three a session pauses or ends, and may be read; it may be the server that ends. When a session
 * starts, the server may not be there yet.
 */
export const claudeCodeHooks = agentHooks({
  PostToolUseFailure: { matcher: 'Bash', warm: warmArguments('PostToolUseFailure') },
  PostToolUse: { matcher: 'Bash', warm: warmArguments('PostToolUse') },
  SessionStart: { matcher: 'startup|clear|compact' },
  UserPromptSubmit: { warm: warmArguments('UserPromptSubmit') },
  PreToolUse: { matcher: 'Edit|MultiEdit|NotebookEdit|Write', warm: warmArguments('PreToolUse') },
  Stop: {},
  PreCompact: {},
  SessionEnd: {},
});
