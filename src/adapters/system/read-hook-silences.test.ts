import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readHookSilences } from './read-hook-silences.ts';

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
    const none = { sinceMs: 0, tooLate: 0, faults: 0 };
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
