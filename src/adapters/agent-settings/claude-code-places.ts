import { isAbsolute, join, resolve } from 'node:path';

interface ClaudeCodeLookup {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly userHome: string;
  readonly workingDirectory: string;
}

/** Settings files of Claude Code. */
export interface ClaudeCodePlaces {
  readonly hooks: string;
  readonly servers: string;
}

/** Files of the user, for every project; as Claude Code itself finds them. */
export function claudeCodeUserPlaces(dependencies: ClaudeCodeLookup): ClaudeCodePlaces {
  const { environment, userHome, workingDirectory } = dependencies;
  const { CLAUDE_CONFIG_DIR: chosen } = environment;
  if (!chosen)
    return { hooks: join(userHome, '.claude', 'settings.json'), servers: join(userHome, '.claude.json') };
  const folder = isAbsolute(chosen) ? chosen : resolve(workingDirectory, chosen);
  return { hooks: join(folder, 'settings.json'), servers: join(folder, '.claude.json') };
}

/** Files of one project: the hook for this user alone, the server for all who work on it. */
export function claudeCodeProjectPlaces(worktree: string): ClaudeCodePlaces {
  return { hooks: join(worktree, '.claude', 'settings.local.json'), servers: join(worktree, '.mcp.json') };
}
