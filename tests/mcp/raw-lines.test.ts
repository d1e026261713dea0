import { describe, expect, test } from 'vitest';
import { callOf, type Era, eras, requestOf, startServer } from '../doors/mcp-server.ts';

const megabyte = 1_048_576;

test.each(Object.keys(eras) as readonly Era[])('in the era %s, a line is answered by a line', async (era) => {
  const server = startServer();
  server.write(...eras[era].opening, requestOf(era, 'list', 'tools/list'));
  const { result } = await server.answer('list');
  expect(result?.tools).toHaveLength(9);
  if (era === '2026-07-28') {
    expect(result).toMatchObject({ resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' });
  } else {
    expect(result).not.toHaveProperty('resultType');
    expect((await server.answer('opening')).result).toMatchObject({ protocolVersion: era });
  }

  // Calls overlap, those that came last are done first, and the number 0 is not the text '0'.
  const ids = Array.from({ length: 32 }, (_, index) => (index % 2 === 0 ? index : `${index - 1}`));
  const queryOf = (id: number | string): string => `sleep ${(32 - Number(id)) * 5} ${typeof id}`;
  for (const id of ids) server.write(callOf(id, 'recall', { query: queryOf(id) }, era));
  for (const id of ids) {
    const answer = await server.answer(id);
    expect(answer.result?.content?.[0]?.text).toBe(`${queryOf(id)}\ndecision 0c4d4fb0`);
  }
});

test('a client of 2026-07-28 may ask first what is spoken here', async () => {
  const server = startServer();
  server.write(requestOf('2026-07-28', 1, 'server/discover'));
  expect((await server.answer(1)).result).toMatchObject({
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    instructions: expect.stringMatching(/recall before work/),
  });
});

test('an invalid line does not end the connection', async () => {
  const server = startServer();
  server.process.stdin.write('no json\n\n[]\n{"jsonrpc":"2.0","id":9}\n{"id":1}\nnull\n\u0000\xff\n');
  server.write(requestOf('2026-07-28', 1, 'tools/list'), requestOf('2026-07-28', 2, 'no/such'));
  expect((await server.answer(1)).result?.tools).toHaveLength(9);
  expect((await server.answer(2)).error?.code).toBe(-32_601);
});

describe('a line of more than a megabyte', () => {
  const filler = 'x'.repeat(megabyte);

  test('is refused: by its id, where that stands at either end', async () => {
    const server = startServer();
    server.process.stdin.write(`{"jsonrpc":"2.0","id":7,"method":"ping","params":{"filler":"${filler}"}}\n`);
    server.process.stdin.write(
      `{"method":"ping","params":{"filler":"${filler}"},"jsonrpc":"2.0","id":"8"}\n`,
    );
    for (const id of [7, '8']) {
      expect((await server.answer(id)).error).toMatchObject({ code: -32_600, message: /larger than 1 MB/ });
    }
    server.process.stdin.write(`{"params":{"id":5,"filler":"${filler}","jsonrpc":"2.0","id":6}}\n`);
    const refusal = await server.answer(({ id, error }) => id === undefined && error !== undefined);
    expect(refusal).toEqual({ jsonrpc: '2.0', error: expect.objectContaining({ code: -32_600 }) });
    server.write(requestOf('2026-07-28', 9, 'tools/list'));
    expect((await server.answer(9)).result?.tools).toHaveLength(9);
  });

  test('is answered with silence, where a hook is called', async () => {
    const server = startServer();
    const params = `"params":{"name":"hook","arguments":{"tool_response":"${filler}"}}`;
    server.process.stdin.write(`{"method":"tools/call",${params},"jsonrpc":"2.0","id":1}\n`);
    server.process.stdin.write(`{"jsonrpc":"2.0","id":"2","method":"tools/call",${params}}\n`);
    for (const id of [1, '2']) {
      const { result, error } = await server.answer(id);
      expect({ result, error }).toEqual({
        result: { content: [{ type: 'text', text: '{}' }] },
        error: undefined,
      });
    }
    const quoted = JSON.stringify(`{"method":"tools/call","params":{"name":"hook"}}${filler}`);
    server.process.stdin.write(`{"jsonrpc":"2.0","id":3,"method":"ping","params":{"a":${quoted}}}\n`);
    expect((await server.answer(3)).error).toMatchObject({ code: -32_600 });
  });

  test('is taken up to the limit', async () => {
    const server = startServer();
    const rest = JSON.stringify(callOf(1, 'recall', { query: '' })).length + '\n'.length;
    const query = 'y'.repeat(megabyte - rest);
    server.write(callOf(1, 'recall', { query }), callOf(2, 'recall', { query: `${query}y` }));
    expect((await server.answer(1)).result?.content?.[0]?.text).toBe(`${query}\ndecision 0c4d4fb0`);
    expect((await server.answer(2)).error?.code).toBe(-32_600);
  });
});

test('debug output and internal faults stay off standard output', async () => {
  const server = startServer();
  server.write(callOf(1, 'recall', { query: 'talk aside' }));
  server.write(callOf(2, 'recall', { query: 'fail at /home/ada/secret.ts' }));
  await server.answer(1);
  const { result } = await server.answer(2);
  expect(server.messages()).toHaveLength(2);
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('internal fault') }],
  });
  expect(JSON.stringify(result)).not.toMatch(/ada|TypeError|serve-fake-memory/);
  await expect
    .poll(server.stderr)
    .toMatch(/^aside\nafterwit: The tool recall failed: at .home.ada.secret\.ts \(/);
});

test('secrets and misleading characters leave by no way', async () => {
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  const hostile = `\u001b[2J\u202e${secret}\u{e0041}`;
  const server = startServer();
  server.write(
    callOf(1, 'recall', { query: hostile }),
    callOf(2, 'remember', { content: `refuse ${hostile}` }),
    callOf(3, 'remember', { content: 'x', title: hostile }),
    callOf(4, 'recall', { query: `fail ${hostile}` }),
    callOf(5, 'locate', { [hostile]: 1 }),
    callOf(6, hostile, {}),
  );
  for (const id of [1, 2, 3, 4, 5, 6]) await server.answer(id);
  const out = `${JSON.stringify(server.messages())}${server.stderr()}`;
  for (const hidden of [secret, '\\u001b', '\u001b', '\u202e', '\u{e0041}'])
    expect(out).not.toContain(hidden);
  expect(out).toContain('[redacted:');
});
