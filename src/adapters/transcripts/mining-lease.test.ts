import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { takeMiningLease } from './mining-lease.ts';

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lease-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'sessions', 'background.lease');
}

it('is held by one at a time, and free again when it is released', () => {
  const path = newPath();
  const first = takeMiningLease(path, 60_000);
  expect(first).toBeDefined();
  expect(takeMiningLease(path, 60_000)).toBeUndefined();
  first?.release();
  expect(takeMiningLease(path, 60_000)).toBeDefined();
});

it('is taken over from a process that is gone', () => {
  const path = newPath();
  takeMiningLease(path, 60_000);
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(path, JSON.stringify({ pid, sinceMs: Date.now() }));
  expect(takeMiningLease(path, 60_000)).toBeDefined();
});

const heldFor = (ms: number): string => JSON.stringify({ pid: process.ppid, sinceMs: Date.now() - ms });

it.each([
  // Hours, not seconds: time goes by until the lease is looked at.
  ['one that has it for too long', () => heldFor(3_600_000)],
  ['one whose clock was wrong', () => heldFor(-3_600_000)],
  ['nobody, where the file is torn', () => '{"pid":12'],
])('is taken over from %s', (_, write) => {
  const path = newPath();
  takeMiningLease(path, 60_000)?.release();
  writeFileSync(path, write());
  expect(takeMiningLease(path, 60_000)).toBeDefined();
});
