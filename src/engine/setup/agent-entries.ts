import type { SetupAgent } from '../../model/answers/setup-report.ts';
import type { JsonObject } from '../../ports/settings-part.ts';
import type { ReportingAgent } from '../moments/reporting-agent.ts';

/** What an agent is to start, by absolute paths. */
interface Startable {
  readonly node: string;
  /** The bundle of the hook. */
  readonly hook: string;
  /** The bundle of the command line. */
  readonly command: string;
  /** Home of the memory; the platform's when absent. */
  readonly home?: string;
  /** Tools that the server offers; `default` when absent. */
  readonly profile?: ServerProfile;
}

/** `default`: the tools that most work needs. `full`: also those of the code graph, of review and of receipts. */
export const serverProfiles = ['default', 'full'] as const;
export type ServerProfile = (typeof serverProfiles)[number];

/** Time after which an agent stops a hook; ours ends by itself long before. */
const hookTimeoutSeconds = 5;

/** Name of our server in the settings of agents, and of its tool that hooks call. */
export const serverName = 'afterwit';
export const hookToolName = 'hook';

/** Whether a hook calls a tool of the running server where it can, or starts a process always. */
export type HookKind = 'warm' | 'cold';

/** Agents whose hooks are ours to set. */
export type HookedAgent = Extract<SetupAgent, ReportingAgent>;

/**
 * How an agent reaches us from its hooks. `cold` starts a process: of Claude Code without a shell, so that no path needs quoting on any
 * platform (2.1.139 and later); of Codex by a line for its shell. `warm` calls a tool of the running server (Claude Code 2.1.118 and
 * later).
 * @returns both, the arguments of the warm one left to each event; where all are to be cold, that one alone
 */
export function hookEntry(
  agent: HookedAgent,
  { node, hook, home }: Startable,
  kind: HookKind = 'warm',
): JsonObject {
  const timeout = hookTimeoutSeconds;
  const cold =
    agent === 'codex'
      ? {
          type: 'command',
          command: shellLine([node, hook, '--agent', 'codex', ...homeWords(home)]),
          timeout,
        }
      : { type: 'command', command: node, args: [hook, ...homeWords(home)], timeout };
  if (kind === 'cold') return cold;
  return { cold, warm: { type: 'mcp_tool', server: serverName, tool: hookToolName, timeout } };
}

const plainWord = /^[\w@%+=:,./-]+$/;
const windowsPath = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** Words as a line for the shell of the platform whose paths they are. */
function shellLine(words: readonly string[]): string {
  const isWindows = words.some((word) => windowsPath.test(word));
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
  switch (agent) {
    case 'claude-code':
    case 'cursor':
    case 'vscode':
      return { type: 'stdio', command: node, args };
    case 'codex':
    case 'gemini-cli':
    case 'windsurf':
      return { command: node, args };
    case 'copilot-cli':
      return { type: 'local', command: node, args, tools: ['*'] };
    case 'opencode':
      return { type: 'local', command: [node, ...args], enabled: true };
  }
}

function homeWords(home: string | undefined): readonly string[] {
  return home === undefined ? [] : ['--home', home];
}
