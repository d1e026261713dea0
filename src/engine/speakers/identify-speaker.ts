import type { Speaker } from '../../model/provenance.ts';
import type { ProcessFacts } from '../../ports/system.ts';
import { redact } from '../../redaction/redact.ts';

interface SpeakerFacts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** This process first. */
  readonly ancestry: readonly ProcessFacts[];
  /** Login name; may be empty. */
  readonly userName: string;
}

export interface IdentifiedSpeaker {
  readonly speaker: Speaker;
  /** Why the speaker is unknown, as a clause: `a program can start "tmux", too`. */
  readonly doubt?: string;
  /**
   * The terminal of a shell above the command, in which a person may once confirm to be one: only who started the terminal is
   * in doubt. Absent where the command was cut off from its shell.
   */
  readonly terminal?: string;
  /** Remembers for some hours that a person showed it in this terminal. */
  readonly remember?: () => void;
}

/**
 * Programs that log a person in and run as the administrator of the machine: no program of a user's account can start one.
 */
const loginPrograms = /^(?:sshd(?:-session)?|login|dropbear|tailscaled)$/;

/**
 * Programs that show a person a terminal and run as that person; `init` is what Windows starts in its Linux. tmux and screen
 * are left out, because an agent can start them as well.
 */
const terminalPrograms =
  /^(?:mosh-server|gnome-terminal-?.*|kgx|ptyxis.*|konsole|xterm|urxvtd?|kitty|alacritty|wezterm.*|foot|ghostty|terminator|tilix|terminal|iterm.*|warp|hyper|code(?:[ -].*)?|visual studio code|cursor|codium|zed.*|idea.*|init)$/;
const editorServer = /[/\\]\.(?:vscode|cursor|windsurf)-server[/\\]/;

/**
 * Identifies the speaker of a command: a person has a controlling terminal, a shell of that terminal above
 * it, above that the program that made the terminal, and no agent among the processes above. It stops an
 * agent that follows injected text, and may empty its environment; it does not stop a program that sets out
 * to deceive under the same account (`docs/security.md`).
 */
export function identifySpeaker({ environment, ancestry, userName }: SpeakerFacts): IdentifiedSpeaker {
  const marked = agentInEnvironment(environment);
  if (marked !== undefined) return { speaker: marked };
  const agent = ancestry.map(({ command }) => agentProgram(command)).find((name) => name !== undefined);
  if (agent !== undefined) return { speaker: { kind: 'agent', name: agent, source: 'cli' } };
  const doubt = doubtOf(ancestry);
  return doubt === undefined
    ? { speaker: { kind: 'user', name: userName, source: 'cli' } }
    : { speaker: { kind: 'unknown', name: userName, source: 'cli' }, ...doubt };
}

/** Whether the user trusts one of the programs above to speak for them (setting `speaker.automation`). */
export function isAutomated(ancestry: readonly ProcessFacts[], programs: readonly string[]): boolean {
  return ancestry.slice(1).some(({ command }) => command.slice(0, 2).some((word) => programs.includes(word)));
}

function doubtOf(ancestry: readonly ProcessFacts[]) {
  const [self] = ancestry;
  if (self === undefined) return { doubt: 'the system does not say who started this command' };
  if (!self.hasTerminal) return { doubt: 'no terminal controls this command' };
  const shellAt = shellOf(ancestry, 0);
  const shell = ancestry[shellAt];
  if (shell === undefined)
    return { doubt: 'the shell of its terminal is not among the processes that started it' };
  const terminal = shell.startedAt === '' ? {} : { terminal: `${shell.id}-${shell.startedAt}` };
  // A terminal may have been made by a program that runs in one itself, such as `sudo` and `script`.
  for (let at = shellAt; ; ) {
    const maker = ancestry[at + 1];
    if (letsIn(ancestry, at) || letsIn(ancestry, at + 1) || showsTerminal(maker)) return undefined;
    if (maker === undefined) return { doubt: 'what made its terminal cannot be seen from here', ...terminal };
    at = maker.hasTerminal ? shellOf(ancestry, at + 1) : -1;
    if (at < 0) return { doubt: `a program can start ${JSON.stringify(nameOf(maker))}, too`, ...terminal };
  }
}

/** Place of the first process of the terminal of the one at a place; -1 where it is not at or above it. */
function shellOf(ancestry: readonly ProcessFacts[], at: number): number {
  const sessionId = ancestry[at]?.sessionId;
  // Where the system tells no sessions, a terminal is known by the first process in it.
  if (sessionId === undefined) return ancestry.findLastIndex(({ hasTerminal }) => hasTerminal);
  return ancestry.findIndex(({ id }, place) => place >= at && id === sessionId);
}

/** `login` is itself the first process of its terminal on some systems. */
function letsIn(ancestry: readonly ProcessFacts[], at: number): boolean {
  const above = ancestry.slice(at).filter((process) => loginPrograms.test(nameOf(process)));
  return above[0] === ancestry[at] && above.some(({ isPrivileged }) => isPrivileged !== false);
}

/** A process whose parent ended hangs below the first process, which shows no terminal, whatever its name is. */
function showsTerminal(process: ProcessFacts | undefined): boolean {
  if (process === undefined || process.id === 1) return false;
  const { command } = process;
  return (
    terminalPrograms.test(nameOf(process)) || command.slice(0, 3).some((word) => editorServer.test(word))
  );
}

/** Servers add their session to their name: "sshd: ada@pts/0", "tmux: server". Names of macOS hold blanks. */
function nameOf({ command }: ProcessFacts): string {
  const [program = ''] = command;
  const application = /\/([^/]+)\.app\/Contents\//.exec(command.join(' '))?.[1];
  return application?.toLowerCase() ?? baseName(program.split(':')[0] ?? '');
}

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
 * The agent whose mark the environment bears. Its absence proves nothing, as any process can empty its
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
  return { kind: 'agent', name, source: 'cli', ...(plain ? { session: redact(session) } : {}) };
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

/**
 * Programs that agents run as, by the name of the executable. An editor is none: people use its terminal too, and a
 * program of its agent there bears a mark in the environment.
 */
const agentExecutables: ReadonlyMap<string, string> = new Map([
  ...['aider', 'amp', 'auggie', 'claude', 'codex', 'copilot', 'crush', 'cursor-agent', 'droid', 'gemini'].map(
    same,
  ),
  ...['goose', 'jules', 'kiro-cli', 'opencode', 'openhands', 'plandex', 'qwen'].map(same),
  ...['cline', 'codebuff', 'devin', 'gptme', 'iflow', 'junie', 'kilocode', 'kimi', 'mentat'].map(same),
  ...['qodercli', 'rovodev', 'trae-cli'].map(same),
]);

/** Packages whose scripts an interpreter runs: `node …/@openai/codex/bin/codex.js`. */
const agentPackages: readonly (readonly [RegExp, string])[] = [
  [/[/\\]@anthropic-ai[/\\](?:claude-code|claude-agent-sdk)[/\\]/, 'claude-code'],
  [/[/\\]@openai[/\\]codex[/\\]/, 'codex'],
  [/[/\\]@google[/\\]gemini-cli[/\\]/, 'gemini-cli'],
  [/[/\\]@github[/\\]copilot[/\\]/, 'copilot'],
  [/[/\\]@sourcegraph[/\\]amp[/\\]/, 'amp'],
  [/[/\\]@augmentcode[/\\]auggie[/\\]/, 'augment'],
  [/[/\\]@qwen-code[/\\]qwen-code[/\\]/, 'qwen-code'],
  [/[/\\]opencode-ai[/\\]/, 'opencode'],
];

const interpreters = /^(?:node|bun|deno|python[\d.]*|uv|ruby|sh|bash)$/;
const readWords = 4;

function same(name: string): readonly [string, string] {
  return [name, name === 'claude' ? 'claude-code' : name];
}

/** The agent that a process is, by its command; undefined when it is none that is known. */
function agentProgram(command: readonly string[]): string | undefined {
  const [program = '', ...words] = command;
  const name = baseName(program);
  const known = agentExecutables.get(name);
  if (known !== undefined) return known;
  if (!interpreters.test(name)) return undefined;
  const script = words.slice(0, readWords).filter((word) => !word.startsWith('-'));
  for (const word of script) {
    const found = agentPackages.find(([pattern]) => pattern.test(word));
    if (found !== undefined) return found[1];
  }
  return agentExecutables.get(baseName(script[0] ?? ''));
}

/** `claude` of `/usr/local/bin/claude`, `-zsh` and `C:\\…\\codex.exe`. */
function baseName(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? '')
    .replace(/^-/, '')
    .replace(/\.(?:exe|js|mjs|cjs|py)$/i, '')
    .toLowerCase();
}
