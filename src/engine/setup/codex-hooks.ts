import { codexArguments } from '../moments/warm-report.ts';
import { agentHooks } from './agent-hooks.ts';

/** As long as Codex lets a hook run when a session ends. */
const endSeconds = 3;

/**
 * The hooks of Codex, in `hooks.json`. Its one event after a command reports those that failed, too. At the last two a session
 * pauses or ends, and may be read. Before a session is compacted it takes no words, but it starts anew afterwards. A person
 * reviews each definition, and again when it changed: so they are few, and stay as they are.
 */
export const codexHooks = agentHooks({
  SessionStart: { matcher: 'startup|clear|compact' },
  UserPromptSubmit: { warm: codexArguments('UserPromptSubmit') },
  PreToolUse: { matcher: 'apply_patch', warm: codexArguments('PreToolUse') },
  PostToolUse: { matcher: 'Bash', warm: codexArguments('PostToolUse') },
  Stop: {},
  SessionEnd: { timeout: endSeconds },
});
