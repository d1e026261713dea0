import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, SettingsPart } from '../../ports/settings-files.ts';
import { type WarmEvent, warmArguments } from '../moments/warm-report.ts';
import { planRemoval, planSetup } from './change-settings.ts';
import { agentHookPart } from './hook-settings.ts';
import { agentServer, hookEntry, serverEntry } from './json-settings.ts';

const claudeCodeHooks = agentHookPart('claude-code') as SettingsPart;
const startable = {
  node: '/usr/bin/node',
  hook: '/opt/afterwit/dist/hooks/claude-code.js',
  command: '/opt/afterwit/dist/bin.js',
};
const hook = hookEntry('claude-code', startable, 'cold');
const warmOrCold = hookEntry('claude-code', startable);
const warmFor = (event: WarmEvent) => ({ ...(warmOrCold.warm as JsonObject), input: warmArguments(event) });
const warm = warmFor('PostToolUse');
const server = serverEntry('claude-code', { ...startable, home: '/memories' });
const group = { matcher: 'Bash', hooks: [hook] };
const ended = { matcher: 'Bash|Read', hooks: [hook] };
const always = { hooks: [hook] };
const editors = 'Bash|Edit|MultiEdit|NotebookEdit|Write';
/** Hooks of the moments other than a finished command. */
const moments = {
  ...{ Stop: [always], PreCompact: [always], SessionEnd: [always] },
  SessionStart: [{ matcher: 'startup|clear|compact', hooks: [hook] }],
  UserPromptSubmit: [always],
  PreToolUse: [{ matcher: editors, hooks: [hook] }],
};

const parts = [
  { name: 'hooks', part: claudeCodeHooks, entry: hook },
  { name: 'hooks of the server', part: claudeCodeHooks, entry: warmOrCold },
  { name: 'server', part: agentServer('claude-code'), entry: server },
] as const;

const path = '/home/ada/.claude/settings.json';

function hooksAfterSetup(settings: unknown): unknown {
  const { text = '' } = planSetup(claudeCodeHooks, { path, text: JSON.stringify(settings) }, hook);
  return JSON.parse(text).hooks;
}

function settingsAfterRemoval(settings: unknown): unknown {
  const { text = '' } = planRemoval(claudeCodeHooks, {
    path,
    text: JSON.stringify(settings),
    original: '{"x":1}',
  });
  return JSON.parse(text);
}

const formatter = { type: 'command', command: 'prettier --check .' };

describe('a setup', () => {
  it('makes a file', () => {
    const planned = planSetup(claudeCodeHooks, { path }, hook);
    expect(planned).toMatchObject({ kind: 'created', copy: 'keep' });
    expect(JSON.parse(planned.text ?? '')).toEqual({
      hooks: { PostToolUseFailure: [group], PostToolUse: [ended], ...moments },
    });
    expect(planned.diff).toEqual(
      (planned.text ?? '')
        .trimEnd()
        .split('\n')
        .map((line) => `+${line}`),
    );
  });

  it('names the server with the home it is to use', () => {
    const { text = '' } = planSetup(
      agentServer('claude-code'),
      { path, text: '{"mcpServers":{"other":{}}}' },
      server,
    );
    expect(JSON.parse(text).mcpServers).toEqual({
      other: {},
      afterwit: {
        type: 'stdio',
        command: '/usr/bin/node',
        args: ['/opt/afterwit/dist/bin.js', 'mcp', '--home', '/memories'],
      },
    });
  });

  it.each([
    {
      beside: 'hooks of the same event',
      hooks: {
        PostToolUse: [
          { matcher: 'Bash', hooks: [formatter] },
          { matcher: 'Edit', hooks: [] },
        ],
      },
      after: {
        PostToolUse: [{ matcher: 'Bash', hooks: [formatter] }, { matcher: 'Edit', hooks: [] }, ended],
        PostToolUseFailure: [group],
        ...moments,
      },
    },
    {
      beside: 'hooks of other events',
      hooks: { Stop: [{ hooks: [formatter] }] },
      after: {
        PostToolUseFailure: [group],
        PostToolUse: [ended],
        ...moments,
        Stop: [{ hooks: [formatter] }, always],
      },
    },
    {
      beside: 'groups of no known form',
      hooks: { PostToolUse: [null, 'x', { hooks: 'y' }, { hooks: [7, { type: 'http' }] }] },
      after: {
        PostToolUse: [null, 'x', { hooks: 'y' }, { hooks: [7, { type: 'http' }] }, ended],
        PostToolUseFailure: [group],
        ...moments,
      },
    },
  ])('stands beside $beside', ({ hooks, after }) => {
    expect(hooksAfterSetup({ model: 'opus', hooks })).toEqual(after);
  });

  const older = { type: 'command', command: '/old/node', args: ['/old/afterwit/dist/hooks/claude-code.js'] };
  const onWindows = {
    type: 'command',
    command: 'C:\\n.exe',
    args: ['C:\\afterwit\\dist\\hooks\\claude-code.js'],
  };
  const inAShell = { type: 'command', command: '/usr/local/bin/afterwit hook' };
  it.each([older, onWindows, inAShell])(
    'brings an older entry up to date where it stands: $command',
    (old) => {
      const hooks = {
        PostToolUse: [
          { matcher: 'Bash|PowerShell', hooks: [formatter, { ...old, statusMessage: 'asking' }] },
        ],
        Notification: [{ hooks: [old] }],
      };
      expect(hooksAfterSetup({ hooks })).toEqual({
        PostToolUse: [
          { matcher: 'Bash|PowerShell', hooks: [formatter, { ...hook, statusMessage: 'asking' }] },
        ],
        PostToolUseFailure: [group],
        ...moments,
      });
    },
  );

  it('leaves one of several entries', () => {
    const hooks = { PostToolUse: [group, { matcher: 'Bash', hooks: [formatter, hook, hook] }] };
    expect(hooksAfterSetup({ hooks })).toEqual({
      PostToolUse: [ended, { matcher: 'Bash', hooks: [formatter] }],
      PostToolUseFailure: [group],
      ...moments,
    });
  });

  it('keeps variables that were given to the server, and replaces one of another kind', () => {
    const env = { AFTERWIT_LOG: 'debug' };
    for (const { old, after } of [
      { old: { type: 'stdio', command: 'npx', args: [], env }, after: { ...server, env } },
      { old: { command: 'npx', args: [], env }, after: { ...server, env } },
      { old: { env }, after: { ...server, env } },
      { old: { type: 'http', url: 'https://example.org' }, after: server },
      { old: { url: 'https://example.org' }, after: server },
      { old: 'x', after: server },
    ]) {
      const text = JSON.stringify({ mcpServers: { afterwit: old } });
      const planned = planSetup(agentServer('claude-code'), { path, text }, server);
      expect(JSON.parse(planned.text ?? '')).toEqual({ mcpServers: { afterwit: after } });
    }
  });

  it.each(['[1]', '"text"', 'null', '{"a": 1,}', '{ // comment\n}', '{', '\u0000'])(
    'leaves alone what is no JSON object: %j',
    (text) => {
      for (const { part, entry } of parts) {
        const refusal = { code: 'INVALID_SETTING', message: expect.stringContaining(path) };
        expect(() => planSetup(part, { path, text }, entry)).toThrow(expect.objectContaining(refusal));
        expect(() => planRemoval(part, { path, text })).toThrow(expect.objectContaining(refusal));
      }
    },
  );

  it.each([
    { part: claudeCodeHooks, settings: { hooks: [] } },
    { part: claudeCodeHooks, settings: { hooks: null } },
    { part: claudeCodeHooks, settings: { hooks: { PostToolUse: {} } } },
    { part: agentServer('claude-code'), settings: { mcpServers: [] } },
  ])('leaves alone what is not laid out as the agent takes it: $settings', ({ part, settings }) => {
    const text = JSON.stringify(settings);
    expect(() => planSetup(part, { path, text }, hook)).toThrow(
      expect.objectContaining({ code: 'INVALID_SETTING' }),
    );
    expect(planRemoval(part, { path, text })).toEqual({ kind: 'unchanged', text, diff: [], copy: 'keep' });
  });
});

describe('hooks of a running server', () => {
  const { SessionEnd: _, ...lasting } = moments;
  const after = {
    ...lasting,
    SessionStart: [{ matcher: 'clear|compact', hooks: [hook] }],
    Stop: [{ hooks: [warmFor('Stop')] }],
    PostToolUseFailure: [{ matcher: 'Bash', hooks: [warmFor('PostToolUseFailure')] }],
    PostToolUse: [{ matcher: 'Bash|Read', hooks: [warm] }],
    UserPromptSubmit: [{ hooks: [warmFor('UserPromptSubmit')] }],
    PreToolUse: [{ matcher: editors, hooks: [warmFor('PreToolUse')] }],
  };
  const setUp = (settings: unknown, entry = warmOrCold): unknown => {
    const { text = '' } = planSetup(claudeCodeHooks, { path, text: JSON.stringify(settings) }, entry);
    return JSON.parse(text).hooks;
  };

  it('are called where the server is sure to run, and processes started at the other moments', () => {
    expect(setUp({})).toEqual(after);
    expect(warm).toMatchObject({ type: 'mcp_tool', server: 'afterwit', tool: 'hook' });
    expect(warm.input).toMatchObject({ command: '$' + '{tool_input.command}' });
  });

  it('take the place of those that start a process, and give it back', () => {
    const started = setUp({}, hook);
    expect(setUp({ hooks: started })).toEqual(after);
    expect(setUp({ hooks: after }, hook)).toEqual(started);
  });

  it('keep what others gave to our handler, and nothing of its kind', () => {
    const noted = { ...hook, statusMessage: 'asking' };
    expect(setUp({ hooks: { PostToolUse: [{ matcher: 'Bash', hooks: [noted] }] } })).toMatchObject({
      PostToolUse: [{ matcher: 'Bash|Read', hooks: [{ statusMessage: 'asking', ...warm }] }],
    });
  });

  it('are told from hooks that call another server, or another tool', () => {
    const foreign = [
      { ...warm, server: 'other' },
      { ...warm, tool: 'recall' },
    ];
    const text = JSON.stringify({ hooks: { PostToolUse: [{ matcher: 'Bash', hooks: foreign }] } });
    expect(planRemoval(claudeCodeHooks, { path, text }).kind).toBe('unchanged');
  });
});

describe('a copy of the file', () => {
  it.each([
    { when: 'it is ours for the first time', text: '{"x":1}', original: undefined, copy: 'make' },
    { when: 'an older copy is left over', text: '{"x":1}', original: '{}', copy: 'make' },
    {
      when: 'only our entry is renewed',
      text: JSON.stringify({ hooks: { Stop: [group] } }),
      original: '{}',
      copy: 'keep',
    },
    {
      when: 'our entry is renewed without one',
      text: JSON.stringify({ hooks: { Stop: [group] } }),
      original: undefined,
      copy: 'make',
    },
    { when: 'there is no file', text: undefined, original: undefined, copy: 'keep' },
  ])('$copy: $when', ({ text, original, copy }) => {
    const file = {
      path,
      ...(text === undefined ? {} : { text }),
      ...(original === undefined ? {} : { original }),
    };
    expect(planSetup(claudeCodeHooks, file, hook).copy).toBe(copy);
  });
});

describe('a removal', () => {
  it.each([
    { what: 'the file that was made', text: undefined },
    { what: 'an empty object', text: '{}' },
    { what: 'an object laid out oddly', text: '{ \n\n }' },
    { what: 'an empty file', text: '' },
    { what: 'a file of blanks', text: ' \n' },
    { what: 'containers that were empty before', text: '{"hooks": {"PostToolUse": [ ]}, "mcpServers":{ }}' },
    { what: 'a file in one line', text: '{"model":"opus"}' },
    { what: 'a file of Windows', text: '\uFEFF{\r\n\t"model": "opus"\r\n}\r\n' },
  ])('leaves what was there: $what', ({ text }) => {
    for (const { part, entry } of parts) {
      const set = planSetup(part, { path, ...(text === undefined ? {} : { text }) }, entry);
      const original = text === undefined ? {} : { original: text };
      const removed = planRemoval(part, { path, text: set.text ?? '', ...original });
      expect(removed.text).toBe(text);
      expect(removed.kind).toBe(text === undefined ? 'removed' : 'changed');
      expect(removed.copy).toBe(text === undefined ? 'keep' : 'drop');
    }
  });

  it('takes out what is ours and leaves what others added since', () => {
    const hooks = {
      PostToolUseFailure: [group],
      PostToolUse: [group, { matcher: 'Edit', hooks: [formatter] }],
    };
    expect(settingsAfterRemoval({ model: 'opus', hooks })).toEqual({
      model: 'opus',
      hooks: { PostToolUse: [{ matcher: 'Edit', hooks: [formatter] }] },
    });
  });

  it('leaves a foreign hook of the same group', () => {
    const hooks = { PostToolUse: [{ matcher: 'Bash', hooks: [hook, formatter] }] };
    expect(settingsAfterRemoval({ hooks })).toEqual({
      hooks: { PostToolUse: [{ matcher: 'Bash', hooks: [formatter] }] },
    });
  });

  it('leaves a hook whose path only looks like ours', () => {
    const foreign = [
      { type: 'command', command: 'node', args: ['/home/ada/hooks/claude-code.js'] },
      { type: 'command', command: 'echo afterwit' },
      { type: 'command', command: '/opt/afterwit-like/run' },
    ];
    const settings = { hooks: { PostToolUse: [{ matcher: 'Bash', hooks: foreign }] } };
    expect(planRemoval(claudeCodeHooks, { path, text: JSON.stringify(settings) }).kind).toBe('unchanged');
  });

  it('gives back an entry that the file had before the setup', () => {
    const entry = agentServer('claude-code');
    const original = JSON.stringify({ mcpServers: { afterwit: { ...server, command: '/old/node' } }, x: 1 });
    const { text = '' } = planSetup(entry, { path, text: original }, server);
    const removed = planRemoval(entry, { path, text, original });
    expect(removed).toMatchObject({ kind: 'changed', text: original, copy: 'drop' });
  });

  it('gives back no hook of an older setup, of which no copy was kept', () => {
    const older = { type: 'command', command: '/old/node', args: ['/old/dist/hooks/claude-code.js'] };
    for (const beside of [[], [formatter]]) {
      const hooks = { PostToolUse: [{ matcher: 'Bash', hooks: [older, ...beside] }] };
      const original = JSON.stringify({ model: 'opus', hooks }, null, 2);
      const { text = '' } = planSetup(claudeCodeHooks, { path, text: original }, warmOrCold);
      const removed = planRemoval(claudeCodeHooks, { path, text, original });
      const left =
        beside.length === 0 ? {} : { hooks: { PostToolUse: [{ matcher: 'Bash', hooks: beside }] } };
      expect(JSON.parse(removed.text ?? '')).toEqual({ model: 'opus', ...left });
    }
  });

  it('does not ask for a form of the original that it can no longer add to', () => {
    const { text = '' } = planSetup(claudeCodeHooks, { path, text: '{"x":1}' }, hook);
    const removed = planRemoval(claudeCodeHooks, { path, text, original: '{"hooks":[]}' });
    expect(JSON.parse(removed.text ?? '')).toEqual({ x: 1 });
  });

  it('refuses an entry that it cannot take out', () => {
    const stuck = { ...agentServer('claude-code'), take: (text: string) => text };
    const { text = '' } = planSetup(stuck, { path }, server);
    expect(() => planRemoval(stuck, { path, text })).toThrow(
      expect.objectContaining({ code: 'INVALID_SETTING', message: expect.stringContaining('by hand') }),
    );
  });

  it('does without a copy that is damaged', () => {
    const { text = '' } = planSetup(claudeCodeHooks, { path, text: '{"x":1}' }, hook);
    expect(planRemoval(claudeCodeHooks, { path, text, original: '{' })).toMatchObject({
      kind: 'changed',
      text: '{"x":1}',
      copy: 'keep',
    });
  });
});

describe('with any settings', () => {
  const layouts = fc.constantFrom<string | number | undefined>(undefined, 2, 4, '\t');
  const handlers = fc.oneof(
    fc.constant(formatter),
    fc.constant(hook),
    fc.constant(warm),
    fc.jsonValue({ maxDepth: 1 }),
  );
  const groups = fc.array(
    fc.oneof(
      fc.record({ matcher: fc.string(), hooks: fc.array(handlers, { maxLength: 3 }) }),
      fc.jsonValue(),
    ),
    { maxLength: 3 },
  );
  const events = fc.dictionary(fc.constantFrom('PostToolUse', 'PostToolUseFailure', 'Stop'), groups);
  const settings = fc.record(
    {
      model: fc.jsonValue(),
      hooks: events,
      mcpServers: fc.dictionary(fc.string(), fc.jsonValue()),
      z: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );

  it('a second setup changes nothing, and a removal leaves nothing of ours', () => {
    fc.assert(
      fc.property(settings, layouts, fc.constantFrom(...parts), (value, layout, { part, entry }) => {
        const set = planSetup(part, { path, text: JSON.stringify(value, null, layout) }, entry);
        const text = set.text ?? '';
        expect(planSetup(part, { path, text }, entry).kind).toBe('unchanged');
        const removed = planRemoval(part, { path, text });
        expect(removed.text === undefined || part.find(removed.text) === undefined).toBe(true);
      }),
    );
  });

  it('a removal gives back, byte for byte, settings that we were not in', () => {
    fc.assert(
      fc.property(settings, layouts, fc.constantFrom(...parts), (value, layout, { part, entry }) => {
        const original = JSON.stringify(value, null, layout);
        fc.pre(part.find(original) === undefined && !Object.hasOwn(value.mcpServers ?? {}, 'afterwit'));
        const { text = '' } = planSetup(part, { path, text: original }, entry);
        expect(planRemoval(part, { path, text, original }).text).toBe(original);
      }),
    );
  });
});
