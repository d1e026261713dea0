import { expect, it } from 'vitest';
import { connect } from '../../src/hooks/opencode.ts';

/** A hook that says what it was told. */
const echo = `let told = ''; process.stdin.on('data', (text) => { told += text; }).on('end', () => {
  process.stdout.write(JSON.stringify({ hookSpecificOutput: { additionalContext: told } }));
});`;
const started = { node: process.execPath, words: ['-e', echo] };
const directory = '/home/ada/kettle';
const sessionID = 'ses_1';

type Plugin = Awaited<ReturnType<ReturnType<typeof connect>>>;
const open = (hook = started) => connect(hook)({ directory });

/** Events that OpenCode 1.18.33 sent to a plugin in a played session. */
const created = (info: object = {}) => ({
  event: { type: 'session.created', properties: { sessionID, info: { id: sessionID, ...info } } },
});
const text = { type: 'text', text: 'run the script', id: 'prt_1', messageID: 'msg_1', sessionID };
const bash = { tool: 'bash', sessionID, callID: 'call_1', args: { command: 'python3 boom.py' } };
const failed = () => ({
  title: 'python3 boom.py',
  metadata: { output: 'No module named yarlx\n', exit: 1, truncated: false },
  output: 'No module named yarlx\n',
});

async function prompted(plugin: Plugin): Promise<readonly Record<string, unknown>[]> {
  const parts = [text];
  await plugin['chat.message']({ sessionID }, { parts });
  expect(parts[0]).toBe(text);
  return parts.slice(1).map((part) => {
    expect(part).toMatchObject({ type: 'text', synthetic: true, messageID: 'msg_1', sessionID });
    return JSON.parse(part.text);
  });
}

const about = { session_id: sessionID, cwd: directory };
const prompt = { ...about, hook_event_name: 'UserPromptSubmit', prompt: 'run the script' };
const start = (source: string) => ({ ...about, hook_event_name: 'SessionStart', source });

it('the first prompt of a session, and the first after it was compacted, come with its start', async () => {
  const plugin = await open();
  await plugin.event(created());
  expect(await prompted(plugin)).toEqual([start('startup'), prompt]);
  expect(await prompted(plugin)).toEqual([prompt]);
  await plugin.event({ event: { type: 'session.compacted', properties: { sessionID } } });
  expect(await prompted(plugin)).toEqual([start('compact'), prompt]);
});

it('a session that another one started has no start', async () => {
  const plugin = await open();
  await plugin.event(created({ parentID: 'ses_0' }));
  expect(await prompted(plugin)).toEqual([prompt]);
});

it('the answer of the memory to a command follows its output', async () => {
  const plugin = await open();
  const told = async (result: { output: string; metadata: object }, args: object = bash.args) => {
    const { output } = result;
    await plugin['tool.execute.after']({ ...bash, args: { ...args } }, result);
    expect(result.output.startsWith(`${output}\n\n`)).toBe(true);
    return JSON.parse(result.output.slice(output.length));
  };
  const call = { ...about, tool_name: 'Bash', tool_use_id: 'call_1', tool_input: bash.args };
  const error = 'Exit code 1\nNo module named yarlx\n';
  expect(await told(failed())).toEqual({ ...call, hook_event_name: 'PostToolUseFailure', error });
  expect(await told({ output: 'fine\n', metadata: { exit: 0 } }, { ...bash.args, workdir: '/tmp' })).toEqual({
    ...call,
    ...{ hook_event_name: 'PostToolUse', cwd: '/tmp', tool_response: { stdout: 'fine\n' } },
  });
});

it('memories of a file are asked before an edit, and told with its result', async () => {
  const plugin = await open();
  const call = { tool: 'edit', sessionID, callID: 'call_2' };
  await plugin['tool.execute.before'](call, { args: { filePath: `${directory}/new.txt` } });
  const result = { output: 'Edit applied successfully.' };
  await plugin['tool.execute.after'](call, result);
  expect(JSON.parse(result.output.split('\n\n')[1] ?? '')).toMatchObject({
    hook_event_name: 'PreToolUse',
    tool_name: 'Edit',
    tool_input: { file_path: `${directory}/new.txt` },
  });
});

it.each([
  ['is silent', { node: process.execPath, words: ['-e', ''] }],
  ['says no JSON', { node: process.execPath, words: ['-e', 'console.log("oh")'] }],
  ['fails', { node: process.execPath, words: ['-e', 'process.exit(3)'] }],
  ['is not there', { node: '/nowhere/node', words: [] }],
])('nothing changes where the hook %s', async (_, hook) => {
  const plugin = await open(hook);
  await plugin.event(created());
  expect(await prompted(plugin)).toEqual([]);
  const result = failed();
  await plugin['tool.execute.after'](bash, result);
  expect(result).toEqual(failed());
});
