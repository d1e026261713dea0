import { dirname, join } from 'node:path';
import { type Agent, chosenFolder } from '../agent.ts';

/**
 * Codex. Its one event after a command reports those that failed, too. At the last two a session pauses or ends, and may be read.
 * Before a session is compacted it takes no words, but it starts anew afterwards. A person reviews each definition, and again when it
 * changed: so they are few, and stay as they are. Its settings are TOML (`adapters/agent-settings/codex-server.ts`).
 */
export const codex: Agent = {
  places: (lookup) => {
    const chosen = chosenFolder(lookup, 'CODEX_HOME');
    const folder = chosen ?? join(lookup.userHome, '.codex');
    const root = chosen === undefined ? lookup.userHome : dirname(chosen);
    return { hooks: join(folder, 'hooks.json'), servers: join(folder, 'config.toml'), folder, root };
  },
  projectPlaces: { servers: ['.codex', 'config.toml'], hooks: ['.codex', 'hooks.json'] },
  server: { member: 'mcp_servers', entry: (command, args) => ({ command, args }) },
  hooks: {
    layout: 'groups',
    events: {
      SessionStart: { matcher: 'startup|clear|compact', isWarm: true },
      UserPromptSubmit: { isWarm: true },
      PreToolUse: { matcher: 'apply_patch|Bash', isWarm: true },
      PostToolUse: { matcher: 'Bash', isWarm: true },
      Stop: { isWarm: true },
      // As long as it lets a hook run then.
      SessionEnd: { isColdOnly: true, timeout: 3 },
    },
    handler: ({ line }) => ({ type: 'command', command: line, timeout: 5 }),
    // Above 2,500 it writes an answer to a file.
    mostTokens: 2_000,
    note: 'Codex runs a new hook once you have reviewed it: type /hooks in its next session.',
  },
};
