import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { dialects } from '../../src/adapters/models/dialects.ts';
import { httpModel } from '../../src/adapters/models/http-model.ts';
import type { ModelPrompt } from '../../src/ports/language-model.ts';
import { type Answering, closed, type DialectName, spoken, startProvider } from './fake-provider.ts';

const secret = ['sk', 'live', 'q8ZpR2vN4tYw6LmK1xJc'].join('-');

const prompt: ModelPrompt = {
  name: 'try@1',
  instructions: 'Judge the note.',
  text: 'The note about kettles.',
  schema: { type: 'object', properties: { good: { type: 'boolean' } }, required: ['good'] },
  maxOutputTokens: 100,
};

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

async function asking(dialect: DialectName, answer: Answering, timeoutMs = 5_000) {
  const provider = await startProvider(answer);
  close = () => provider.close();
  const model = httpModel({
    ...{ dialect: dialects[dialect], name: `${dialect}/m`, model: 'm', endpoint: provider.endpoint },
    key: async () => secret,
  });
  return { provider, ask: () => model.ask(prompt, AbortSignal.timeout(timeoutMs)) };
}

const json = (value: unknown, status = 200): Answering => {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof value === 'string' ? value : JSON.stringify(value));
  };
};

describe.each(Object.keys(spoken) as DialectName[])('the dialect of %s', (dialect) => {
  const say = spoken[dialect];

  it('asks with its key, and reads the answer and what it cost', async () => {
    const { provider, ask } = await asking(dialect, json(say('{"good": true}')));
    expect(await ask()).toEqual({ value: { good: true }, inputTokens: 11, outputTokens: 7 });
    const [sent] = provider.received;
    expect(JSON.stringify(sent?.headers)).toContain(secret);
    expect(sent?.path).not.toContain(secret);
    for (const part of ['Judge the note.', 'The note about kettles.', '"good"'])
      expect(sent?.body).toContain(part);
  });

  it.each([
    { name: 'a fence around the answer', answer: json(say('```json\n{"good": true}\n```')) },
    { name: 'words around the answer', answer: json(say('Here it is: {"good": true} — as asked.')) },
    { name: 'a slow answer', answer: slowly(say('{"good": true}')) },
  ])('reads $name', async ({ answer }) => {
    const { ask } = await asking(dialect, answer);
    expect((await ask()).value).toEqual({ good: true });
  });

  it.each([
    { code: 'not_json', name: 'broken JSON', answer: json(say('{"good": tr')) },
    { code: 'not_json', name: 'a word', answer: json(say('yes')) },
    { code: 'not_json', name: 'a page of HTML', answer: json('<html>ok</html>') },
    { code: 'not_json', name: 'another form of reply', answer: json({ hello: [1] }) },
    { code: 'truncated', name: 'an answer cut by its limit', answer: json(say('{"good"', 'cut')) },
    { code: 'refused', name: 'a refusal', answer: json(say('', 'refused')) },
    { code: 'server_error', name: 'a fault with a secret in its body', answer: json({ error: secret }, 500) },
    { code: 'unauthorised', name: 'a wrong key', answer: json({ error: `bad key ${secret}` }, 401) },
    { code: 'rejected', name: 'an unknown model', answer: json({ error: 'no such model' }, 404) },
    { code: 'redirected', name: 'a redirect to another host', answer: redirect },
    { code: 'truncated', name: 'a connection that breaks', answer: breakOff },
    { code: 'too_long', name: 'an endless stream', answer: endless },
  ] as const)('says $code for $name', async ({ code, answer }) => {
    const { ask } = await asking(dialect, answer);
    const fault = await ask().catch((thrown: unknown) => thrown);
    expect(fault).toMatchObject({ name: 'ModelFault', code });
    expect(everythingIn(fault)).not.toContain(secret);
    expect(everythingIn(fault)).not.toContain('kettles');
  });

  it('says when a provider that takes no more questions takes them again', async () => {
    const { ask } = await asking(dialect, (response) => {
      response.writeHead(429, { 'retry-after': '7' });
      response.end(secret);
    });
    await expect(ask()).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('waits no longer than it may', async () => {
    const { ask } = await asking(dialect, () => undefined, 100);
    await expect(ask()).rejects.toMatchObject({ code: 'timeout' });
  });
});

it('follows no redirect, and sends the key nowhere else', async () => {
  const other = await startProvider(json({}));
  const { ask } = await asking('anthropic', (response) => {
    response.writeHead(307, { location: `${other.endpoint}/v1/messages` });
    response.end();
  });
  await expect(ask()).rejects.toMatchObject({ code: 'redirected' });
  expect(other.received).toEqual([]);
  await other.close();
});

it('says so where nothing listens', async () => {
  const { provider, ask } = await asking('openai', json({}));
  await provider.close();
  close = undefined;
  await expect(ask()).rejects.toMatchObject({ code: 'unreachable' });
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

it.skipIf(!hasOpenssl)('asks no endpoint whose certificate does not fit (needs openssl)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-subj',
      '/CN=example',
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'ignore' },
  );
  const received: string[] = [];
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    received.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  rmSync(folder, { recursive: true });
  close = () => closed(server);
  const { port } = server.address() as AddressInfo;
  const model = httpModel({
    ...{ dialect: dialects.openai, name: 'openai/m', model: 'm', endpoint: `https://127.0.0.1:${port}` },
    key: async () => secret,
  });
  await expect(model.ask(prompt, AbortSignal.timeout(5_000))).rejects.toMatchObject({ code: 'untrusted' });
  expect(received).toEqual([]);
});

/** A byte at a time. */
function slowly(value: unknown): Answering {
  return (response) => {
    const text = JSON.stringify(value);
    let at = 0;
    const send = () => {
      if (at >= text.length) return response.end();
      response.write(text.slice(at, at + 16));
      at += 16;
      return setImmediate(send);
    };
    send();
  };
}

function redirect(response: Parameters<Answering>[0]): void {
  response.writeHead(302, { location: 'https://elsewhere.invalid/' });
  response.end();
}

function breakOff(response: Parameters<Answering>[0]): void {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"choices": [');
  setImmediate(() => response.destroy());
}

function endless(response: Parameters<Answering>[0]): void {
  const chunk = 'x'.repeat(65_536);
  const send = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', send);
  };
  send();
}

function everythingIn(fault: unknown): string {
  const { message, stack, cause, ...own } = fault as Error;
  return JSON.stringify([message, stack, String(cause), own]);
}
