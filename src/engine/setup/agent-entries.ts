import { agents } from '../../agents/agents.ts';
import type { SetupAgent } from '../../model/answers/setup-report.ts';
import { hookToolName, type ServerProfile, serverName } from '../../model/server.ts';
import type { JsonObject } from '../../ports/settings-files.ts';

/** Files that an agent is to start, by absolute paths. */
interface Startable {
  readonly node: string;
  readonly hook: string;
  /** The bundle of the command line. */
  readonly command: string;
  /** Home of the memory; the platform's when absent. */
  readonly home?: string;
  /** Tools that the server offers; `default` when absent. */
  readonly profile?: ServerProfile;
}

/** Whether a hook calls a tool of the running server where it can, or starts a process always. */
export type HookKind = 'warm' | 'cold';

/** Time after which an agent stops a hook that calls the server; ours ends by itself long before. */
const warmSeconds = 5;

/**
 * The entry of our hooks in an agent's settings. `cold` starts a process; `warm` calls a tool of the running server (Claude
 * Code 2.1.118 and later, Codex).
 * @returns both, the warm one without the arguments of each event; the cold one alone where it is wanted or the only one
 */
export function hookEntry(
  agent: SetupAgent,
  { node, hook, home }: Startable,
  kind: HookKind = 'warm',
): JsonObject {
  const { hooks } = agents[agent];
  if (hooks === undefined) return {};
  const who = hooks.of ?? agent;
  const said = who === 'claude-code' ? [] : ['--agent', who];
  const words = [node, hook, ...said, ...homeWords(home)] as const;
  const isWindows = words.some((word) => windowsPath.test(word));
  const cold = hooks.handler({ words, line: shellLine(words, isWindows), isWindows });
  const isEverWarm = Object.values(hooks.events).some(({ isWarm }) => isWarm);
  return kind === 'cold' || !isEverWarm
    ? cold
    : { cold, warm: { type: 'mcp_tool', server: serverName, tool: hookToolName, timeout: warmSeconds } };
}

const plainWord = /^[\w@%+=:,./-]+$/;
const windowsPath = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** Words as a line for the shell of the platform whose paths they are. */
function shellLine(words: readonly string[], isWindows: boolean): string {
  return words
    .map((word) => {
      if (plainWord.test(word)) return word;
      return isWindows ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
    })
    .join(' ');
}

/** Our MCP server in the words of each agent. */
export function serverEntry(
  agent: SetupAgent,
  { node, command, home, profile = 'default' }: Startable,
): JsonObject {
  const args = [command, 'mcp', ...homeWords(home), ...(profile === 'default' ? [] : ['--profile', profile])];
  return agents[agent].server.entry(node, args);
}

function homeWords(home: string | undefined): readonly string[] {
  return home === undefined ? [] : ['--home', home];
}
