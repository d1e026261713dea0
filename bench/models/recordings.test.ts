import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LiveModel, recordingOf, recordingsFolder, recordingsIn, startRecorded } from './recordings.ts';

let folder: string;
const open: { close(): Promise<void> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-recordings-'));
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  rmSync(folder, { recursive: true, force: true });
});

const token = `ghp_${'a1B2c3D4'.repeat(5)}`.slice(0, 40);
let calls = 0;
const live: LiveModel = {
  name: 'acme/small',
  answer: async ({ messages }) => {
    calls++;
    const said = messages[0]?.content;
    return said === 'fail'
      ? { status: 429, reply: {} }
      : { status: 200, reply: { said: `${said} ${token}` } };
  },
};

async function start(file: string, model?: LiveModel) {
  const provider = await startRecorded(file, model);
  open.push(provider);
  const ask = async (content: string) => {
    const body = JSON.stringify({ model: 'acme/small', messages: [{ role: 'user', content }] });
    const response = await fetch(provider.endpoint, { method: 'POST', body });
    return [response.status, await response.json()];
  };
  return { ...provider, ask };
}

async function record(...texts: readonly string[]): Promise<string> {
  const file = recordingOf(folder, live);
  const recording = await start(file, live);
  for (const text of texts) await recording.ask(text);
  recording.requireAll();
  recording.save();
  return file;
}

it('answers from a file what a model answered once, and asks it no more', async () => {
  const file = await record('a', 'b');
  const before = calls;
  const replayed = await start(file);
  expect(replayed.model).toBe('acme/small');
  expect(await replayed.ask('b')).toEqual([200, { said: expect.stringMatching(/^b \[redacted/) }]);
  expect(() => replayed.requireAll()).not.toThrow();
  expect([replayed.asked(), calls - before, recordingsIn(folder)]).toEqual([1, 0, [file]]);
});

it('keeps no secret, neither of what was asked nor of what was answered', async () => {
  const file = await record(`the key is ${token}`);
  const kept = gunzipSync(readFileSync(file)).toString();
  expect(kept).toContain('[redacted');
  expect(kept).not.toContain(token);
});

it('says what to do where a question has no recording', async () => {
  const replayed = await start(await record('a'));
  expect(await replayed.ask('another')).toEqual([404, {}]);
  expect(() => replayed.requireAll()).toThrow(/1 questions.*--part record --model/);
  expect(() => recordingsIn(join(folder, 'none'))).toThrow(/--part record --model/);
});

it('keeps nothing where the model left a question without an answer', async () => {
  await expect(record('a', 'fail')).rejects.toThrow(/acme\/small left 1 questions.*429/);
  expect(() => recordingsIn(folder)).toThrow();
});

it('ships recordings that can be read', () => {
  for (const file of recordingsIn(recordingsFolder))
    for (const line of gunzipSync(readFileSync(file)).toString().trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ status: 200, sent: { messages: [{}, {}] } });
});
