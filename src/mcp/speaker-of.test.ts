import { expect, test } from 'vitest';
import { speakerOf } from './speaker-of.ts';

const nameOf = (client: unknown): string => speakerOf(client, 's').name;

test('a client is an agent of its own name, and a process a session', () => {
  const client = { name: 'claude-code', version: '2.1' };
  expect(speakerOf(client, 's1')).toEqual({
    kind: 'agent',
    name: 'claude-code',
    source: 'mcp',
    session: 's1',
  });
});

test.each([
  ['Visual Studio Code', 'visual-studio-code'],
  ['@scope/agent:1', 'scope-agent-1'],
  ['user:ada\n', 'user-ada'],
  ['../--..', 'mcp-client'],
  ['日本', 'mcp-client'],
  [`${'x'.repeat(39)}-y`, 'x'.repeat(39)],
  ['x'.repeat(1_000_000), 'x'.repeat(40)],
])('the name %j cannot be taken for anything else', (name, expected) => {
  expect(nameOf({ name })).toBe(expected);
});

test.each([[undefined], [null], ['claude'], [{}], [{ name: 7 }], [{ name: '' }]])(
  '%j has no name',
  (client) => {
    expect(nameOf(client)).toBe('mcp-client');
  },
);
