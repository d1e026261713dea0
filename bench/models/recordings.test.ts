import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { liveModel, recordedModel, recordingsFolder, recordingsIn, writeRecording } from './recordings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-recordings-'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true, force: true });
});

const token = `ghp_${'a1B2c3D4'.repeat(5)}`.slice(0, 40);
const ask = (content: string) => [{ role: 'user', content }];
const answerWith = (status: number) =>
  vi.stubGlobal('fetch', async (_: string, { body }: { readonly body: string }) =>
    Response.json({ said: `${JSON.parse(body).messages[0].content} ${token}` }, { status }),
  );

it('answers from a file what a model answered once, without a secret of either', async () => {
  answerWith(200);
  const live = liveModel('acme/small@http://127.0.0.1:1/v1');
  writeRecording(folder, live.name, [
    await live.answer(ask('a')),
    await live.answer(ask(`the key ${token}`)),
  ]);
  const [file = ''] = recordingsIn(folder);
  const recorded = recordedModel(file);
  expect(recorded.name).toBe('acme/small');
  expect(await recorded.answer(ask('a'))).toMatchObject({
    reply: { said: expect.stringMatching(/^a \[redacted/) },
  });
  expect(gunzipSync(readFileSync(file)).toString()).not.toContain(token);
  await expect(recorded.answer(ask('another'))).rejects.toThrow(/--part record --model/);
});

it('says what to do where nothing is recorded, or no answer came', async () => {
  answerWith(429);
  await expect(liveModel('a@http://127.0.0.1:1').answer(ask('a'))).rejects.toThrow(/429/);
  expect(() => liveModel('a')).toThrow(/NAME@ENDPOINT/);
  expect(() => recordingsIn(join(folder, 'none'))).toThrow(/--part record --model/);
});

it('ships recordings that can be read', () => {
  for (const file of recordingsIn(recordingsFolder))
    for (const line of gunzipSync(readFileSync(file)).toString().trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ status: 200, sent: { messages: [{}, {}] } });
});
