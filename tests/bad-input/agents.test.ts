import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openMemory } from '../../src/index.ts';
import { runHookProcess } from '../doors/claude-code-hook.ts';
import { realServer } from '../doors/mcp-server.ts';
import { isFull, some } from '../effort.ts';
import { buildRepository, type TestRepository, temporaryFolder } from '../git/build-repository.ts';

let folder: string;
let home: string;
let kettle: TestRepository;

beforeEach(() => {
  folder = temporaryFolder();
  home = join(folder, 'home');
  kettle = buildRepository({ path: join(folder, 'kettle') });
  kettle.commit('Start the kettle', {
    'src/kettle.py': 'class Kettle:\n    def boil(self):\n        pass\n',
  });
});

interface ServerPlace {
  readonly repository?: string;
  readonly home?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

async function connect({ repository = kettle.path, home: inHome = home, environment }: ServerPlace = {}) {
  const client = new Client({ name: 'reader', version: '1' });
  onTestFinished(() => client.close());
  const { command, args } = realServer('--repo', repository, '--home', inHome);
  const inTime = ['--require', join(import.meta.dirname, '../mcp/programs/frozen-clock.cjs'), ...args];
  const transport = new StdioClientTransport({
    ...{ command, args: inTime },
    ...(environment === undefined ? {} : { env: { ...environment } }),
    stderr: 'ignore',
  });
  await client.connect(transport);
  const call = async (name: string, given: Record<string, unknown>) => {
    const { content, isError = false } = await client.callTool({ name, arguments: given });
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    return { text, isError };
  };
  return { call, pid: transport.pid ?? 0 };
}

/** Of what was remembered. */
const idIn = (text: string): string => /^Remembered: \w+ (\w{8})/.exec(text)?.[1] ?? '';

/** A failure that is known where the tests say so. */
const noLid = 'error: no lid on the kettle of the northern tower';
const inLanguages = [
  '水壶漏水了，请修理。',
  'Чайник течёт. ',
  'الغلاية تسرب. ',
  '🫖💧',
  'ก็กาต้มน้ำรั่ว ',
  'Der Kessel leckt. ',
];

/** As an older agent leaves it standing. */
const unfilled = (field: string): string => `\${${field}}`;

/** Odd reports of an agent. */
function oddEvents(): readonly object[] {
  const about = { session_id: 's1', cwd: kettle.path, transcript_path: null };
  const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 't1' };
  return [
    {},
    { hook_event_name: 'TeleportDone', ...about },
    { hook_event_name: null, session_id: 7, cwd: ['x'] },
    { hook_event_name: 'UserPromptSubmit' },
    { hook_event_name: 'UserPromptSubmit', ...about, prompt: null },
    { hook_event_name: 'UserPromptSubmit', ...about, prompt: unfilled('prompt') },
    { hook_event_name: 'PreToolUse', ...about, tool_name: 'Edit', tool_input: null },
    {
      hook_event_name: 'PreToolUse',
      ...about,
      tool_name: 'apply_patch',
      tool_input: { command: 'no patch' },
    },
    {
      hook_event_name: 'PreToolUse',
      ...about,
      tool_name: 'Write',
      tool_input: { file_path: 'C:\\Users\\ada\\x.ts' },
    },
    {
      hook_event_name: 'PreToolUse',
      ...about,
      tool_name: 'Write',
      tool_input: { file_path: '../../etc/passwd' },
    },
    { hook_event_name: 'PostToolUse', ...about, ...bash, tool_response: null },
    {
      hook_event_name: 'PostToolUse',
      ...about,
      ...bash,
      tool_response: { exit: 1, chunks: [noLid] },
    },
    {
      hook_event_name: 'PostToolUse',
      ...about,
      ...bash,
      cwd: 'C:\\Users\\ada\\kettle',
      tool_response: noLid,
    },
    { hook_event_name: 'PostToolUseFailure', ...about, ...bash, error: unfilled('error') },
    {
      hook_event_name: 'PostToolUseFailure',
      ...about,
      ...bash,
      error: { text: noLid },
      schema_version: 9,
    },
    { hook_event_name: 'SessionStart', ...about, source: 'hibernated' },
    { hook_event_name: 'PreCompact', ...about, trigger: 42 },
    { hook_event_name: 'Stop', ...about, stop_hook_active: 'perhaps' },
    { hook_event_name: 'SessionEnd', ...about, transcript_path: 'C:\\Users\\ada\\.claude\\s.jsonl' },
  ];
}

describe('whatever an agent reports', () => {
  const ada = { kind: 'user', name: 'ada', source: 'cli' } as const;
  const failed = {
    ...{ hook_event_name: 'PostToolUseFailure', session_id: 's9', tool_name: 'Bash', tool_use_id: 't9' },
    ...{ tool_input: { command: 'npm test' }, error: `Exit code 1\n${noLid}` },
  };

  beforeEach(async () => {
    await using memory = await openMemory({ repository: kettle.path, home, speaker: ada });
    await memory.record({
      fix: 'Put the lid on',
      failure: { command: 'npm test', output: noLid, exitCode: 1 },
    });
  });

  test('a hook ends well and says nothing', async () => {
    for (const told of some(
      some([...oddEvents().map((event) => JSON.stringify(event)), '', '[]', 'null', '{"a":', '\0']),
    ))
      expect(await runHookProcess({ input: told, home }), told).toMatchObject({
        status: 0,
        stdout: '',
        stderr: '',
      });
  });

  test('the tool of the server is silent, whichever way it is told, and the server stays', async () => {
    const { call } = await connect();
    for (const [turn, event] of oddEvents().entries())
      for (const told of some(
        [event, flat(event), { ...flat(event), agent: 'codex' }, { agent: 'nobody', ...event }],
        turn,
      ))
        expect(await call('hook', told as Record<string, unknown>), JSON.stringify(told)).toEqual({
          text: '{}',
          isError: false,
        });
    const known = { ...flat({ ...failed, cwd: kettle.path }) };
    expect((await call('hook', known)).text).toContain('Put the lid on');
  });

  test('long prompts in any language are taken, and those beyond the limit are silence', async () => {
    const { call } = await connect();
    await call('locate', { query: 'the kettle boils' });
    const told = { hook_event_name: 'UserPromptSubmit', session_id: 's1', cwd: kettle.path };
    for (const words of some(inLanguages)) {
      const prompt = words.repeat(Math.floor(150_000 / words.length));
      expect((await call('hook', { ...told, prompt })).isError, words).toBe(false);
    }
    expect((await call('hook', { ...told, prompt: 'kettle '.repeat(200_000) })).text).toBe('{}');
    expect((await call('locate', { query: inLanguages.join(' ') })).isError).toBe(false);
  });
});

/** The arguments of a warm hook that could be filled in so. */
function flat(event: object): Record<string, unknown> {
  const { tool_input, tool_response, ...others } = event as Record<string, unknown>;
  return { ...others, ...(tool_input as object | null), output: tool_response };
}

describe('where something is missing', () => {
  test('without git every question says so, and the server stays', async () => {
    const { call } = await connect({ environment: { PATH: join(folder, 'nothing'), HOME: folder } });
    for (let round = 0; round < 2; round++)
      expect(await call('locate', { query: 'the kettle boils' })).toMatchObject({
        isError: true,
        text: expect.stringContaining('git'),
      });
    const told = {
      hook_event_name: 'UserPromptSubmit',
      session_id: 's',
      cwd: kettle.path,
      prompt: 'it leaks',
    };
    expect((await call('hook', told)).text).toBe('{}');
  });

  test('without a folder for its home every question says so, and the server stays', async () => {
    writeFileSync(join(folder, 'file'), '');
    const nowhere = join(folder, 'file', 'home');
    const { call } = await connect({ home: nowhere });
    for (let round = 0; round < 2; round++)
      expect(await call('remember', { content: 'Boil with the lid on.' })).toMatchObject({
        isError: true,
        text: expect.stringContaining('home'),
      });
    const told = JSON.stringify({ hook_event_name: 'SessionStart', session_id: 's', cwd: kettle.path });
    expect(await runHookProcess({ input: told, home: nowhere })).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '',
    });
  });
});

describe('several servers', () => {
  // By itself, killed indexers, several at once and the tests of a store stand in for these.
  const atLength = test.runIf(isFull);

  atLength('a memory acknowledged before a server was killed is known to the next one', async () => {
    const { call, pid } = await connect();
    const acknowledged: string[] = [];
    const asked = Array.from({ length: 12 }, async (_, at) => {
      const { text } = await call('remember', {
        content: `Rule ${at}: valve ${at} opens at ${at + 80} degrees.`,
      });
      acknowledged.push(idIn(text));
      if (acknowledged.length === 5) process.kill(pid, 'SIGKILL');
    });
    await Promise.allSettled(asked);
    expect(acknowledged.length).toBeGreaterThanOrEqual(5);
    const next = await connect();
    for (const id of acknowledged) expect((await next.call('recall', { id })).isError, id).toBe(false);
  });

  atLength('two in one repository both index it, remember, and see what the other remembered', async () => {
    for (let at = 0; at < 3; at++)
      kettle.commit(`Polish the handle, round ${at}`, { 'src/handle.py': `x = ${at}\n` });
    const servers = await Promise.all([connect(), connect()]);
    // A busy server answers from the history until it has read the code.
    const locate = async ({ call }: (typeof servers)[number]) => {
      for (;;) {
        const answer = await call('locate', { query: 'polish the handle' });
        if (!answer.text.includes('is still being read')) return answer;
        await new Promise((done) => setTimeout(done, 50));
      }
    };
    for (const { isError, text } of await Promise.all(servers.map(locate))) {
      expect(isError).toBe(false);
      expect(text).toContain('None of 2 files');
    }
    const kept = await Promise.all(
      servers.flatMap(({ call }, server) =>
        Array.from({ length: 8 }, (_, at) =>
          call('remember', {
            content: `Server ${server} found that pipe ${at} needs gasket ${at * 3 + server}.`,
          }),
        ),
      ),
    );
    const ids = kept.map(({ text }) => idIn(text));
    expect(new Set(ids).size).toBe(16);
    for (const { call } of servers)
      for (const id of ids) expect((await call('recall', { id })).isError, id).toBe(false);
  });
});
