import { dirname, join } from 'node:path';
import { type Agent, chosenFolder } from '../agent.ts';

/**
 * Codex. Its one event after a command also reports failed commands. At the last two a session pauses or ends, and may be
 * read. It takes no words before a session is compacted, but starts the session anew afterwards. A person reviews each
 * definition whenever it changes, so they are few and stable. Settings are TOML (`adapters/agent-settings/codex-server.ts`).
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
    tellsUser: true,
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
