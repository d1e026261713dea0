import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import type { SetupAgent } from '../../model/answers/setup-report.ts';

interface AgentLookup {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly userHome: string;
  readonly workingDirectory: string;
  readonly platform: NodeJS.Platform;
}

/** Settings files of an agent. */
export interface AgentPlaces {
  /** Absent for an agent whose hooks are not ours to set. */
  readonly hooks?: string;
  readonly servers: string;
  /** Folder that is there when the agent has run on this machine. */
  readonly folder: string;
  /** Folder that must be there: one that somebody named is not made, for it may be mistyped. */
  readonly root: string;
}

/** Files of the user, for every project; as the agent itself finds them. */
export function userPlaces(agent: SetupAgent, lookup: AgentLookup): AgentPlaces {
  return placesOf[agent](lookup);
}

/** Files of one project; undefined for an agent that reads none. */
export function projectPlaces(agent: SetupAgent, worktree: string): Omit<AgentPlaces, 'folder'> | undefined {
  const servers = serversOfProject[agent];
  if (servers === undefined) return undefined;
  const hooks = hooksOfProject[agent];
  return {
    root: worktree,
    servers: join(worktree, ...servers),
    ...(hooks === undefined ? {} : { hooks: join(worktree, ...hooks) }),
  };
}

const hooksOfProject: Readonly<Partial<Record<SetupAgent, readonly string[]>>> = {
  // For this user alone; the server is for all who work on the project.
  'claude-code': ['.claude', 'settings.local.json'],
  codex: ['.codex', 'hooks.json'],
  cursor: ['.cursor', 'hooks.json'],
  'gemini-cli': ['.gemini', 'settings.json'],
  opencode: ['.opencode', 'plugin', 'afterwit.js'],
};

const serversOfProject: Readonly<Record<SetupAgent, readonly string[] | undefined>> = {
  'claude-code': ['.mcp.json'],
  codex: ['.codex', 'config.toml'],
  cursor: ['.cursor', 'mcp.json'],
  'gemini-cli': ['.gemini', 'settings.json'],
  vscode: ['.vscode', 'mcp.json'],
  'copilot-cli': undefined,
  opencode: ['opencode.json'],
  windsurf: undefined,
};

const placesOf: Readonly<Record<SetupAgent, (lookup: AgentLookup) => AgentPlaces>> = {
  'claude-code': (lookup) => {
    const chosen = chosenFolder(lookup, 'CLAUDE_CONFIG_DIR');
    const folder = chosen ?? join(lookup.userHome, '.claude');
    return {
      hooks: join(folder, 'settings.json'),
      servers: join(chosen ?? lookup.userHome, '.claude.json'),
      folder,
      root: chosen === undefined ? lookup.userHome : dirname(chosen),
    };
  },
  codex: (lookup) => {
    const chosen = chosenFolder(lookup, 'CODEX_HOME');
    const folder = chosen ?? join(lookup.userHome, '.codex');
    const root = chosen === undefined ? lookup.userHome : dirname(chosen);
    return { hooks: join(folder, 'hooks.json'), servers: join(folder, 'config.toml'), folder, root };
  },
  cursor: ({ userHome }) => inFolder(join(userHome, '.cursor'), 'mcp.json', userHome, 'hooks.json'),
  'gemini-cli': ({ userHome }) =>
    inFolder(join(userHome, '.gemini'), 'settings.json', userHome, 'settings.json'),
  vscode: (lookup) => {
    const folder = join(programFolder(lookup), 'Code', 'User');
    return { ...inFolder(folder, 'mcp.json', rootOf(folder, lookup)), hooks: copilotHooks(lookup) };
  },
  'copilot-cli': (lookup) => {
    const folder = copilotFolder(lookup);
    const places = inFolder(folder, 'mcp-config.json', rootOf(folder, lookup));
    return { ...places, hooks: copilotHooks(lookup) };
  },
  opencode: (lookup) => {
    const folder = join(configFolder(lookup), 'opencode');
    const hasCommented = existsSync(join(folder, 'opencode.jsonc'));
    const file = hasCommented ? 'opencode.jsonc' : 'opencode.json';
    return inFolder(folder, file, rootOf(folder, lookup), join('plugin', 'afterwit.js'));
  },
  windsurf: ({ userHome }) => inFolder(join(userHome, '.codeium', 'windsurf'), 'mcp_config.json', userHome),
};

function inFolder(folder: string, file: string, root: string, hooks?: string): AgentPlaces {
  return { servers: join(folder, file), folder, root, ...(hooks ? { hooks: join(folder, hooks) } : {}) };
}

function copilotFolder(lookup: AgentLookup): string {
  return chosenFolder(lookup, 'COPILOT_HOME') ?? join(lookup.userHome, '.copilot');
}

/** A file of ours alone, in the folder of which Copilot CLI and VS Code run every file. */
function copilotHooks(lookup: AgentLookup): string {
  return join(copilotFolder(lookup), 'hooks', 'afterwit.json');
}

/** The user's home, unless a variable named a place outside of it. */
function rootOf(folder: string, { userHome }: AgentLookup): string {
  return folder.startsWith(join(userHome, sep)) ? userHome : dirname(folder);
}

function chosenFolder({ environment, workingDirectory }: AgentLookup, variable: string): string | undefined {
  const chosen = environment[variable];
  if (!chosen) return undefined;
  return isAbsolute(chosen) ? chosen : resolve(workingDirectory, chosen);
}

function configFolder({ environment, userHome }: AgentLookup): string {
  return environment.XDG_CONFIG_HOME || join(userHome, '.config');
}

/** Where programs with windows keep their settings. */
function programFolder(lookup: AgentLookup): string {
  const { environment, userHome, platform } = lookup;
  if (platform === 'darwin') return join(userHome, 'Library', 'Application Support');
  if (platform === 'win32') return environment.APPDATA || join(userHome, 'AppData', 'Roaming');
  return configFolder(lookup);
}
