import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findDamage } from '../../src/adapters/sqlite/memory/find-damage.ts';
import { memoryFiles } from '../../src/adapters/sqlite/memory/place-memory.ts';
import { addExample, idsIn, makeFolder, openStore } from '../contract/memory-store/example-store.ts';
import { runProgram } from '../doors/run-program.ts';
import { mayMount, mountSmall } from './mount.ts';

interface FillReport {
  readonly code: string;
  readonly written: number;
  readonly allThere: boolean;
  readonly tookMs: number;
}

/** The wait for other processes: a full disk is no reason for it. */
const fillBusyTimeoutMs = 200_000;

async function fill(directory: string, launcher: readonly string[]): Promise<FillReport> {
  const program = runProgram('fill-memory', [directory, String(fillBusyTimeoutMs)], { launcher });
  expect(await program.ended).toBe(0);
  return JSON.parse(program.lines()[0] ?? '{}') as FillReport;
}

const fullReport = { code: 'DISK_FULL', written: expect.any(Number), allThere: true };

describe('a full disk', () => {
  it.runIf(mayMount())(
    'stops writes with DISK_FULL; reads go on, and writes when there is room',
    async () => {
      const mount = mountSmall('2m');
      const home = join(mount?.path ?? '', 'home');
      try {
        const report = await fill(home, []);
        expect(report).toMatchObject(fullReport);
        expect(report.written).toBeGreaterThan(5);
        expect(report.tookMs).toBeLessThan(fillBusyTimeoutMs / 2);
        expect(findDamage(memoryFiles(home).database, 1_000)).toBeUndefined();
        expect(readdirSync(home)).not.toContain('memory.db.unfinished-wal');
      } finally {
        mount?.unmount();
      }
    },
  );

  it.runIf(mayMount())('is got over without opening the store again', async () => {
    const mount = mountSmall('1m');
    const ballast = join(mount?.path ?? '', 'ballast');
    try {
      const store = openStore(join(mount?.path ?? '', 'home'));
      await addExample(store, 'a');
      expect(() => writeFileSync(ballast, Buffer.alloc(2_000_000))).toThrow(/ENOSPC/);
      let count = 0;
      const writeOn = async () => {
        for (; count < 500; count++) await addExample(store, `more-${count}`);
      };
      await expect(writeOn()).rejects.toMatchObject({ code: 'DISK_FULL' });
      expect(idsIn(store)).toHaveLength(1 + count);
      rmSync(ballast);
      await addExample(store, 'afterwards');
      expect(idsIn(store)).toHaveLength(2 + count);
      store.close();
    } finally {
      mount?.unmount();
    }
  });

  it.skipIf(process.platform === 'win32')('is also what a limit on file sizes amounts to', async () => {
    const folder = makeFolder();
    // In blocks of 512 or 1024 bytes, as the shell has it.
    const report = await fill(folder.path, ['sh', '-c', 'ulimit -f 800; exec "$@"', 'sh']);
    expect(report).toMatchObject(fullReport);
    expect(findDamage(memoryFiles(folder.path).database, 1_000)).toBeUndefined();
    folder.remove();
  });
});
