import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentInEnvironment, agentMarks } from './agent-in-environment.ts';

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
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(agentInEnvironment({ AGENT: value })?.name ?? 'ada').toMatch(
          /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/,
        );
      }),
    );
  });
});
