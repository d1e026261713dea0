import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { openHome } from '../../src/api/memory.ts';
import * as operations from '../../src/api/operations.ts';
import type { Speaker } from '../../src/model/provenance.ts';
import { runAfterwit } from '../doors/afterwit-command.ts';
import { open } from '../doors/open-library.ts';
import { times } from '../effort.ts';
import { buildRepository } from '../git/build-repository.ts';
import { enter, type OpenedServer, openServer } from './open-server.ts';

const content = 'Run the build before the tests';

/** A server whose home knows a repository with one memory. */
async function openFilled(options: { readonly speaker?: Speaker } = {}) {
  const server = await openServer(options);
  const repository = buildRepository();
  repository.commit('one', { 'a.ts': 'export const a = 1;\n' });
  const memory = await open(repository.path, server.home);
  const { item } = await memory.remember({ content, type: 'constraint' });
  const { id: repositoryId } = await memory.repositories.current();
  const headers = await enter(server);
  const send = async (name: string, input: object) => {
    const {
      status,
      text,
      headers: told,
    } = await server.ask(`/api/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    });
    return { status, type: told['content-type'], answer: JSON.parse(text) };
  };
  return { server, headers, send, item, repositoryId, repository };
}

it('answers by an address what it answers when it is sent, and what the library answers', async () => {
  const { server, headers, send, repositoryId } = await openFilled();
  await using home = await openHome({ home: server.home });
  const expected = JSON.parse(JSON.stringify(await home.list({ where: 'all', types: ['constraint'] })));
  expect(expected.count).toBe(1);
  expect((await send('list', { where: 'all', types: ['constraint'] })).answer).toEqual(expected);
  for (const query of ['where=all&types=constraint', `in=${repositoryId}&limit=5`]) {
    const { status, text } = await server.ask(`/api/list?${query}`, { headers });
    expect([status, JSON.parse(text)], query).toEqual([200, expected]);
  }
  const here = await server.ask(`/api/currentRepository?in=${repositoryId}`, { headers });
  expect(JSON.parse(here.text).id).toBe(repositoryId);
  const lines = await server.ask('/api/exportLines?where=all', { headers });
  expect(
    lines.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).content),
  ).toEqual([content]);
  expect(server.faults).toEqual([]);
});

it('lets an address ask only what changes nothing', async () => {
  const { server, headers } = await openFilled();
  for (const [name, operation] of Object.entries(operations)) {
    if ('reads' in operation) continue;
    const { status, text } = await server.ask(`/api/${name}`, { headers });
    expect(status, name).toBe(405);
    expect(JSON.parse(text).status).toBe(405);
  }
});

it('tells faults as problems, and never says who it is told to be', async () => {
  const { send, server, headers } = await openFilled();
  const speaker = { kind: 'user', name: 'eve', source: 'cli' };
  const cases = [
    ['show', { id: '00000000' }, 404, 'ITEM_NOT_FOUND'],
    ['show', {}, 400, 'INVALID_ARGUMENT'],
    ['show', { id: '00000000', speaker }, 400, 'INVALID_ARGUMENT'],
    ['list', { limit: 'many' }, 400, 'INVALID_ARGUMENT'],
    ['list', { signal: {} }, 400, 'INVALID_ARGUMENT'],
    ['purge', { preview: true }, 405, 'AT_TERMINAL_ONLY'],
    ['constructor', {}, 404, 'NOT_FOUND'],
    ['importLines', { lines: [] }, 400, 'INVALID_ARGUMENT'],
  ] as const;
  for (const [name, input, status, code] of cases) {
    const told = await send(name, input);
    expect([told.status, told.answer.code, told.type], name).toEqual([
      status,
      code,
      'application/problem+json',
    ]);
    expect(told.answer).toMatchObject({ status, title: expect.any(String), detail: expect.any(String) });
  }
  for (const body of ['{', '[]', '"text"', '7'])
    expect((await server.ask('/api/list', { method: 'POST', headers, body })).status, body).toBe(400);
  for (const query of ['limit=', 'limit=x', 'nothing=1', 'where=there', 'in=nowhere'])
    expect((await server.ask(`/api/list?${query}`, { headers })).status, query).toBeGreaterThanOrEqual(400);
  expect(server.faults).toEqual([]);
});

it('loses no edit of two who edit at once: the second is told what it says now', async () => {
  const { send, item } = await openFilled();
  expect((await send('edit', { id: item.id, content: 'First words', seen: content })).status).toBe(200);
  const late = await send('edit', { id: item.id, content: 'Second words', seen: content });
  expect(late.status).toBe(409);
  expect(late.answer).toMatchObject({ code: 'CHANGED_MEANWHILE', data: { content: 'First words' } });
  expect((await send('show', { id: item.id })).answer.item.content).toBe('First words');
});

it('rejects only what was read', async () => {
  const { send, item } = await openFilled();
  await send('edit', { id: item.id, content: 'First words' });
  const late = await send('reject', { id: item.id, seen: content });
  expect([late.status, late.answer.code]).toEqual([409, 'CHANGED_MEANWHILE']);
  expect((await send('show', { id: item.id })).answer.item.status).toBe('active');
  expect((await send('reject', { id: item.id, seen: 'First words' })).answer.status).toBe('archived');
});

it('looks through a home outside of any repository, from the first row on', async () => {
  const { send, item, repositoryId } = await openFilled();
  const [first] = (await send('browse', { offset: 0 })).answer.rows;
  expect(first.id).toBe(item.id);
  expect((await send('browse', { offset: 1 })).answer.rows).toEqual([]);
  expect((await send('review', { where: 'all', offset: 0 })).status).toBe(200);
  expect((await send('browse', { offset: -1 })).answer.code).toBe('INVALID_ARGUMENT');
  expect((await send('knownRepositories', {})).answer.map((one: { id: string }) => one.id)).toEqual([
    repositoryId,
  ]);
});

it.each([
  { kind: 'agent', name: 'claude-code', source: 'cli' },
  { kind: 'unknown', name: 'ada', source: 'cli' },
] as const)('decides nothing where it was started by $kind', async (speaker) => {
  const { send, item } = await openFilled({ speaker });
  for (const [name, input] of [
    ['edit', { content: 'Other words' }],
    ['approve', {}],
    ['reject', {}],
    ['archive', {}],
  ] as const) {
    const { status, answer } = await send(name, { id: item.id, ...input });
    expect([status, answer.code], name).toEqual([403, 'NEEDS_PERSON']);
  }
  expect((await send('show', { id: item.id })).answer.item.content).toBe(content);
});

it('describes each operation but those at a terminal only', async () => {
  const server = await openServer();
  const { text } = await server.ask('/api/openapi.json', { headers: await enter(server) });
  const { paths } = JSON.parse(text);
  for (const [name, operation] of Object.entries(operations)) {
    const path = paths[`/api/${name}`];
    expect(path === undefined, name).toBe(name === 'purge');
    if (path === undefined) continue;
    expect(path.get !== undefined, name).toBe('reads' in operation);
    const { schema } = path.post.requestBody.content['application/json'];
    expect(Object.keys(schema.properties)).not.toContain('speaker');
    expect(schema.additionalProperties).toBe(false);
  }
});

it('tells a page of what other processes write', async () => {
  const { server, headers, repository } = await openFilled();
  const events = await listen(server, headers);
  const first = await events.next();
  const { status } = await runAfterwit(['remember', 'Use tabs here'], {
    home: server.home,
    cwd: repository.path,
  });
  expect(status).toBe(0);
  expect(await events.next()).not.toEqual(first);
});

it(`serves ${times(32)} pages at once`, async () => {
  const { server } = await openFilled();
  const pages = await Promise.all(
    Array.from({ length: times(32) }, async () => {
      const headers = await enter(server);
      const events = await listen(server, headers);
      const answers = await Promise.all(
        ['list?where=all', 'review?where=all', 'statistics', 'timeline'].map((path) =>
          server.ask(`/api/${path}`, { headers }),
        ),
      );
      return [(await events.next())?.event, ...answers.map(({ status }) => status)];
    }),
  );
  expect(new Set(pages.map(String))).toEqual(new Set(['changed,200,200,200,200']));
});

it('ends a while after the last page has gone, and not before', async () => {
  const server = await openServer({ idleMs: { afterLast: 100, untilFirst: 60_000 } });
  const headers = await enter(server);
  const [one, other] = [await listen(server, headers), await listen(server, headers)];
  let hasEnded = false;
  const ended = server.ended.then(() => {
    hasEnded = true;
  });
  one.close();
  // Far longer than it would take without the other one.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(hasEnded).toBe(false);
  other.close();
  await ended;
});

/** The events that a page hears, one after the other. */
async function listen({ port }: OpenedServer, headers: Readonly<Record<string, string>>) {
  const asking = get({
    port,
    host: '127.0.0.1',
    path: '/api/events',
    headers: { cookie: headers.cookie },
    agent: false,
  });
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  onTestFinished(() => void asking.destroy());
  asking.on('error', () => undefined);
  answer.setEncoding('utf8').on('error', () => undefined);
  const heard: { readonly event: string; readonly data: string }[] = [];
  answer.on('data', (text: string) => {
    for (const [, event = '', data = ''] of text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g))
      heard.push({ event, data });
  });
  return {
    async next() {
      while (heard.length === 0) await once(answer, 'data');
      return heard.shift();
    },
    close: () => asking.destroy(),
  };
}
