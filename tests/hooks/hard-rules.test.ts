import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { openHome, openMemory } from '../../src/index.ts';
import { runHookProcess, wordsWithTime } from '../doors/claude-code-hook.ts';
import { newHome } from '../doors/open-library.ts';
import { buildRepository } from '../git/build-repository.ts';

const ada = { kind: 'user', name: 'ada', source: 'cli' } as const;
const agent = { kind: 'agent', name: 'claude-code', source: 'hook', session: 's1' } as const;
const generated = 'It is generated: run npm run docs.';

async function workshop() {
  const { path: repository, commit } = buildRepository();
  commit('begin', { 'docs/api.md': '# API\n', 'docs/apis.md': '# APIs\n' });
  const home = newHome();
  const memory = await openMemory({ repository, home, speaker: ada });
  const opened = await openHome({ home, repository, speaker: ada });
  onTestFinished(async () => {
    await memory.close();
    await opened.close();
  });
  const edit = async (path: string, isRead = false) =>
    await memory.atMoment({ kind: 'before_edit', path, isRead, speaker: agent });
  const run = async (command: string) =>
    (await memory.atMoment({ kind: 'before_command', command, speaker: agent })).kind;
  const hook = async (fields: object) => {
    const input = JSON.stringify({ session_id: 's1', cwd: repository, ...fields });
    return (await runHookProcess({ home, input, words: wordsWithTime() })).stdout;
  };
  return { repository, home, memory, opened, edit, run, hook };
}

test('a hard rule stops each change of its file, whatever becomes of that, until a person lifts it', async () => {
  const { repository, memory, opened, edit, hook } = await workshop();
  const { item } = await memory.remember({ content: generated, files: ['docs/api.md'], hard: {} });
  const denied = {
    kind: 'denied',
    reason: expect.stringContaining(`${generated}\n`),
    decisionId: expect.any(String),
  };
  expect(await edit('docs/api.md')).toEqual(denied);
  writeFileSync(join(repository, 'docs/api.md'), '# Another\n');
  expect(await edit(join(repository, 'docs/api.md'))).toEqual(denied);
  expect(await edit('docs/apis.md')).toMatchObject({ kind: 'silent' });
  const call = {
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: { file_path: 'docs/api.md' },
  };
  expect(JSON.parse(await hook(call))).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining(`afterwit edit ${item.id.slice(0, 8)} --no-hard`),
    },
  });
  await expect(opened.edit(item.id, { hard: false, speaker: agent })).rejects.toMatchObject({
    code: 'NEEDS_PERSON',
  });
  await opened.edit(item.id, { hard: false });
  expect(await edit('docs/api.md')).toMatchObject({ kind: 'card', text: expect.stringContaining(generated) });
  await opened.edit(item.id, { hard: true });
  expect(await edit('docs/api.md')).toEqual(denied);
});

test('a hard rule stops calls where nothing is told before an edit', async () => {
  const { home, memory, hook } = await workshop();
  await memory.remember({ content: generated, files: ['docs/api.md'], hard: {} });
  await memory.remember({ content: 'Never push by force.', hard: { command: 'git push --force' } });
  await memory.remember({ content: 'Keep it short.', type: 'constraint', files: ['docs/apis.md'] });
  const before = (tool: string, input: object) =>
    hook({ hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input });
  expect(await before('Write', { file_path: 'docs/apis.md' })).toContain('Keep it short.');
  writeFileSync(join(home, 'config.json'), '{ "hooks": { "beforeEdit": "off" } }');
  const denied = '"permissionDecision":"deny"';
  expect(await before('Write', { file_path: 'docs/api.md' })).toContain(denied);
  expect(await before('Bash', { command: 'git push --force' })).toContain(denied);
  const second = { session_id: 's2' };
  expect(
    await hook({
      ...second,
      hook_event_name: 'PreToolUse',
      tool_name: 'Write',
      tool_input: { file_path: 'docs/apis.md' },
    }),
  ).toBe('');
});

test('a hard rule of a folder stops changes of what lies in it, and of what is to be made there', async () => {
  const { memory, edit } = await workshop();
  await memory.remember({ content: generated, files: ['docs/'], hard: {} });
  expect((await edit('docs/new/page.md')).kind).toBe('denied');
  expect((await edit('docsy.md')).kind).toBe('silent');
});

test('a hard rule stops a command by its program and its words in their order', async () => {
  const { memory, run, hook } = await workshop();
  await memory.remember({ content: 'History is shared.', hard: { command: 'git push --force' } });
  for (const line of [
    'git push --force',
    'cd docs && git push origin main --force',
    "bash -c 'git push --force'",
  ])
    expect([line, await run(line)]).toEqual([line, 'denied']);
  for (const line of ['git push', 'git push --force-with-lease', 'echo git push --force', 'git --force push'])
    expect([line, await run(line)]).toEqual([line, 'silent']);
  const call = (command: string) => ({
    ...{ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } },
  });
  expect(await hook(call('git push --force'))).toContain('"permissionDecision":"deny"');
  expect(await hook(call('git push'))).toBe('');
});

test('a hard rule of a file stops the commands that plainly change it', async () => {
  const { memory, run } = await workshop();
  await memory.remember({ content: generated, files: ['docs/api.md'], hard: {} });
  for (const line of [
    "sed -i 's/A/B/' docs/api.md",
    'cd docs && perl -pi -e 1 api.md',
    'echo x >> docs/api.md',
    'npm run x | tee docs/api.md',
    'rm -r docs',
    'git mv docs/api.md docs/b.md',
    'cp README.md docs/api.md',
  ])
    expect([line, await run(line)]).toEqual([line, 'denied']);
  for (const line of [
    "sed 's/A/B/' docs/api.md",
    'cat < docs/api.md > /tmp/x',
    'cp docs/api.md /tmp',
    'rm docs/apis.md',
    'git log docs/api.md 2>&1',
    // The effect of a script is unknown.
    "python3 -c \"open('docs/api.md', 'w')\"",
    'rm docs/*.md',
  ])
    expect([line, await run(line)]).toEqual([line, 'silent']);
});

test('a call that was stopped leaves a receipt', async () => {
  const { memory, run, edit } = await workshop();
  const { item } = await memory.remember({ content: generated, files: ['docs/api.md'], hard: {} });
  await run('ls');
  await run('rm docs/api.md');
  const { receipt, considered } = await memory.why();
  expect(receipt).toMatchObject({ moment: 'before_call', session: 's1', query: 'rm docs/api.md' });
  expect(considered).toMatchObject([{ itemId: item.id, shown: true, item: { content: generated } }]);
  const { decisionId } = (await edit('docs/api.md')) as { readonly decisionId: string };
  expect((await memory.why(decisionId)).receipt.query).toBe('change docs/api.md');
});

test('only what a person said and marked is hard', async () => {
  const { repository, memory, opened, edit } = await workshop();
  const asked = { content: generated, files: ['docs/api.md'], hard: {} };
  await expect(memory.remember({ ...asked, speaker: agent })).rejects.toMatchObject({ code: 'NEEDS_PERSON' });
  await expect(memory.remember({ content: 'x', hard: {} })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
  const { item } = await memory.remember({ ...asked, hard: undefined, type: 'constraint', speaker: agent });
  await expect(opened.edit(item.id, { hard: true })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect((await edit('docs/api.md')).kind).toBe('silent');
  // A person says the same again, as a hard rule.
  await memory.remember(asked);
  expect((await edit('docs/api.md')).kind).toBe('denied');

  const lines = [...opened.exportLines()];
  expect(lines.some((line) => line.includes('hard_rule'))).toBe(true);
  const other = newHome();
  mkdirSync(other, { recursive: true });
  const away = await openHome({ home: other, repository, speaker: ada });
  const there = await openMemory({ repository, home: other, speaker: ada });
  onTestFinished(async () => {
    await away.close();
    await there.close();
  });
  await there.locate('anything');
  await away.importLines(Readable.from([lines.join('\n')]));
  const told = await there.atMoment({ kind: 'before_edit', path: 'docs/api.md', speaker: agent });
  expect(told.kind).not.toBe('denied');
});

test('a rule that is not hard is told where its file is read, and not again before its change', async () => {
  const { memory, edit, hook } = await workshop();
  await memory.remember({ content: generated, type: 'constraint', files: ['docs/api.md'] });
  const read = {
    hook_event_name: 'PostToolUse',
    tool_name: 'Read',
    tool_input: { file_path: 'docs/api.md' },
  };
  expect(JSON.parse(await hook(read))).toMatchObject({
    hookSpecificOutput: {
      hookEventName: 'PostToolUse',
      additionalContext: expect.stringContaining(generated),
    },
  });
  expect(await hook(read)).toBe('');
  expect((await edit('docs/api.md')).kind).toBe('silent');
});

test('it is told where a prompt names its file', async () => {
  const { memory, hook } = await workshop();
  await memory.remember({ content: generated, type: 'constraint', files: ['docs/api.md'] });
  const prompt = { hook_event_name: 'UserPromptSubmit', prompt: 'Add a line to `docs/api.md`.' };
  expect(await hook(prompt)).toContain(generated);
});
