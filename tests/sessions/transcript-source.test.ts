import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCodeRows } from '../../src/adapters/sqlite/open-code-rows.ts';
import { openTranscriptSource } from '../../src/adapters/transcripts/open-transcript-source.ts';
import { sessions } from '../../src/agents/sessions.ts';
import { type SessionEvent, sessionAgents } from '../../src/model/session.ts';
import type { TranscriptPosition, TranscriptStep } from '../../src/ports/transcript-source.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-transcripts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const source = () => {
  const lookup = { environment: {}, userHome: folder, workingDirectory: folder };
  const own = sessionAgents.map((agent) => ({ agent, path: sessions[agent].place(lookup) }));
  return openTranscriptSource(sessions, own, openCodeRows);
};

const said = (text: string) =>
  JSON.stringify({
    type: 'user',
    cwd: '/work/app',
    sessionId: 's1',
    timestamp: '2026-02-01T10:00:00Z',
    message: { role: 'user', content: text },
  });

function write(name: string, ...lines: readonly string[]): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

async function read(path: string, from?: TranscriptPosition) {
  const [file] = source().list([path]);
  if (file === undefined) throw new Error('not found');
  const steps: TranscriptStep[] = [];
  for await (const step of source().read(file, { from })) steps.push(step);
  return { steps, events: steps.flatMap(({ events }) => events), last: steps.at(-1)?.position };
}

const textsOf = (events: readonly SessionEvent[]) =>
  events.map((event) => (event.kind === 'said' ? event.text : event.kind));

describe('finding transcripts', () => {
  it('finds those of both agents, also of sub-agents, and follows no link', () => {
    write('.claude/projects/-work-app/a.jsonl', said('a'));
    write('.claude/projects/-work-app/a/subagents/agent-1.jsonl', said('b'));
    write('.codex/sessions/2026/02/01/rollout-1.jsonl', '{}');
    symlinkSync(write('elsewhere.jsonl', said('c')), join(folder, '.claude/projects/-work-app/link.jsonl'));
    const found = source().list();
    expect(found.map(({ agent, path }) => [agent, path.slice(folder.length + 1)]).sort()).toEqual([
      ['claude-code', '.claude/projects/-work-app/a.jsonl'],
      ['claude-code', '.claude/projects/-work-app/a/subagents/agent-1.jsonl'],
      ['codex', '.codex/sessions/2026/02/01/rollout-1.jsonl'],
    ]);
  });

  it('tells in which folder a session began, whatever the folder of its file is called', () => {
    const [file] = source().list([write('x.jsonl', '{"type":"summary"}', 'torn{', said('a'))]);
    expect(file && source().directoryOf(file)).toBe('/work/app');
  });

  it('finds nothing where there is nothing', () => {
    expect(source().list([join(folder, 'absent')])).toEqual([]);
  });
});

describe('reading a transcript', () => {
  it('goes on where it was, and reads a line that was torn when the rest of it is there', async () => {
    const path = write('a.jsonl', said('one'));
    appendFileSync(path, said('two').slice(0, 40));
    const first = await read(path);
    expect(textsOf(first.events)).toEqual(['one']);
    appendFileSync(path, `${said('two').slice(40)}\n${said('three')}`);
    const second = await read(path, first.last);
    expect(textsOf(second.events)).toEqual(['two', 'three']);
    expect(second.events.map(({ line }) => line)).toEqual([2, 3]);
    expect(second.last?.carried).toEqual({
      directory: '/work/app',
      beganIn: '/work/app',
      session: 's1',
    });
  });

  it.each([
    ['cut off', (path: string) => truncateSync(path, said('one').length + 1)],
    ['replaced', (path: string) => writeFileSync(path, `${said('other')}\n`.repeat(9))],
  ])('begins again when the file was %s', async (_, change) => {
    const path = write('a.jsonl', said('one'), said('two'));
    const { last } = await read(path);
    change(path);
    expect((await read(path, last)).events.length).toBeGreaterThan(0);
  });

  it.each([
    ['removed', (path: string) => rmSync(path)],
    ['cut off', (path: string) => truncateSync(path, 300)],
    ['written anew', (path: string) => writeFileSync(path, `${said('other')}\n`)],
    [
      'replaced by another file',
      (path: string) => {
        rmSync(path);
        writeFileSync(path, `${said('other')}\n`.repeat(3));
      },
    ],
  ])(
    'gives whole lines only of a file that is %s while it is read, and all of it the next time',
    async (_, change) => {
      // More than is read at once.
      const path = write(
        'a.jsonl',
        ...Array.from({ length: 3_000 }, (__, at) => said(`${at} ${'x'.repeat(200)}`)),
      );
      const [file] = source().list([path]);
      let last: TranscriptPosition | undefined;
      const events: SessionEvent[] = [];
      if (file !== undefined)
        for await (const step of source().read(file)) {
          if (last === undefined) change(path);
          last = step.position;
          events.push(...step.events);
        }
      expect(textsOf(events).every((text) => text === 'other' || /^\d+ x{200}$/.test(text ?? ''))).toBe(true);
      writeFileSync(path, `${said('again')}\n`);
      expect(textsOf((await read(path, last)).events)).toEqual(['again']);
    },
  );

  it('says which lines it could not read, and reads the others', async () => {
    const path = write(
      'a.jsonl',
      'no json',
      `{"type":"user","x":"${'x'.repeat(17_000_000)}"}`,
      '[1]',
      '{"a":1}',
      said('last'),
    );
    const { steps, events } = await read(path);
    expect(steps.flatMap(({ skipped, position }) => (skipped ? [[position.line, skipped]] : []))).toEqual([
      [1, 'not_json'],
      [2, 'too_long'],
      [3, 'unknown_form'],
      [4, 'unknown_form'],
    ]);
    expect(textsOf(events)).toEqual(['last']);
  });

  it('gives nothing of a file that was removed', async () => {
    const path = write('a.jsonl', said('one'));
    const [file] = source().list([path]);
    rmSync(path);
    const steps: unknown[] = [];
    if (file !== undefined) for await (const step of source().read(file)) steps.push(step);
    expect(steps).toEqual([]);
  });

  it('stops when it is told to', async () => {
    const [file] = source().list([write('a.jsonl', said('one'))]);
    const reading = async () => {
      if (file !== undefined) for await (const _ of source().read(file, { signal: AbortSignal.abort() }));
    };
    await expect(reading()).rejects.toThrow('abort');
  });

  it('takes a time that is none for an unknown one', async () => {
    const path = write('a.jsonl', said('one').replace('2026-02-01T10:00:00Z', 'yesterday'));
    expect((await read(path)).events[0]).not.toHaveProperty('atMs');
  });
});
