import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../tests/fakes/any-character.ts';
import type { ProcessFacts } from '../../ports/system.ts';
import { agentInEnvironment, agentMarks, identifySpeaker, isAutomated } from './identify-speaker.ts';

/** Processes from the command up to the first one, each by its command line; all but the last two share a terminal. */
function ancestry(lines: readonly string[], changes: Partial<ProcessFacts> = {}): readonly ProcessFacts[] {
  const ids = lines.map((_, at) => (at === lines.length - 1 ? 1 : 900 - at));
  const shell = lines.findLastIndex((line) => /^-?(?:ba|z)?sh(?: |$)/.test(line));
  return lines.map((line, at) => ({
    id: ids[at] ?? 0,
    parentId: ids[at + 1] ?? 0,
    sessionId: at <= shell ? (ids[shell] ?? 0) : (ids[at] ?? 0),
    startedAt: String(1_000 - at),
    hasTerminal: at <= shell,
    command: line.split(' '),
    ...(at === 0 ? changes : {}),
  }));
}

const withoutSession = ({ sessionId: _, ...facts }: ProcessFacts): ProcessFacts => facts;

const own = ['node /usr/bin/afterwit review approve 1', 'bash'];
const kindOf = (lines: readonly string[], changes: Partial<ProcessFacts> = {}, environment = {}) =>
  identifySpeaker({ environment, ancestry: ancestry(lines, changes), userName: 'ada' }).speaker.kind;

describe('identifySpeaker', () => {
  it.each([
    ['a terminal program', [...own, 'gnome-terminal-server', 'systemd --user', '/sbin/init']],
    ['ssh', [...own, 'sshd: ada@pts/0', 'sshd: /usr/sbin/sshd', '/sbin/init']],
    [
      'npm',
      ['node dist/bin.js', 'sh -c node dist/bin.js', 'npm start', 'bash', 'sshd: ada@pts/0', '/sbin/init'],
    ],
    ['a remote editor', [...own, '/home/ada/.vscode-server/bin/x/node server-main.js', '/sbin/init']],
    [
      'an editor',
      [...own, '/usr/share/code/code --type=utility', '/usr/share/code/code', 'systemd --user', '/sbin/init'],
    ],
    ['Linux under Windows', [...own, '/init', '/init', '/init']],
    [
      'an application of macOS',
      [...own, '/Applications/Visual Studio Code.app/Contents/MacOS/Electron', '/sbin/launchd'],
    ],
  ])('takes a shell within %s for a person', (_, lines) => {
    expect(identifySpeaker({ environment: {}, ancestry: ancestry(lines), userName: 'ada' })).toEqual({
      speaker: { kind: 'user', name: 'ada', source: 'cli' },
    });
  });

  it('looks past what makes a terminal within a terminal, as sudo and script do, to who made the outer one', () => {
    const within = (host: string): readonly ProcessFacts[] => {
      const lines = ['node bin.js', 'sh', 'script -q x', 'zsh', host, '/sbin/init'];
      const sessions = [899, 899, 897, 897, 896, 1];
      return ancestry(lines).map((one, at) => ({
        ...one,
        sessionId: sessions[at] ?? 0,
        hasTerminal: at < 4,
      }));
    };
    const kind = (host: string) =>
      identifySpeaker({ environment: {}, ancestry: within(host), userName: 'ada' }).speaker.kind;
    expect(kind('konsole')).toBe('user');
    expect(kind('python3 pty.py')).toBe('unknown');
  });

  it('believes a login program only where the administrator of the machine runs it', () => {
    const kind = (login: boolean, monitor: boolean) => {
      const lines = [...own, 'sshd: ada@pts/0', 'sshd: ada [priv]', '/sbin/init'];
      const privileged = [false, false, login, monitor, true];
      const facts = ancestry(lines).map((one, at) => ({ ...one, isPrivileged: privileged[at] ?? false }));
      return identifySpeaker({ environment: {}, ancestry: facts, userName: 'ada' }).speaker.kind;
    };
    expect(kind(false, true)).toBe('user');
    expect(kind(true, false)).toBe('user');
    expect(kind(false, false)).toBe('unknown');
  });

  it('identifies no speaker whose session or parent lies outside of the namespace of processes', () => {
    const [self, shell] = ancestry([...own, 'x']);
    const find = (changes: Partial<ProcessFacts>) =>
      identifySpeaker({
        environment: {},
        ancestry: [self, shell].flatMap((one) => (one === undefined ? [] : [{ ...one, ...changes }])),
        userName: 'ada',
      });
    expect(find({ sessionId: 0 })).toMatchObject({ speaker: { kind: 'unknown' } });
    expect(find({ sessionId: 0 }).terminal).toBeUndefined();
    // The shell of a container: a person may say once that it is one.
    expect(find({ parentId: 0 })).toMatchObject({ speaker: { kind: 'unknown' }, terminal: '899-999' });
  });

  it('says why it does not know, whatever is unseen, unless something let a person in', () => {
    const number = fc.nat({ max: 6 });
    const facts = fc.record({
      id: number,
      parentId: number,
      sessionId: number,
      startedAt: fc.constantFrom('', '7'),
      hasTerminal: fc.boolean(),
      command: fc.array(fc.constantFrom('sh', 'script', '/init', 'systemd', 'tmux', 'sudo', 'node'), {
        maxLength: 3,
      }),
    });
    fc.assert(
      fc.property(fc.array(facts, { maxLength: 6 }), (chain) => {
        const { speaker, doubt } = identifySpeaker({ environment: {}, ancestry: chain, userName: 'ada' });
        const hasHost = chain.some(({ id, command }) => id !== 1 && command[0] === '/init');
        expect(speaker.kind === 'user').toBe(doubt === undefined);
        if (!hasHost) expect(speaker.kind).toBe('unknown');
      }),
    );
  });

  it.each([
    [[...own, 'claude --resume', 'zsh', 'tmux', '/sbin/init'], 'claude-code'],
    [[...own, 'node /usr/bin/codebuff', 'zsh', 'sshd: ada', '/sbin/init'], 'codebuff'],
    [
      [...own, 'node /usr/lib/node_modules/@openai/codex/bin/codex.js', 'zsh', 'sshd: ada', '/sbin/init'],
      'codex',
    ],
    [
      [
        'node bin.js',
        'sh',
        'sh',
        'sh',
        'sh',
        'script -qc x /dev/null',
        'sh',
        '/opt/bin/gemini',
        'zsh',
        'sshd',
        'init',
      ],
      'gemini-cli',
    ],
    [[...own, 'node /usr/local/bin/opencode', 'sshd', 'init'], 'opencode'],
  ])('finds the agent above, though the environment was emptied: %j', (lines, name) => {
    const { speaker } = identifySpeaker({ environment: {}, ancestry: ancestry(lines), userName: 'ada' });
    expect(speaker.kind).toBe('agent');
    if (name !== 'gemini-cli') expect(speaker.name).toBe(name);
  });

  it('believes the environment where it names an agent', () => {
    expect(kindOf([...own, 'sshd: ada', '/sbin/init'], {}, { CLAUDECODE: '1' })).toBe('agent');
  });

  it.each([
    ['no terminal', [...own, 'sshd: ada', '/sbin/init'], { hasTerminal: false }],
    ['a terminal whose shell is not above it', [...own, 'sshd: ada', '/sbin/init'], { sessionId: 4711 }],
    [
      'a terminal made by a program that was left behind',
      [...own, 'script -qc x /dev/null', '/sbin/init'],
      {},
    ],
    [
      'a terminal of tmux, which an agent starts as well as a person',
      [...own, 'tmux new -s work', '/sbin/init'],
      {},
    ],
    ['a shell that was left behind', ['node bin.js', 'bash', '/sbin/init'], {}],
    [
      'a terminal left behind below the manager of a user session',
      [...own, 'script -qc x /dev/null', 'systemd --user', '/sbin/init'],
      {},
    ],
    ['a terminal that sudo made for what was left behind', [...own, 'sudo script -qc x', '/sbin/init'], {}],
    ['a terminal below an extension of an editor', [...own, 'script -qc x', 'code', '/sbin/init'], {}],
    ['a program whose name begins as an editor’s', [...own, 'codegenie serve', '/sbin/init'], {}],
  ])('does not know who speaks with %s, and says why', (_, lines, changes) => {
    const identified = identifySpeaker({
      environment: {},
      ancestry: ancestry(lines, changes),
      userName: 'ada',
    });
    expect(identified).toMatchObject({
      speaker: { kind: 'unknown', name: 'ada' },
      doubt: expect.any(String),
    });
  });

  it('names the terminal in which a person may show it once, only where the shell of it is above', () => {
    const terminalOf = (lines: readonly string[], changes: Partial<ProcessFacts> = {}) =>
      identifySpeaker({ environment: {}, ancestry: ancestry(lines, changes), userName: 'ada' }).terminal;
    const inTmux = [...own, 'tmux new -s work', '/sbin/init'];
    expect(terminalOf(inTmux)).toBe('899-999');
    expect(terminalOf(inTmux, { sessionId: 4711 })).toBeUndefined();
    expect(terminalOf(inTmux, { hasTerminal: false })).toBeUndefined();
    expect(terminalOf([...own, 'claude', 'bash', 'tmux', '/sbin/init'])).toBeUndefined();
    // Where the system tells no sessions, a process that was left behind is the first one in a terminal of its own.
    const [self, ...above] = ancestry(inTmux);
    const withoutSessions = [self, ...above].flatMap((one) =>
      one === undefined ? [] : [withoutSession(one)],
    );
    const leftBehind = withoutSessions.filter(({ command }) => !command.includes('bash'));
    const find = (facts: readonly ProcessFacts[]) =>
      identifySpeaker({ environment: {}, ancestry: facts, userName: 'ada' }).terminal;
    expect(find(withoutSessions)).toBe('899-999');
    expect(find(leftBehind)).toBe('900-1000');
  });

  it('does not know who speaks where the system tells nothing', () => {
    expect(identifySpeaker({ environment: {}, ancestry: [], userName: 'ada' }).speaker.kind).toBe('unknown');
  });
});

describe('isAutomated', () => {
  it('looks for a named program above, or for the script that an interpreter runs', () => {
    const lines = ['node bin.js', 'bash /opt/nightly.sh', 'cron', '/sbin/init'];
    expect(isAutomated(ancestry(lines), ['/opt/nightly.sh'])).toBe(true);
    expect(isAutomated(ancestry(lines), ['/opt/other.sh', 'bin.js'])).toBe(false);
  });
});

describe('agentInEnvironment', () => {
  it.each([
    [{}],
    [{ CLAUDECODE: '' }],
    [{ CLAUDECODE: '0', AGENT: 'false', AI_AGENT: ' ' }],
    [{ CODEX_HOME: '/home/ada/.codex', COPILOT_GITHUB_TOKEN: 'x', GEMINI_API_KEY: 'x' }],
    [{ CURSOR_TRACE_ID: 'x', TERM_PROGRAM: 'vscode' }],
  ])('finds no agent in %j', (environment) => {
    expect(agentInEnvironment(environment)).toBeUndefined();
  });

  it.each(agentMarks)('takes $variable for $agent', ({ variable, value = '1', agent }) => {
    expect(agentInEnvironment({ [variable]: value })).toMatchObject({
      kind: 'agent',
      name: agent,
      source: 'cli',
    });
  });

  it.each([
    [{ AI_AGENT: 'claude-code/2.1.119/agent' }, 'claude-code'],
    [{ AGENT: 'Goose' }, 'goose'],
    [{ AGENT: 'my agent!' }, 'my'],
    [{ AGENT: '1' }, 'agent'],
    [{ AI_AGENT: 'true' }, 'agent'],
    [{ AGENT: '\u001b[31m' }, '31m'],
    [{ AGENT: 'x'.repeat(100) }, 'x'.repeat(40)],
    [{ AGENT: '1', CLAUDECODE: '1' }, 'claude-code'],
    [{ AGENT: 'amp', CLAUDECODE: '1' }, 'amp'],
    [{ AGENT: 'other', GEMINI_CLI: '1' }, 'gemini-cli'],
  ])('of %j is %s', (environment, name) => {
    expect(agentInEnvironment(environment)).toMatchObject({ kind: 'agent', name });
  });

  it('knows the session where the agent tells it, in plain characters', () => {
    const environment = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: '5e0c1a2b-3c4d' };
    expect(agentInEnvironment(environment)?.session).toBe('5e0c1a2b-3c4d');
    expect(agentInEnvironment({ CODEX_THREAD_ID: 't-1' })?.session).toBe('t-1');
    for (const session of ['a/b', '', 'x'.repeat(81), 'a\nb'])
      expect(
        agentInEnvironment({ ...environment, CLAUDE_CODE_SESSION_ID: session })?.session,
      ).toBeUndefined();
  });

  it('gives names that can stand in a principal, whatever the value', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (value) => {
        expect(agentInEnvironment({ AGENT: value })?.name ?? 'ada').toMatch(
          /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/,
        );
      }),
    );
  });
});
