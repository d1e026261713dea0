import { readFile } from 'node:fs/promises';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { describe, expect, test } from 'vitest';
import { recordedFile, recordedMethods } from '../../src/mcp/first-answers.ts';
import { serverProfiles } from '../../src/model/server.ts';
import { builtFile } from '../doors/built-file.ts';
import { callOf, eras, startBuiltServer, startServer } from '../doors/mcp-server.ts';

const combinations = serverProfiles.flatMap((profile) =>
  SUPPORTED_PROTOCOL_VERSIONS.map((version) => [profile, version] as const),
);

// A server from source has nothing recorded beside it: it is the whole one from the first line.
describe.each(combinations)('with profile %s, version %s', (profile, version) => {
  test('the first answers are those of the whole server', async () => {
    const server = startServer(['--profile', profile]);
    const hello = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
    for (const [id, method] of recordedMethods.entries()) {
      server.write({ jsonrpc: '2.0', id, method, params: id === 0 ? hello : {} });
      const { result } = await server.answer(id);
      const recorded = JSON.parse(
        await readFile(builtFile(`programs/${recordedFile(profile, version)}`), 'utf8'),
      );
      expect(recorded[method], method).toEqual(result);
      if (id === 0) server.write({ jsonrpc: '2.0', method: 'notifications/initialized' });
    }
  });
});

test('the whole server takes over where a tool is called, and answers nothing again', async () => {
  const server = startBuiltServer();
  server.write(...eras['2025-06-18'].opening, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  await server.answer(1);
  server.write(callOf(2, 'hook', { session_id: 's' }, '2025-06-18'));
  expect((await server.answer(2)).result).toEqual({ content: [{ type: 'text', text: '{}' }] });
  server.write(
    callOf(3, 'recall', { query: 'how is tea made?' }, '2025-06-18'),
    callOf(4, 'hook', { session_id: 's' }, '2025-06-18'),
    { jsonrpc: '2.0', id: 5, method: 'tools/list' },
  );
  for (const id of [3, 4, 5]) await server.answer(id);
  expect(server.messages().map(({ id }) => id)).toEqual(expect.arrayContaining(['opening', 1, 2, 3, 4, 5]));
  expect(server.messages()).toHaveLength(6);
  server.process.stdin.end();
  expect(await server.ended()).toMatchObject({ status: 0 });
});

test.each([
  [
    'a version that is not known',
    { protocolVersion: '1999-01-01', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  ],
  ['no version', { capabilities: {}, clientInfo: { name: 'x', version: '1' } }],
  [
    'a version that is a path',
    { protocolVersion: '../../package', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  ],
])('%s is left to the whole server', async (_, params) => {
  const [built, whole] = [startBuiltServer(), startServer()];
  for (const server of [built, whole]) server.write({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const [one, other] = [await built.answer(1), await whole.answer(1)];
  expect(one).toEqual(other);
});

test.each([
  ['the end of its input', (server: ReturnType<typeof startServer>) => server.process.stdin.end()],
  ['a signal', (server: ReturnType<typeof startServer>) => void server.process.kill('SIGTERM')],
  [
    'the end of its output',
    (server: ReturnType<typeof startServer>) => {
      server.process.stdout.destroy();
      server.write({ jsonrpc: '2.0', id: 9, method: 'tools/list' });
    },
  ],
])('%s ends a server that was asked nothing else', async (_, end) => {
  const server = startBuiltServer();
  server.write(...eras['2025-06-18'].opening);
  await server.answer('opening');
  end(server);
  expect(await server.ended()).toMatchObject({ status: 0 });
});

test('a hook that was called just before the end is answered', async () => {
  const server = startBuiltServer();
  server.write(...eras['2025-06-18'].opening, callOf(1, 'hook', { session_id: 's' }, '2025-06-18'));
  server.process.stdin.end();
  expect(await server.ended()).toMatchObject({ status: 0 });
  expect(server.messages().map(({ id }) => id)).toEqual(['opening', 1]);
});
