import { dirname, join } from 'node:path';
import { type Agent, chosenFolder } from '../agent.ts';

/**
 * Claude Code 2.1. The first event reports failed commands, the second also those whose failure a pipe hides,
 * and files that were read. At the last three a session pauses or ends, and may be read. It calls no server
 * at the start of a session, so the server tells at the first prompt; when a session ends, the server is
 * gone.
 */
export const claudeCode: Agent = {
  places: (lookup) => {
    const chosen = chosenFolder(lookup, 'CLAUDE_CONFIG_DIR');
    const folder = chosen ?? join(lookup.userHome, '.claude');
    return {
      hooks: join(folder, 'settings.json'),
      servers: join(chosen ?? lookup.userHome, '.claude.json'),
      folder,
      root: chosen === undefined ? lookup.userHome : dirname(chosen),
    };
  },
  // Hooks for this user alone; the server is for all who work on the project.
  projectPlaces: { servers: ['.mcp.json'], hooks: ['.claude', 'settings.local.json'] },
  server: { member: 'mcpServers', entry: (command, args) => ({ type: 'stdio', command, args }) },
  hooks: {
    layout: 'groups',
    tellsUser: true,
    events: {
      PostToolUseFailure: { matcher: 'Bash', isWarm: true },
      PostToolUse: { matcher: 'Bash|Read', isWarm: true },
      SessionStart: { matcher: 'startup|clear|compact', warmMatcher: 'clear|compact' },
      UserPromptSubmit: { isWarm: true },
      PreToolUse: { matcher: 'Bash|Edit|MultiEdit|NotebookEdit|Write', isWarm: true },
      Stop: { isWarm: true },
      PreCompact: {},
      SessionEnd: { isColdOnly: true },
    },
    // Without a shell, so that no path needs quoting on any platform (2.1.139 and later).
    handler: ({ words: [command, ...args] }) => ({ type: 'command', command, args, timeout: 5 }),
    note: 'The hook needs Claude Code 2.1.139 or later.',
  },
};
