import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { hookEntry } from '../../src/engine/setup/json-settings.ts';
import { agentsOnMachine } from '../../src/open/connected-agents.ts';
import { type SetupAgentRequest, setupAgent } from '../../src/open/setup-agent.ts';
import { makeMachine } from './user-machine.ts';

let folder: string;
let userHome: string;
let hooks: string;
let packageFolder: string;
let worktree: string;

beforeEach(() => {
  ({ folder, userHome, packageFolder, worktree } = makeMachine('after wit'));
  hooks = join(userHome, '.codex/hooks.json');
});

const search = () => ({
  environment: {},
  userHome,
  workingDirectory: worktree,
  platform: 'linux' as const,
});
const setUp = (request: Partial<SetupAgentRequest> = {}) =>
  setupAgent(
    { agent: 'codex', ...request },
    { ...search(), node: '/usr/bin/node', packageFolder: packageFolder },
  );
const read = (path: string) => readFileSync(path, 'utf8');

function write(text: string): void {
  mkdirSync(dirname(hooks), { recursive: true });
  writeFileSync(hooks, text);
}

interface Group {
  readonly matcher?: string;
  readonly hooks: readonly Readonly<Record<string, unknown>>[];
}

function groups(): Readonly<Record<string, readonly Group[]>> {
  return JSON.parse(read(hooks)).hooks;
}

const placeholder = (field: string): string => `\${${field}}`;

/** Fields that Codex takes; it refuses a file with any other. */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  command: [
    'type',
    'command',
    'commandWindows',
    'timeout',
    'async',
    'statusMessage',
    'additionalContextLimit',
  ],
  mcp_tool: ['type', 'server', 'tool', 'input', 'timeout', 'statusMessage'],
};
const handlersOf = {
  SessionStart: 'mcp_tool',
  UserPromptSubmit: 'mcp_tool',
  PreToolUse: 'mcp_tool',
  PostToolUse: 'mcp_tool',
  Stop: 'mcp_tool',
};

it('has the server called at every event', async () => {
  const { changes, notes } = await setUp();
  expect(changes.map(({ path, kind }) => [path, kind])).toEqual([
    [hooks, 'created'],
    [join(userHome, '.codex/config.toml'), 'created'],
  ]);
  expect(notes.join('\n')).toContain('5 hooks wait for your review: open Codex and say /hooks');
  const kinds = Object.entries(groups()).map(([event, [group]]) => [event, group?.hooks[0]?.type]);
  expect(Object.fromEntries(kinds)).toEqual(handlersOf);
  for (const [event, [group]] of Object.entries(groups())) {
    expect(Object.keys(group ?? {}), event).toEqual(
      expect.arrayContaining(group?.matcher === undefined ? ['hooks'] : ['matcher', 'hooks']),
    );
    for (const handler of group?.hooks ?? [])
      expect(fieldsOf[String(handler.type)], event).toEqual(expect.arrayContaining(Object.keys(handler)));
  }
  expect(groups().PostToolUse?.[0]?.hooks[0]?.input).toEqual({
    agent: 'codex',
    hook_event_name: placeholder('hook_event_name'),
    session_id: placeholder('session_id'),
    cwd: placeholder('cwd'),
    tool_name: placeholder('tool_name'),
    tool_use_id: placeholder('tool_use_id'),
    command: placeholder('tool_input.command'),
    output: placeholder('tool_response'),
    transcript_path: placeholder('transcript_path'),
  });
  expect(agentsOnMachine(undefined, search()).find(({ agent }) => agent === 'codex')).toMatchObject({
    connected: true,
    hooksToReview: 5,
  });
});

it('keeps its definitions as they are, because a person has reviewed them', async () => {
  await setUp();
  const first = read(hooks);
  const { changes } = await setUp();
  expect(changes.every(({ kind }) => kind === 'unchanged')).toBe(true);
  expect(read(hooks)).toBe(first);
  await setUp({ hooks: 'cold' });
  expect(Object.values(groups()).every(([group]) => group?.hooks[0]?.type === 'command')).toBe(true);
  expect(groups().SessionEnd?.[0]?.hooks[0]?.timeout).toBe(3);
  await setUp();
  expect(JSON.parse(read(hooks))).toEqual(JSON.parse(first));
});

it.each([
  '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}',
  '{\n  "description": "mine",\n  "hooks": {\n    "PostToolUse": [\n      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "lint" }] }\n    ]\n  }\n}\n',
  '{\r\n\t"hooks": {}\r\n}',
  '{}',
])('comes into %s and goes again, byte for byte', async (text) => {
  write(text);
  await setUp();
  expect(Object.keys(groups())).toEqual(expect.arrayContaining(Object.keys(handlersOf)));
  await setUp({ remove: true });
  expect(read(hooks)).toBe(text);
});

it('takes what is its own alone from a file that others changed since', async () => {
  write('{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}');
  await setUp();
  writeFileSync(hooks, read(hooks).replace('say done', 'say nothing'));
  await setUp({ remove: true });
  expect(JSON.parse(read(hooks))).toEqual({
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say nothing' }] }] },
  });
});

it.each(['once', 'twice'])('leaves no file where there was none, set up %s', async (times) => {
  await setUp({ hooks: times === 'twice' ? 'cold' : 'warm' });
  await setUp();
  await setUp({ remove: true });
  expect(existsSync(dirname(hooks))).toBe(false);
});

it('lies in the project where that is wanted', async () => {
  await setUp({ where: 'project' });
  expect(existsSync(join(folder, 'kettle/.codex/hooks.json'))).toBe(true);
  expect(existsSync(hooks)).toBe(false);
  await setUp({ where: 'project', remove: true });
  expect(existsSync(join(folder, 'kettle/.codex/hooks.json'))).toBe(false);
});

it.each([
  [{ node: '/usr/bin/node', hook: '/a/hook.js' }, '/usr/bin/node /a/hook.js --agent codex'],
  [
    { node: '/usr/bin/node', hook: "/ada's own/hook.js", home: '/m $HOME' },
    "/usr/bin/node '/ada'\\''s own/hook.js' --agent codex --home '/m $HOME'",
  ],
  [
    { node: 'C:\\Program Files\\node.exe', hook: 'C:\\a\\hook.js' },
    '"C:\\Program Files\\node.exe" "C:\\a\\hook.js" --agent codex',
  ],
])('is started by a line that a shell takes apart again: %j', (paths, line) => {
  expect(hookEntry('codex', { command: '', ...paths }, 'cold').command).toBe(line);
});
