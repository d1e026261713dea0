import { dirname, isAbsolute, join, resolve, sep } from 'node:path';

/** What an agent looks up to find its files on a machine. */
export interface AgentLookup {
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
  /** Read in place of the servers' file, where it is there. */
  readonly commented?: string;
  /** Folder that is there when the agent has run on this machine. */
  readonly folder: string;
  /** Folder that must be there: one that somebody named is not made, for it may be mistyped. */
  readonly root: string;
}

/** Files of one project, from its top. */
export interface ProjectPlaces {
  readonly servers: readonly string[];
  readonly hooks?: readonly string[];
}

/** Both files in one folder. */
export function inFolder(folder: string, file: string, root: string, hooks?: string): AgentPlaces {
  return { servers: join(folder, file), folder, root, ...(hooks ? { hooks: join(folder, hooks) } : {}) };
}

/** The user's home, unless a variable named a place outside of it. */
export function rootOf(folder: string, { userHome }: AgentLookup): string {
  return folder.startsWith(join(userHome, sep)) ? userHome : dirname(folder);
}

/** The folder that a variable names, from the working folder. */
export function chosenFolder(
  { environment, workingDirectory }: Pick<AgentLookup, 'environment' | 'workingDirectory'>,
  variable: string,
): string | undefined {
  const chosen = environment[variable];
  if (!chosen) return undefined;
  return isAbsolute(chosen) ? chosen : resolve(workingDirectory, chosen);
}

/** Where programs of a terminal keep their settings. */
export function configFolder({ environment, userHome }: AgentLookup): string {
  return environment.XDG_CONFIG_HOME || join(userHome, '.config');
}

/** Where programs with windows keep their settings. */
export function programFolder(lookup: AgentLookup): string {
  const { environment, userHome, platform } = lookup;
  if (platform === 'darwin') return join(userHome, 'Library', 'Application Support');
  if (platform === 'win32') return environment.APPDATA || join(userHome, 'AppData', 'Roaming');
  return configFolder(lookup);
}
