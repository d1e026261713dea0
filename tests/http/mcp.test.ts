import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openMemory } from '../../src/index.ts';
import { openMcpOverHttp } from '../../src/mcp/main.ts';
import { buildRepository } from '../git/build-repository.ts';
import { enter, openServer } from './open-server.ts';

const eras: Readonly<Record<string, ClientOptions>> = {
  '2025-11-25': {},
  '2026-07-28': { versionNegotiation: { mode: { pin: '2026-07-28' } } },
};

async function openMcpServer() {
  const repository = buildRepository();
  repository.commit('one', { 'src/store.ts': 'export const a = 1;\n' });
  return await openServer({ repository: repository.path, openMcp: openMcpOverHttp });
}

async function connectTo(origin: string, token: string, options: ClientOptions = {}): Promise<Client> {
  const client = new Client({ name: 'Claude Code', version: '2.1' }, options);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

const textOf = ({ content }: Awaited<ReturnType<Client['callTool']>>): string =>
  content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n');

describe.each(Object.entries(eras))('an agent that speaks %s', (era, options) => {
  it('is offered the tools, and speaks for itself, whichever token it has', async () => {
    const server = await openMcpServer();
    const client = await connectTo(server.origin, server.agentToken, options);
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('recall');
    const content = 'Run the build before the tests. The key is AKIAIOSFODNN7EXAMPLQ.';
    const kept = await client.callTool({ name: 'remember', arguments: { content, type: 'fix' } });
    expect(textOf(kept)).toMatch(/^Remembered/);
    const person = await connectTo(server.origin, server.token, options);
    const found = await person.callTool({
      name: 'recall',
      arguments: { query: 'run the build before tests' },
    });
    expect(textOf(found)).not.toContain('AKIAIOSFODNN7EXAMPLQ');
    await person.callTool({
      name: 'remember',
      arguments: { content: 'Dates are kept in UTC.', type: 'fix' },
    });
    const listed = await server.ask('/api/list?where=all', { headers: await enter(server) });
    const spoken = JSON.parse(listed.text).items.map((item: { principal: string; trust: string }) => [
      item.principal,
      item.trust,
    ]);
    expect(spoken).toEqual([
      ['agent:claude-code', 'agent'],
      ['agent:claude-code', 'agent'],
    ]);
    expect(server.faults).toEqual([]);
  });

  it('turns down what a person said in its own session alone', async () => {
    const repository = buildRepository();
    repository.commit('one', { 'src/store.ts': 'export const a = 1;\n' });
    const server = await openServer({ repository: repository.path, openMcp: openMcpOverHttp });
    await using memory = await openMemory({ repository: repository.path, home: server.home });
    const speaker = { kind: 'user', name: 'ada', source: 'cli' } as const;
    await memory.remember({
      content: 'Never boil the kettle without its lid.',
      type: 'constraint',
      speaker,
    });
    const [one, other] = [
      await connectTo(server.origin, server.agentToken, options),
      await connectTo(server.origin, server.agentToken, options),
    ];
    const asked = { name: 'recall', arguments: { query: 'boil the kettle without its lid' } };
    const [, decision] = /\ndecision ([0-9a-f-]+)$/.exec(textOf(await one.callTool(asked))) ?? [];
    const turned = await one.callTool({ name: 'feedback', arguments: { decision, outcome: 'rejected' } });
    expect(textOf(turned)).toContain('turned down');
    for (const known of [asked, { name: 'brief', arguments: {} }])
      expect(textOf(await other.callTool(known)), known.name).toContain('its lid');
  });
});

describe('the address of agents', () => {
  const initialize = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  });
  const own = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

  it('refuses a request without the token, from another page, by another name, or with the cookie of a page', async () => {
    const server = await openMcpServer();
    const authorization = `Bearer ${server.agentToken}`;
    const { cookie } = await enter(server);
    for (const [headers, status] of [
      [{}, 401],
      [{ authorization: 'Bearer x' }, 401],
      [{ cookie }, 401],
      [{ authorization, origin: 'https://example.com' }, 403],
      [{ authorization, 'sec-fetch-site': 'cross-site' }, 403],
      [{ authorization, host: `example.com:${server.port}` }, 421],
      [{ authorization }, 200],
    ] as const) {
      const asked = { method: 'POST', headers: { ...own, ...headers }, body: initialize };
      expect((await server.ask('/mcp', asked)).status, JSON.stringify(headers)).toBe(status);
    }
    for (const path of [
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
    ])
      expect((await server.ask(path)).status).toBe(404);
  });

  it('knows no session that it did not begin, ends the oldest of too many, and reads a megabyte at most', async () => {
    const server = await openMcpServer();
    const headers = { ...own, authorization: `Bearer ${server.agentToken}` };
    const post = (body: string, more = {}) =>
      server.ask('/mcp', { method: 'POST', headers: { ...headers, ...more }, body });
    const sessions: string[] = [];
    for (let n = 0; n < 33; n++) sessions.push(String((await post(initialize)).headers['mcp-session-id']));
    const list = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    const statusIn = async (session: string) => (await post(list, { 'mcp-session-id': session })).status;
    expect(
      await Promise.all(
        ['made-up', sessions[0], sessions[1], sessions[32]].map((one) => statusIn(one ?? '')),
      ),
    ).toEqual([404, 404, 200, 200]);
    expect((await post(`"${'x'.repeat(1_100_000)}"`)).status).toBe(413);
    expect((await post(list)).status).toBe(400);
  });

  it('keeps the server while an agent listens, and no longer', async () => {
    const server = await openServer({
      openMcp: openMcpOverHttp,
      idleMs: { afterLast: 300, untilFirst: 20_000 },
    });
    let hasEnded = false;
    server.ended.then(() => {
      hasEnded = true;
    });
    const client = await connectTo(server.origin, server.agentToken);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(hasEnded).toBe(false);
    await client.close();
    await expect.poll(() => hasEnded, { timeout: 10_000 }).toBe(true);
  });
});
