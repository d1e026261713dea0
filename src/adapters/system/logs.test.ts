import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LogLevel } from '../../ports/system.ts';
import { openFileLogger, readHookSilences } from './logs.ts';

describe('file logger', () => {
  let home: string;
  const path = () => join(home, 'logs', 'afterwit.log');

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'afterwit-test-'));
  });

  afterEach(() => rmSync(home, { recursive: true, force: true }));

  function open(level: LogLevel, maximumBytes?: number) {
    const clock = { nowMs: () => Date.UTC(2026, 0, 2) };
    return openFileLogger({ home, level, clock, ...(maximumBytes !== undefined && { maximumBytes }) });
  }

  function records(): readonly Record<string, unknown>[] {
    const lines = readFileSync(path(), 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  it('writes what passes the level, in order, one JSON object a line', async () => {
    const logger = open('info');
    logger.info('first', { commits: 3 });
    logger.debug('left out');
    logger.error('second', { error: new Error('outer', { cause: new Error('inner') }) });
    logger.warn('third', { text: 'line\nbreak' });
    await logger.flush();
    const common = { pid: process.pid, time: '2026-01-02T00:00:00.000Z' };
    expect(records()).toEqual([
      { level: 'info', ...common, event: 'first', commits: 3 },
      {
        level: 'error',
        ...common,
        event: 'second',
        error: expect.objectContaining({
          message: 'outer',
          cause: expect.objectContaining({ message: 'inner' }),
        }),
      },
      { level: 'warn', ...common, event: 'third', text: 'line\nbreak' },
    ]);
    if (process.platform !== 'win32') expect(statSync(path()).mode & 0o077).toBe(0);
  });

  it('writes nothing when silent, or when no record passes', async () => {
    const silent = open('silent');
    silent.error('unheard');
    await silent.flush();
    const quiet = open('error');
    quiet.warn('unheard');
    await quiet.flush();
    expect(existsSync(join(home, 'logs'))).toBe(false);
  });

  it('takes at most twice its size: a full log becomes the old one', async () => {
    const logger = open('debug', 2_000);
    for (let number = 0; number < 100; number++) logger.debug('record', { number });
    await logger.flush();
    expect(statSync(path()).size).toBeLessThanOrEqual(2_000);
    expect(statSync(`${path()}.old`).size).toBeLessThanOrEqual(2_000);
    expect(records().at(-1)).toMatchObject({ number: 99 });
  });

  it('does not bring a home into being', async () => {
    rmSync(home, { recursive: true });
    const logger = open('debug');
    logger.error('unheard');
    await logger.flush();
    expect(existsSync(home)).toBe(false);
  });

  it('never throws: not over records that cannot be written, nor where nothing can', async () => {
    const logger = open('debug');
    const circular: Record<string, unknown> = { big: 10n };
    circular.self = circular;
    logger.error('circular', circular);
    logger.error('hostile', {
      get field(): string {
        throw new Error('from a getter');
      },
    });
    logger.error('after');
    await logger.flush();
    expect(records().at(-1)).toMatchObject({ event: 'after' });

    rmSync(join(home, 'logs'), { recursive: true });
    writeFileSync(join(home, 'logs'), 'a file where the folder should be');
    logger.error('unheard');
    await logger.flush();
    rmSync(join(home, 'logs'));
    mkdirSync(path(), { recursive: true });
    chmodSync(path(), 0o500);
    logger.error('unheard');
    await logger.flush();
  });
});

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'afterwit-silences-'));
  mkdirSync(join(home, 'logs'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const line = (day: number, reason: string) =>
  `${JSON.stringify({ time: new Date(Date.UTC(2026, 10, day)).toISOString(), ms: 260, reason })}\n`;

describe('readHookSilences', () => {
  it('counts what both logs hold since then', () => {
    writeFileSync(join(home, 'logs/hook.log.old'), line(1, 'too late') + line(20, 'too late'));
    writeFileSync(join(home, 'logs/hook.log'), line(21, 'fault') + line(22, 'too late'));
    expect(readHookSilences(home, Date.UTC(2026, 10, 15))).toEqual({
      sinceMs: Date.UTC(2026, 10, 15),
      tooLate: 2,
      faults: 1,
      lastAtMs: Date.UTC(2026, 10, 22),
      lastReason: 'too late',
      times: [{ upToMs: 512, count: 3 }],
    });
  });

  it('takes it for no fault that there was nothing to tell', () => {
    const reasons = ['nothing is remembered here', 'paused', 'this repository is not known', 'switched off'];
    const lines = [...reasons, 'NOT_A_REPOSITORY: no clone', 'MEMORY_BUSY: try later'];
    writeFileSync(join(home, 'logs/hook.log'), lines.map((reason, at) => line(at + 1, reason)).join(''));
    expect(readHookSilences(home, 0)).toMatchObject({
      tooLate: 0,
      faults: 1,
      lastReason: 'MEMORY_BUSY: try later',
    });
  });

  it('counts nothing where there is no log, or none that is a file', () => {
    const none = { sinceMs: 0, tooLate: 0, faults: 0, times: [] };
    expect(readHookSilences(join(home, 'gone'), 0)).toEqual(none);
    mkdirSync(join(home, 'logs/hook.log'));
    expect(readHookSilences(home, 0)).toEqual(none);
  });

  it('passes over lines that are torn or of another kind', () => {
    writeFileSync(
      join(home, 'logs/hook.log'),
      `${line(22, 'too late')}null\n[1]\n{"time": 3}\n${line(22, 'fault').slice(0, 30)}\n\r\n`,
    );
    expect(readHookSilences(home, 0)).toMatchObject({ tooLate: 1, faults: 0 });
  });
});
