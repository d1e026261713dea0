import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SetupAgent } from '../../src/model/answers/setup-report.ts';
import { agentsOnMachine } from '../../src/open/connected-agents.ts';
import { type SetupAgentRequest, setupAgent } from '../../src/open/setup-agent.ts';
import { makeMachine } from './user-machine.ts';

let folder: string;
let userHome: string;
let packageFolder: string;

beforeEach(() => {
  ({ folder, userHome, packageFolder } = makeMachine('after wit'));
});

const search = () => ({ environment: {}, userHome, workingDirectory: folder, platform: 'linux' as const });
const setUp = (agent: SetupAgent, request: Partial<SetupAgentRequest> = {}) =>
  setupAgent({ agent, ...request }, { ...search(), node: '/usr/bin/node', packageFolder });
const at = (path: string) => join(userHome, path);
const read = (path: string) => readFileSync(at(path), 'utf8');
const isConnected = (agent: SetupAgent) =>
  agentsOnMachine(undefined, search()).find((one) => one.agent === agent)?.connected;

function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

/** The line that a shell is given. */
const lineFor = (agent: string) =>
  `/usr/bin/node '${packageFolder}/dist/hooks/claude-code.js' --agent ${agent}`;

const places = {
  'gemini-cli': '.gemini/settings.json',
  'copilot-cli': '.copilot/hooks/afterwit.json',
  vscode: '.copilot/hooks/afterwit.json',
  cursor: '.cursor/hooks.json',
  opencode: '.config/opencode/plugin/afterwit.js',
} as const;
type HookedAgent = keyof typeof places;
const hooked = Object.keys(places) as HookedAgent[];

it('of Gemini CLI, hooks and server stand in one file', async () => {
  write(places['gemini-cli'], '{\n  // mine\n  "theme": "dark",\n}\n');
  await setUp('gemini-cli');
  const handler = { name: 'afterwit', type: 'command', command: lineFor('gemini-cli'), timeout: 5_000 };
  const { hooks, mcpServers } = JSON.parse(read(places['gemini-cli']).replace(/\/\/.*|,(?=\s*\}\s*$)/g, ''));
  expect(hooks).toEqual({
    SessionStart: [{ hooks: [handler] }],
    BeforeAgent: [{ hooks: [handler] }],
    AfterTool: [{ matcher: 'run_shell_command|write_file|replace', hooks: [handler] }],
  });
  expect(mcpServers.afterwit.args).toContain('mcp');
});

it.each(['copilot-cli', 'vscode'] as const)('of %s, hooks stand in a file of their own', async (agent) => {
  await setUp(agent);
  const handler = { type: 'command', bash: lineFor('copilot-cli'), timeoutSec: 5 };
  expect(JSON.parse(read(places[agent]))).toEqual({
    version: 1,
    hooks: {
      SessionStart: [handler],
      UserPromptSubmit: [handler],
      PreToolUse: [{ ...handler, matcher: 'create|edit' }],
      PostToolUse: [{ ...handler, matcher: 'bash|powershell' }],
    },
  });
});

it('of Cursor, hooks stand beside those of others', async () => {
  const other = { command: './audit.sh' };
  write(places.cursor, JSON.stringify({ version: 1, hooks: { stop: [other], postToolUse: [other] } }));
  await setUp('cursor');
  const handler = { command: lineFor('cursor'), timeout: 5 };
  expect(JSON.parse(read(places.cursor))).toEqual({
    version: 1,
    hooks: {
      stop: [other],
      postToolUse: [other, { ...handler, matcher: 'Shell' }],
      sessionStart: [handler],
    },
  });
});

it('of OpenCode, a plugin of our own loads ours, and does nothing where that is gone', async () => {
  await setUp('opencode', { home: '/memories' });
  const { Afterwit } = await import(at(places.opencode));
  expect(await Afterwit({ directory: folder })).toEqual({});
  const plugin = join(packageFolder, 'dist/opencode.js');
  writeFileSync(plugin, 'export const connect = (started) => (context) => ({ started, context });');
  expect(await Afterwit({ directory: folder })).toEqual({
    started: {
      plugin,
      node: '/usr/bin/node',
      words: [
        join(packageFolder, 'dist/hooks/claude-code.js'),
        ...['--agent', 'opencode', '--home', '/memories'],
      ],
    },
    context: { directory: folder },
  });
});

it('of OpenCode, a plugin of another of that name is left alone', async () => {
  write(places.opencode, 'export const Mine = async () => ({});\n');
  await expect(setUp('opencode')).rejects.toMatchObject({ code: 'INVALID_SETTING' });
  expect(read(places.opencode)).toBe('export const Mine = async () => ({});\n');
  expect(existsSync(at('.config/opencode/opencode.json'))).toBe(false);
});

it.each(hooked)('%s: nothing is written that is only looked at', async (agent) => {
  const { changes } = await setUp(agent, { preview: true });
  expect(changes.some(({ path, diff }) => path === at(places[agent]) && diff.length > 0)).toBe(true);
  expect(readdirSync(userHome)).toEqual([]);
});

it.each(hooked)('%s: hooks follow an afterwit that moved, and go with their folders', async (agent) => {
  await setUp(agent);
  await setUp(agent, { home: '/memories' });
  expect(read(places[agent]).match(/\/memories/g)?.length).toBeGreaterThan(0);
  expect(read(places[agent]).split('claude-code.js').length).toBe(
    { 'gemini-cli': 4, 'copilot-cli': 5, vscode: 5, cursor: 3, opencode: 2 }[agent],
  );
  expect((await setUp(agent, { home: '/memories' })).changes.every(({ kind }) => kind === 'unchanged')).toBe(
    true,
  );
  await setUp(agent, { remove: true });
  expect(readdirSync(userHome)).toEqual([]);
});

describe('hooks that were there before', () => {
  const other = '"command": "./audit.sh"';
  it.each([
    ['gemini-cli', `{ "hooks": { "AfterTool": [ { "hooks": [{ "type": "command", ${other} }] } ] } }`],
    ['gemini-cli', '{"hooks":{"AfterTool":[]},"hooksConfig":{}}'],
    ['copilot-cli', `{\r\n\t"hooks": { "SessionStart": [ { ${other} } ] }\r\n}`],
    ['copilot-cli', '{ "version": 1, "hooks": {} }'],
    ['cursor', `{\n  // mine\n  "version": 1,\n  "hooks": { "postToolUse": [{ ${other} },] }\n}`],
    ['cursor', '{"version":1}'],
  ] as const)('%s: %s is the same byte for byte afterwards', async (agent, text) => {
    write(places[agent], text);
    await setUp(agent);
    expect(read(places[agent])).toContain('claude-code.js');
    await setUp(agent, { remove: true });
    expect(read(places[agent])).toBe(text);
    await setUp(agent);
    writeFileSync(at(places[agent]), read(places[agent]).replace('./audit.sh', './other.sh'));
    await setUp(agent, { remove: true });
    expect(read(places[agent])).toBe(text.replace('./audit.sh', './other.sh'));
  });
});

it('hooks that Copilot CLI and VS Code share stay as long as one of them is connected', async () => {
  await setUp('copilot-cli');
  expect([isConnected('copilot-cli'), isConnected('vscode')]).toEqual([true, false]);
  await setUp('vscode');
  await setUp('copilot-cli', { remove: true });
  expect([isConnected('copilot-cli'), isConnected('vscode')]).toEqual([false, true]);
  expect(existsSync(at(places.vscode))).toBe(true);
  await setUp('vscode', { remove: true });
  expect(readdirSync(userHome)).toEqual([]);
});

it('of Gemini CLI, a server that an older setup wrote gets its hooks, and both go', async () => {
  const text = '{\n  "theme": "dark"\n}\n';
  write(places['gemini-cli'], text);
  await setUp('gemini-cli');
  const { hooks: _, ...older } = JSON.parse(read(places['gemini-cli']));
  writeFileSync(at(places['gemini-cli']), `${JSON.stringify(older, undefined, 2)}\n`);
  await setUp('gemini-cli');
  expect(Object.keys(JSON.parse(read(places['gemini-cli'])).hooks)).toHaveLength(3);
  await setUp('gemini-cli', { remove: true });
  expect(JSON.parse(read(places['gemini-cli']))).toEqual({ theme: 'dark' });
});

it('the folder of Copilot CLI is the one that COPILOT_HOME names', async () => {
  const chosen = join(folder, 'copilot');
  await setupAgent(
    { agent: 'copilot-cli' },
    { ...search(), environment: { COPILOT_HOME: chosen }, node: '/usr/bin/node', packageFolder },
  );
  expect(readdirSync(chosen).sort()).toEqual(['hooks', 'mcp-config.json']);
});
