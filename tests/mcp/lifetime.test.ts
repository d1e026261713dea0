import { readFileSync } from 'node:fs';
import { platform } from 'node:process';
import { describe, expect, test } from 'vitest';
import { callOf, requestOf, startServer } from '../doors/mcp-server.ts';

/** Half a second is what the server waits for work that does not stop; the rest is for a slow machine. */
const mostMs = 20_000;

describe.each([
  ['nothing under way', undefined],
  ['a call under way', 'wait'],
  ['a call under way that does not stop', 'hang'],
])('with %s', (_, query) => {
  const start = async () => {
    const server = startServer();
    server.write(requestOf('2026-07-28', 1, 'tools/list'));
    await server.answer(1);
    if (query !== undefined)
      server.write(callOf(2, 'locate', { query }), callOf(3, 'recall', { query: 'x' }));
    if (query !== undefined) await server.answer(3);
    return server;
  };

  test('the server ends with its standard input', async () => {
    const server = await start();
    server.process.stdin.end();
    const { status, tookMs } = await server.ended();
    expect(status).toBe(0);
    expect(tookMs).toBeLessThan(mostMs);
    if (query === 'wait') expect(server.stderr()).toContain('interrupted');
  });

  test('the server ends when it is told to', async () => {
    const server = await start();
    server.process.kill('SIGTERM');
    const { status, tookMs } = await server.ended();
    expect(status).toBe(0);
    expect(tookMs).toBeLessThan(mostMs);
  });
});

test('the server ends when its client no longer reads answers', async () => {
  const server = startServer();
  server.process.stdout.destroy();
  server.write(requestOf('2026-07-28', 1, 'tools/list'));
  expect(await server.ended()).toMatchObject({ status: 0 });
});

test('cancelling a call interrupts what only it waits for', async () => {
  const server = startServer();
  const cancel = (requestId: number) => ({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId },
  });
  server.write(callOf(1, 'locate', { query: 'wait' }), callOf(2, 'locate', { query: 'hold' }));
  server.write(callOf(3, 'recall', { query: 'x' }));
  await server.answer(3);
  server.write(cancel(1), callOf(4, 'recall', { query: 'y' }));
  await server.answer(4);
  expect(server.stderr()).not.toContain('interrupted');
  server.write(callOf(8, 'recall', { query: 'release' }));
  await server.answer(2);
  server.write(callOf(5, 'locate', { query: 'wait' }), callOf(6, 'recall', { query: 'z' }));
  await server.answer(6);
  server.write(cancel(5), callOf(7, 'recall', { query: 'after' }));
  expect((await server.answer(7)).result?.isError).toBeUndefined();
  await expect.poll(server.stderr).toContain('interrupted');
});

test('wrong options are refused in a line', async () => {
  const server = startServer(['--port', '80']);
  expect(await server.ended()).toMatchObject({ status: 2 });
  expect(server.stderr()).toMatch(/^afterwit: afterwit mcp does not take "--port"\. Usage: .*\n$/);
});

describe.runIf(platform === 'linux')('memory stays bounded', () => {
  const residentMegabytes = (pid: number | undefined): number =>
    Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
  const mostMegabytes = 300;

  test('under input without a line end', async () => {
    const server = startServer();
    const chunk = 'x'.repeat(1_048_576);
    for (let megabytes = 0; megabytes < 200; megabytes++) {
      if (!server.process.stdin.write(chunk))
        await new Promise((resolve) => server.process.stdin.once('drain', resolve));
    }
    server.process.stdin.write('\n');
    server.write(requestOf('2026-07-28', 1, 'tools/list'));
    await server.answer(1);
    expect(residentMegabytes(server.process.pid)).toBeLessThan(mostMegabytes);
  });

  test('under a client that asks and does not listen', async () => {
    const server = startServer();
    server.write(requestOf('2026-07-28', 0, 'tools/list'));
    await server.answer(0);
    server.process.stdout.pause();
    const query = 'z'.repeat(100_000);
    let refused = 0;
    for (let id = 1; id <= 2_000 && refused < 1; id++) {
      if (server.process.stdin.write(`${JSON.stringify(callOf(id, 'recall', { query }))}\n`)) continue;
      const drained = new Promise((resolve) => server.process.stdin.once('drain', () => resolve(true)));
      const gaveUp = new Promise((resolve) => setTimeout(() => resolve(false), 1_000));
      if (!(await Promise.race([drained, gaveUp]))) refused++;
    }
    expect(refused).toBe(1);
    expect(residentMegabytes(server.process.pid)).toBeLessThan(mostMegabytes);
  });
});
