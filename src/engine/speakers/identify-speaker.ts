import type { Speaker } from '../../model/provenance.ts';
import type { ProcessFacts } from '../../ports/system.ts';
import { agentInEnvironment } from './agent-in-environment.ts';
import { agentProgram, baseName } from './agent-programs.ts';

/** What is known of whoever runs a command. */
export interface SpeakerFacts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** This process first. */
  readonly ancestry: readonly ProcessFacts[];
  /** Login name; may be empty. */
  readonly userName: string;
}

export interface IdentifiedSpeaker {
  readonly speaker: Speaker;
  /** Why it is not known who speaks, as a clause: `a program can start "tmux", too`. */
  readonly doubt?: string;
  /**
   * The terminal in which a person may show once that it is one: that of a shell above the command, whose only doubt is who started the
   * terminal. Absent where the command was cut off from its shell.
   */
  readonly terminal?: string;
  /** Remembers for some hours that a person showed it in this terminal. */
  readonly remember?: () => void;
}

interface Doubt {
  readonly doubt: string;
  readonly terminal?: string;
}

/**
 * Programs that start a person's shell and stand below the first process of the system themselves. What else stands there may
 * have been left behind by a parent that is gone, and who that was nobody knows: an agent can start a tmux of its own as well as
 * a person can.
 */
const sessionHosts =
  /^(?:sshd(?:-session)?|login|su|sudo|systemd|launchd|init|mosh-server|gnome-terminal-?.*|kgx|ptyxis.*|konsole|xterm|urxvtd?|kitty|alacritty|wezterm.*|foot|ghostty|terminator|tilix|terminal|iterm2?|warp|hyper|code.*|cursor|codium|zed.*|idea.*)$/;
const editorServer = /[/\\]\.(?:vscode|cursor|windsurf)-server[/\\]/;

/**
 * Who runs a command: a person has a terminal that controls it, a shell of that terminal above it, and no agent among the
 * processes above. It stops an agent that follows injected text, and may empty its environment; it does not stop a program that
 * sets out to deceive under the same account (`docs/security.md`).
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

/** Whether one of the programs above is one that the user trusts to speak for them (setting `speaker.automation`). */
export function isAutomated(ancestry: readonly ProcessFacts[], programs: readonly string[]): boolean {
  return ancestry.slice(1).some(({ command }) => command.slice(0, 2).some((word) => programs.includes(word)));
}

function doubtOf(ancestry: readonly ProcessFacts[]): Doubt | undefined {
  const [self] = ancestry;
  if (self === undefined) return { doubt: 'the system does not say who started this command' };
  if (!self.hasTerminal) return { doubt: 'no terminal controls this command' };
  const { sessionId } = self;
  // Where the system tells no sessions, a terminal is known by the first process in it.
  const shell = ancestry.findLast(({ id, hasTerminal }) => (sessionId > 0 ? id === sessionId : hasTerminal));
  if (shell === undefined)
    return { doubt: 'the shell of its terminal is not among the processes that started it' };
  const top = ancestry.find(({ parentId }) => parentId === 1);
  if (top === undefined || isSessionHost(top)) return undefined;
  const program = baseName(top.command[0]?.split(':')[0] ?? '');
  return {
    doubt: `a program can start ${JSON.stringify(program)}, too`,
    ...(shell.startedAt === '' ? {} : { terminal: `${shell.id}-${shell.startedAt}` }),
  };
}

function isSessionHost({ command }: ProcessFacts): boolean {
  const [program = ''] = command;
  // Servers write what they serve behind their name: "sshd: ada@pts/0", "tmux: server".
  const name = baseName(program.split(':')[0] ?? '');
  return sessionHosts.test(name) || command.slice(0, 3).some((word) => editorServer.test(word));
}
