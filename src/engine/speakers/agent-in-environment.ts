import type { Speaker } from '../../model/provenance.ts';

interface AgentMark {
  /** Variable that the agent sets for the commands it runs. */
  readonly variable: string;
  /** The value that marks the agent; without it, any value does. */
  readonly value?: string;
  readonly agent: string;
  /** Variable that holds the id of the agent's session. */
  readonly session?: string;
}

/**
 * Variables that agents set for the commands they run; the first one found counts. Variables that people set to
 * configure an agent (`CODEX_HOME`, `COPILOT_GITHUB_TOKEN`) are not marks, and neither is `CURSOR_TRACE_ID`, which
 * every terminal inside the editor has. Collected in agentsmd/agents.md issue 136, aws/aws-sam-cli pull request 9127,
 * web-infra-dev/rstest pull request 994 and microsoft/vscode issue 311734; the sessions in anthropics/claude-code issue
 * 63758 and openai/codex.
 */
export const agentMarks: readonly AgentMark[] = [
  // Amp comes first because it also sets Claude Code's mark.
  { variable: 'AGENT', value: 'amp', agent: 'amp', session: 'AMP_CURRENT_THREAD_ID' },
  { variable: 'CLAUDECODE', agent: 'claude-code', session: 'CLAUDE_CODE_SESSION_ID' },
  { variable: 'CODEX_THREAD_ID', agent: 'codex', session: 'CODEX_THREAD_ID' },
  { variable: 'CODEX_SANDBOX', agent: 'codex' },
  { variable: 'CODEX_SANDBOX_NETWORK_DISABLED', agent: 'codex' },
  { variable: 'CODEX_CI', agent: 'codex' },
  { variable: 'CURSOR_AGENT', agent: 'cursor' },
  { variable: 'GEMINI_CLI', agent: 'gemini-cli' },
  { variable: 'OPENCODE', agent: 'opencode' },
  { variable: 'OPENCODE_CLIENT', agent: 'opencode' },
  { variable: 'COPILOT_AGENT_SESSION_ID', agent: 'copilot', session: 'COPILOT_AGENT_SESSION_ID' },
  { variable: 'COPILOT_CLI', agent: 'copilot' },
  { variable: 'AUGMENT_AGENT', agent: 'augment' },
  { variable: 'CLINE_ACTIVE', agent: 'cline' },
  { variable: 'GOOSE_TERMINAL', agent: 'goose' },
  { variable: 'ANTIGRAVITY_AGENT', agent: 'antigravity' },
];

/** Variables whose value names the agent, for agents without a mark of their own. */
export const namingVariables = ['AI_AGENT', 'AGENT'] as const;

type Environment = Readonly<Record<string, string | undefined>>;

const longestName = 40;
const longestSession = 80;

/**
 * The agent whose mark the environment bears. No proof of the contrary, as whoever can run commands can empty the
 * environment.
 */
export function agentInEnvironment(environment: Environment): Speaker | undefined {
  const mark = agentMarks.find(({ variable, value }) => bears(environment[variable], value));
  if (mark !== undefined) return agentSpeaker(mark.agent, environment[mark.session ?? '']);
  const named = namingVariables.map((variable) => environment[variable]).find((value) => bears(value));
  return named === undefined ? undefined : agentSpeaker(nameIn(named));
}

function agentSpeaker(name: string, session?: string): Speaker {
  const plain = session !== undefined && session.length <= longestSession && /^[\w.-]+$/.test(session);
  return { kind: 'agent', name, source: 'cli', ...(plain ? { session } : {}) };
}

function bears(found: string | undefined, wanted?: string): boolean {
  if (found === undefined || /^\s*(?:0|false|no)?\s*$/i.test(found)) return false;
  return wanted === undefined || found.toLowerCase() === wanted;
}

/** `claude-code` in `claude-code/2.1.119/agent`; `agent` when the value is not a name (`1`, `true`). */
function nameIn(value: string): string {
  const [first = ''] = value
    .trim()
    .toLowerCase()
    .split(/[\s/@:]/, 1);
  const name = first
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestName)
    .replace(/^-+|-+$/g, '');
  return /[a-z]/.test(name) && !['true', 'yes', 'on'].includes(name) ? name : 'agent';
}
