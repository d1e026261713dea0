import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { times } from '../../../tests/effort.ts';
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

/** Takes each of many leases as soon as its turn comes by the clock, says which it has, and lives until its input ends: from one that is gone others take over. */
const racer = `
  const { takeMiningLease } = await import(process.argv[1]);
  const [, , folder, rounds, beginsMs] = process.argv;
  const taken = [];
  for (let round = 0; round < Number(rounds); round++) {
    while (Date.now() < Number(beginsMs) + 4 * round);
    if (takeMiningLease(folder + '/' + round, 60_000)) taken.push(round);
  }
  console.log(JSON.stringify(taken));
  process.stdin.resume();
`;

it('is taken over by one of many processes that find one that is gone', async () => {
  const folder = dirname(newPath());
  mkdirSync(folder);
  const rounds = times(200);
  const { pid } = spawnSync(process.execPath, ['--version']);
  for (let round = 0; round < rounds; round++)
    writeFileSync(join(folder, String(round)), JSON.stringify({ pid, sinceMs: Date.now() }));
  const module = new URL('mining-lease.ts', import.meta.url).href;
  const beginsMs = String(Date.now() + 1_000);
  const racers = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', racer, module, folder, String(rounds), beginsMs], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const taken = await Promise.all(
    racers.map(async ({ stdout }) => JSON.parse(String(await once(stdout, 'data'))) as number[]),
  );
  for (const { stdin } of racers) stdin.end();
  const holders = Map.groupBy(taken.flat(), (round) => round);
  expect([...holders].filter(([, { length }]) => length > 1)).toEqual([]);
  expect(holders.size).toBe(rounds);
});
