import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import type { JsonObject } from '../ports/settings-files.ts';
import type { SessionForm } from '../ports/transcript-source.ts';
import type { JsonFields } from '../text/json/fields.ts';

/**
 * The differences from one agent to the next: a folder each, whose `agent.ts` holds this. An agent whose sessions can
 * be read has a `sessions.ts` beside it.
 */
export interface Agent {
  /** Files of the user, for every project; as the agent itself finds them. */
  readonly places: (lookup: AgentLookup) => AgentPlaces;
  /** Absent for an agent that reads none. */
  readonly projectPlaces?: ProjectPlaces;
  readonly server: ServerForm;
  /** Absent for an agent that hands its model none of a hook's output. */
  readonly hooks?: AgentHooks;
}

/** How settings name a server that the agent starts. */
interface ServerForm {
  /** Member of the settings in which the agent looks for servers. */
  readonly member: string;
  /** The agent reads comments and trailing commas in its settings. */
  readonly hasComments?: true;
  readonly entry: (node: string, args: readonly string[]) => JsonObject;
}

export interface AgentHooks {
  /**
   * `groups`: lists of handlers in groups by event, as Claude Code writes them. `list`: handlers by event, in a file with a
   * version. `plugin`: a program that the agent loads.
   */
  readonly layout: 'groups' | 'list' | 'plugin';
  /** By the agent's name, in the order of the file. */
  readonly events: Readonly<Record<string, HookedEvent>>;
  readonly handler: (start: HookStart) => JsonObject;
  /** How the agent reports, where not in the words of Claude Code. */
  readonly report?: AgentReport;
  /** Returns the answer whose words reach the model. @param event by the agent's name. Default: as Claude Code does */
  readonly answer?: (event: string, text: string) => JsonObject;
  /** A `systemMessage` beside the answer, or alone, is shown to the user and not to the model. */
  readonly tellsUser?: true;
  /** Longer answers do not reach the model. */
  readonly mostTokens?: number;
  /** Whose hooks these are, where another agent runs the same file. */
  readonly of?: 'copilot-cli';
  /** A sentence that a person should know. */
  readonly note: string;
}

export interface HookedEvent {
  readonly matcher?: string;
  /** Matcher for which a program is started, where the server's tool answers the other cases of the event. */
  readonly warmMatcher?: string;
  /** The server runs then, and its tool may be called instead of a program. */
  readonly isWarm?: true;
  /** Only where processes are started for all events: a server that ends does the same by itself. */
  readonly isColdOnly?: true;
  /** Where the agent gives a program less time at this event than our handler asks for, in its unit. */
  readonly timeout?: number;
}

interface HookStart {
  readonly words: readonly [program: string, ...words: string[]];
  /** The same for the shell of the platform. */
  readonly line: string;
  readonly isWindows: boolean;
}

/** Events in the words of Claude Code, as every reader here takes them. */
export type ReportedEvent = 'SessionStart' | 'UserPromptSubmit' | 'PreToolUse' | 'PostToolUse';

/** From the words of an agent to those of Claude Code. */
export interface AgentReport {
  /** The agent's name of each event that is read; of an edit, one before or after it. */
  readonly events: Readonly<Partial<Record<ReportedEvent, string>>>;
  /** Tools that run a command. */
  readonly shells: readonly string[];
  /** Tools that change a file. */
  readonly editors: readonly string[];
  /** Arguments of those that may name the file. */
  readonly paths: readonly string[];
  /** The output of a command, and its exit code where the agent tells; undefined where it did not end. */
  readonly ended: (told: JsonFields) => EndedShell | undefined;
  /** The prompt as the person wrote it; empty where no words are taken. */
  readonly prompt?: (prompt: string, told: JsonFields) => string;
}

export interface EndedShell {
  readonly output: string;
  readonly exitCode?: number | undefined;
}

/** How an agent writes its sessions down, and where. */
export interface AgentSessions extends SessionForm {
  /** Folder of its files, or its database. */
  readonly place: (lookup: Pick<AgentLookup, 'environment' | 'userHome' | 'workingDirectory'>) => string;
}

/** The facts of a machine by which an agent finds its files. */
export interface AgentLookup {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly userHome: string;
  readonly workingDirectory: string;
  readonly platform: NodeJS.Platform;
}

export interface AgentPlaces {
  /** Absent for an agent whose hooks are not ours to set. */
  readonly hooks?: string;
  readonly servers: string;
  /** Read in place of the servers' file, where it is there. */
  readonly commented?: string;
  /** Folder that is there when the agent has run on this machine. */
  readonly folder: string;
  /** Folder that must exist: a named one is not made, for it may be mistyped. */
  readonly root: string;
}

/** Files of one project, from its top. */
interface ProjectPlaces {
  readonly servers: readonly string[];
  readonly hooks?: readonly string[];
}

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
