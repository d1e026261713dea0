import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { codexArguments } from '../../src/engine/moments/warm-report.ts';
import { openMemory } from '../../src/index.ts';
import { runHookProcess, wordsWithTime } from '../doors/claude-code-hook.ts';
import { realServer } from '../doors/mcp-server.ts';
import { isFull, some } from '../effort.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';

const output = 'InkError: quill_tray is dry while copying the charter of the northern tower';
const ada = { kind: 'user', name: 'ada', source: 'cli' } as const;
const mostTokens = 2_000;

let scriptorium: string;
let home: string;
let calls = 0;

beforeEach(async () => {
  const folder = temporaryFolder();
  home = join(folder, 'home');
  const repository = buildRepository({ path: join(folder, 'scriptorium') });
  repository.commit('Found the scriptorium', { 'src/quill.py': 'class Quill:\n    pass\n' });
  scriptorium = repository.path;
  await using memory = await openMemory({ repository: scriptorium, home, speaker: ada });
  await memory.index();
  await memory.record({ fix: 'Fill the tray first', failure: { command: 'npm test', output, exitCode: 1 } });
  await memory.remember({ content: 'Quills are never shared.', type: 'constraint', files: ['src/quill.py'] });
});

/** An event of Codex: its constant fields, a path that may be null, a tool's answer as one text. */
function event<T extends object>(name: string, fields: T) {
  return {
    session_id: '01a9c6d2-5f0e-7d10-8f12-6f4c5b1b2c3d',
    turn_id: 'turn-1',
    transcript_path: null,
    cwd: scriptorium,
    hook_event_name: name,
    model: 'gpt-5',
    permission_mode: 'default',
    ...fields,
  };
}

const commandEnded = (fields: object = {}) =>
  event('PostToolUse', {
    tool_name: 'Bash',
    tool_use_id: `call_${++calls}`,
    tool_input: { command: 'npm test' },
    tool_response: output,
    ...fields,
  });
const patch = '*** Begin Patch\n*** Update File: src/quill.py\n@@\n-    pass\n+    dip()\n*** End Patch\n';
const edit = (fields: object = {}) =>
  event('PreToolUse', {
    tool_name: 'apply_patch',
    tool_use_id: `call_${++calls}`,
    tool_input: { command: patch },
    ...fields,
  });

/** Fills in placeholders as Codex does: one that is the whole value keeps its type, and one without a field fails the hook. */
function fill(told: { readonly hook_event_name: string }): Record<string, unknown> {
  const name = told.hook_event_name as Parameters<typeof codexArguments>[0];
  return Object.fromEntries(
    Object.entries(codexArguments(name)).map(([argument, value]) => {
      const path = /^\$\{(.*)\}$/.exec(value)?.[1]?.split('.');
      if (path === undefined) return [argument, value];
      const filled = path.reduce<unknown>((at, key) => {
        if (typeof at !== 'object' || at === null || !(key in at)) throw new Error(`no ${value}`);
        return (at as Record<string, unknown>)[key];
      }, told);
      return [argument, filled];
    }),
  );
}

async function openServer() {
  const client = new Client({ name: 'codex-mcp-client', version: '1' });
  onTestFinished(() => client.close());
  const { command, args } = realServer('--repo', scriptorium, '--home', home);
  const inTime = ['--require', join(import.meta.dirname, '../mcp/programs/frozen-clock.cjs'), ...args];
  await client.connect(new StdioClientTransport({ command, args: inTime, stderr: 'ignore' }));
  return async (told: { readonly hook_event_name: string }): Promise<string> => {
    const { content, isError } = await client.callTool({ name: 'hook', arguments: fill(told) });
    expect(isError ?? false).toBe(false);
    return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  };
}

async function started(told: object): Promise<string> {
  // The first word stands where that of the program does.
  const words = [...wordsWithTime(), '--', 'hook', '--agent', 'codex'];
  const { stdout, stderr, status } = await runHookProcess({ input: JSON.stringify(told), home, words });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

/** The context in an answer; Codex takes these fields and no other, up to its limit. */
function contextOf(printed: string, event_: string): string {
  const { hookSpecificOutput, ...others } = JSON.parse(printed);
  const { hookEventName, additionalContext, ...rest } = hookSpecificOutput;
  expect([others, rest, hookEventName]).toEqual([{}, {}, event_]);
  expect(countTokens(additionalContext)).toBeLessThanOrEqual(mostTokens);
  return additionalContext.replaceAll(/id="\w+"/g, 'id');
}

test('after a command that failed, the server and a process say the same, once, and the receipt names the agent', async () => {
  const ask = await openServer();
  const one = commandEnded({ session_id: 's1' });
  const warm = contextOf(await ask(one), 'PostToolUse');
  expect(warm).toContain('Fill the tray first');
  await using memory = await openMemory({ repository: scriptorium, home, speaker: ada });
  expect((await memory.why()).receipt).toMatchObject({ client: 'codex', moment: 'after_failure' });
  expect(contextOf(await started(commandEnded({ session_id: 's2' })), 'PostToolUse')).toBe(warm);
  expect(await started(one)).toBe('');
  expect(await ask(commandEnded({ tool_response: 'ok 12 tests' }))).toBe('{}');
});

test('how a command ended is read where Codex writes it', async () => {
  const ask = await openServer();
  const quiet = 'charter: error 7, quill_tray is not full\nthe copy of the northern tower stopped';
  await using memory = await openMemory({ repository: scriptorium, home, speaker: ada });
  await memory.record({
    fix: 'Fill the tray twice',
    failure: { command: 'make charter', output: quiet, exitCode: 3 },
  });
  const told = (session: string, exitCode: number, transcript = `rollout-${session}.jsonl`) => {
    const ended = commandEnded({ tool_input: { command: 'make charter' }, tool_response: quiet });
    const item = { type: 'CommandExecution', id: ended.tool_use_id, exit_code: exitCode };
    const line = { type: 'event_msg', payload: { type: 'item_completed', item } };
    writeFileSync(join(home, `rollout-${session}.jsonl`), `${JSON.stringify(line)}\n`);
    return Object.assign(ended, { session_id: session, transcript_path: join(home, transcript) });
  };
  expect(contextOf(await ask(told('s1', 3)), 'PostToolUse')).toContain('Fill the tray twice');
  expect(contextOf(await started(told('s2', 3)), 'PostToolUse')).toContain('Fill the tray twice');
  expect(await ask(told('s3', 0))).toBe('{}');
  expect(await ask(told('s4', 3, 'gone.jsonl'))).toBe('{}');
});

// By itself, the test above and `reports.test.ts` stand in for it.
test.runIf(isFull)('before a patch, what is known of its files', async () => {
  const ask = await openServer();
  const warm = contextOf(await ask(edit({ session_id: 's1' })), 'PreToolUse');
  expect(warm).toContain('Quills are never shared.');
  expect(contextOf(await started(edit({ session_id: 's2' })), 'PreToolUse')).toBe(warm);
});

test('when a session starts, what holds here; when it ends or is compacted, nothing', async () => {
  const start = event('SessionStart', { source: 'startup' });
  expect(contextOf(await started(start), 'SessionStart')).toContain('Quills are never shared.');
  expect(await started(event('SessionStart', { source: 'resume' }))).toBe('');
  for (const name of some(['Stop', 'SessionEnd', 'PreCompact', 'Interrupt', 'PostCompact']))
    expect(await started(event(name, { trigger: 'auto', stop_hook_active: false })), name).toBe('');
});
