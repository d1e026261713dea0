import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type WarmEvent, warmArguments } from '../../src/engine/moments/warm-report.ts';
import { openMemory } from '../../src/index.ts';
import { runHookProcess, wordsWithTime } from '../doors/claude-code-hook.ts';
import { realServer } from '../doors/mcp-server.ts';
import { some } from '../effort.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';

const output = 'InkError: quill_tray is dry while copying the charter of the northern tower';
const ada = { kind: 'user', name: 'ada', source: 'cli' } as const;

let scriptorium: string;
let home: string;
let calls = 0;

beforeEach(async () => {
  const folder = temporaryFolder();
  home = join(folder, 'home');
  const repository = buildRepository({ path: join(folder, 'scriptorium') });
  repository.commit('Found the scriptorium', { 'a.txt': 'a' });
  scriptorium = repository.path;
  await using memory = await openMemory({ repository: scriptorium, home, speaker: ada });
  await memory.record({
    fix: 'Fill the tray first',
    failure: { command: 'npm test', output, exitCode: 1 },
  });
});

function failed(session: string, fields: object = {}) {
  return {
    session_id: session,
    cwd: scriptorium,
    hook_event_name: 'PostToolUseFailure',
    tool_name: 'Bash',
    tool_input: { command: 'npm test' },
    tool_use_id: `toolu_${++calls}`,
    error: `Exit code 1\n${output}`,
    is_interrupt: false,
    ...fields,
  };
}

/** The arguments of the setup, filled in as the agent does. */
function fill(event: { readonly hook_event_name: string; readonly prompt?: string }): Record<string, string> {
  const valueAt = (placeholder: string) =>
    placeholder
      .slice(2, -1)
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], event);
  return Object.fromEntries(
    Object.entries(warmArguments(event.hook_event_name as WarmEvent)).map(([name, placeholder]) => [
      name,
      String(valueAt(placeholder) ?? placeholder),
    ]),
  );
}

async function openServer(folder = scriptorium, ownHome = home, name = 'agent') {
  const client = new Client({ name, version: '1' });
  onTestFinished(() => client.close());
  const { command, args } = realServer('--repo', folder, '--home', ownHome);
  const inTime = ['--require', join(import.meta.dirname, 'programs/frozen-clock.cjs'), ...args];
  await client.connect(new StdioClientTransport({ command, args: inTime, stderr: 'ignore' }));
  return async (arguments_: Record<string, unknown>): Promise<string> => {
    const answer = await client.callTool({ name: 'hook', arguments: arguments_ });
    const [content] = answer.content as readonly { readonly text: string }[];
    expect(answer.isError ?? false).toBe(false);
    return content?.text ?? '';
  };
}

/** The text of a hook, without the nonce of its fence. */
function said(printed: string): unknown {
  const { hookSpecificOutput } = JSON.parse(printed);
  const text: string = hookSpecificOutput.additionalContext;
  return { ...hookSpecificOutput, additionalContext: text.replaceAll(/id="\w+"/g, 'id') };
}

async function started(event: object): Promise<string> {
  const { stdout, status } = await runHookProcess({
    input: JSON.stringify(event),
    home,
    words: wordsWithTime(),
  });
  expect(status).toBe(0);
  return stdout;
}

test('a hook in the server says what one that is started says, and of a call that both are told of, one card is shown', async () => {
  const ask = await openServer();
  const warm = await ask(fill(failed('s1')));
  const cold = await started(failed('s2'));
  expect(said(warm)).toEqual(said(cold));
  expect(said(warm)).toMatchObject({
    hookEventName: 'PostToolUseFailure',
    additionalContext: expect.stringContaining('Fill the tray first'),
  });
  const again = await ask(fill(failed('s1')));
  expect(again).toBe('{}');
  expect(await started(failed('s2'))).toBe('');

  const one = failed('s3');
  expect(await ask(fill(one))).toContain('Fill the tray first');
  expect(await started(one)).toBe('');
  const other = failed('s4');
  expect(await started(other)).toContain('Fill the tray first');
  expect(await ask(fill(other))).toBe('{}');
  const both = failed('s5');
  const answers = await Promise.all([ask(fill(both)), ask(fill(both)), ask(fill(both))]);
  expect(answers.filter((answer) => answer.includes('Fill the tray first'))).toHaveLength(1);
});

test('it is silent about other repositories than the one of its server, and answers in every folder of that', async () => {
  const elsewhere = buildRepository({ path: join(temporaryFolder(), 'abbey') });
  elsewhere.commit('Found the abbey', { 'a.txt': 'a' });
  for (const folder of some([elsewhere.path, temporaryFolder()])) {
    expect(await (await openServer(folder))(fill(failed('s1')))).toBe('{}');
  }
  mkdirSync(join(scriptorium, 'desks'));
  const answer = await (await openServer(join(scriptorium, 'desks')))(fill(failed('s1')));
  expect(answer).toContain('Fill the tray first');
});

const nothing: Readonly<Record<string, Record<string, unknown>>> = {
  nothing: {},
  'nothing that is filled in': warmArguments('PostToolUse'),
  'no prompt that is filled in': warmArguments('UserPromptSubmit'),
  numbers: { command: 7, error: 8, cwd: 9 },
  lists: { hook_event_name: ['PostToolUseFailure'], command: ['npm test'] },
};

test('it is silent about nothing, what passed, folders that are gone, and what is not known', async () => {
  const ask = await openServer();
  for (const [what, told] of Object.entries(nothing)) expect(await ask(told), what).toBe('{}');
  const passed = {
    hook_event_name: 'PostToolUse',
    error: undefined,
    tool_response: { stdout: 'ok', stderr: '' },
  };
  expect(await ask(fill(failed('s1', passed)))).toBe('{}');
  expect(await ask(fill(failed('s1', { cwd: '/no/such/folder' })))).toBe('{}');
  expect(await ask(fill(failed('s1', { error: 'Exit code 1\nWaxError: the seal does not hold' })))).toBe(
    '{}',
  );
  expect(await ask(fill(failed('s1')))).toContain('Fill the tray first');
  const log = readFileSync(join(home, 'logs', 'hook.log'), 'utf8')
    .trim()
    .split('\n');
  // The one about a folder that is gone, and the one that was told.
  expect(log.map((line) => JSON.parse(line).reason === 'told')).toEqual([false, true]);
});

const start = (session: string) => ({ session_id: session, cwd: scriptorium, transcript_path: null });

/** A rule about a file, and its code read: the server looks at what is indexed. */
async function knowRule(): Promise<void> {
  await using memory = await openMemory({ repository: scriptorium, home, speaker: ada });
  await memory.remember({
    type: 'constraint',
    content: 'Never copy the charter without its seal.',
    files: ['a.txt'],
  });
  await memory.locate('the charter');
}

test('before an edit, a hook in the server says what a hook that is started says, once for each session', async () => {
  await knowRule();
  const ask = await openServer();
  const edit = (session: string) => ({
    ...start(session),
    hook_event_name: 'PreToolUse',
    tool_name: 'Edit',
    tool_input: { file_path: join(scriptorium, 'a.txt'), old_string: 'a', new_string: 'b' },
  });
  const warm = await ask(fill(edit('s1')));
  const cold = await started(edit('s2'));
  expect(said(warm)).toEqual(said(cold));
  expect(warm).toContain('Never copy the charter');
  expect(await ask(fill(edit('s1')))).toBe('{}');
  expect(await ask(fill(edit('s2')))).toBe('{}');
  expect(await started(edit('s1'))).toBe('');
});

test('a prompt is answered in the server, chat is not, nor the start of a session that a process told', async () => {
  await knowRule();
  const ask = await openServer();
  const prompt = (text: string, session = 's1') => ({
    ...{ ...start(session), hook_event_name: 'UserPromptSubmit', prompt: text },
    source: 'user',
  });
  const pasted = `Please mend this:\n\nTraceback (most recent call last):\n  File "ink.py", line 4, in fill\n${output}`;
  const answers = [];
  for (const text of ['thanks', 'null', '', '$' + '{prompt}', pasted.repeat(2_000)])
    answers.push(await ask(fill(prompt(text))));
  // The first prompt of a session brings what is known at its start, and only that.
  expect(said(answers[0] ?? '')).toMatchObject({
    hookEventName: 'UserPromptSubmit',
    additionalContext: expect.stringContaining('Never copy the charter'),
  });
  expect(answers.slice(1, 4)).toEqual(['{}', '{}', '{}']);
  expect(answers[4]?.length).toBeLessThanOrEqual(8_000);

  expect(await started({ ...start('s2'), hook_event_name: 'SessionStart', source: 'clear' })).toContain(
    'Never copy the charter',
  );
  expect(await ask(fill(prompt('thanks', 's2')))).toBe('{}');
  expect(await ask(fill(prompt('thanks', 's3')))).toContain('Never copy the charter');
});

test('a moment makes no repository known', async () => {
  const empty = join(temporaryFolder(), 'home');
  const ask = await openServer(scriptorium, empty);
  const prompt = 'ArchiveReader.read_entries in a.txt leaves the handle open when check_sums raises an error';
  expect(await ask(fill({ ...start('s1'), hook_event_name: 'UserPromptSubmit', prompt }))).toBe('{}');
  expect(existsSync(empty)).toBe(false);
});

describe('when a program that runs hooks has connected', () => {
  const isIndexed = (ownHome = home) => existsSync(join(ownHome, 'index'));

  test('the server reads what prompts are answered from before the first one', async () => {
    await openServer(scriptorium, home, 'claude-code');
    await expect.poll(() => isIndexed(), { timeout: 20_000 }).toBe(true);
  });

  test('it reads nothing for other programs, where prompts are switched off, and for unknown repositories', async () => {
    const homes = ['other program', 'switched off', 'unknown'].map((name) => join(temporaryFolder(), name));
    const [other = '', off = '', unknown = ''] = homes;
    cpSync(home, other, { recursive: true });
    cpSync(home, off, { recursive: true });
    writeFileSync(join(off, 'config.json'), JSON.stringify({ hooks: { prompt: 'off' } }));
    await openServer(scriptorium, other);
    await openServer(scriptorium, off, 'codex-mcp-client');
    await openServer(scriptorium, unknown, 'claude-code');
    await openServer(scriptorium, home, 'codex-mcp-client');
    await expect.poll(() => isIndexed(), { timeout: 20_000 }).toBe(true);
    expect(homes.filter((ownHome) => isIndexed(ownHome))).toEqual([]);
  });
});
