import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileLockRequest, openFreeLock, ReusedFileLock, withFileLock } from './file-lock.ts';

let folder: string;
let request: FileLockRequest;
let reused: ReusedFileLock;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-lock-'));
  const lockPath = join(folder, 'memory.db.lock');
  request = { lockPath, busyTimeoutMs: 0, context: { subject: 'memory', path: join(folder, 'memory.db') } };
  reused = new ReusedFileLock(request);
});

afterEach(() => {
  reused.close();
  rmSync(folder, { recursive: true, force: true });
});

const isFree = (): boolean => {
  try {
    return withFileLock({ ...request, level: 'exclusive' }, () => true);
  } catch {
    return false;
  }
};

describe('a lock that is taken only where it is free', () => {
  it('is held by one at a time, and free again when it is let go', () => {
    const { lockPath, context } = request;
    const first = openFreeLock(lockPath, context);
    expect(first).toBeDefined();
    expect(openFreeLock(lockPath, context)).toBeUndefined();
    first?.close();
    expect(isFree()).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('is let go by a process that is killed', async () => {
    const module = new URL('file-lock.ts', import.meta.url).href;
    const program = `const { openFreeLock } = await import(process.argv[1]);
      globalThis.held = openFreeLock(process.argv[2], { subject: 'memory', path: process.argv[2] });
      console.log('held');
      process.stdin.resume();`;
    const words = ['--input-type=module', '-e', program, module, request.lockPath];
    const holder = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    expect(isFree()).toBe(false);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(isFree()).toBe(true);
  });
});

describe('a lock that is taken again and again', () => {
  it('keeps others out while it is taken, and no longer', () => {
    for (let round = 0; round < 3; round++) {
      const release = reused.take(0);
      expect(isFree()).toBe(false);
      release();
      expect(isFree()).toBe(true);
    }
  });

  it('stays with the outer holder when it is taken and released within', () => {
    const outer = reused.take(0);
    reused.take(0)();
    expect(isFree()).toBe(false);
    outer();
    expect(isFree()).toBe(true);
  });

  it('is refused while another holds it alone, and taken afterwards', () => {
    reused.take(0)();
    withFileLock(request, () => expect(() => reused.take(0)).toThrow('memory'));
    reused.take(0)();
    expect(isFree()).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('is that of the file that lies there now', () => {
    reused.take(0)();
    rmSync(request.lockPath);
    expect(isFree()).toBe(true);
    const release = reused.take(0);
    expect(isFree()).toBe(false);
    release();
  });

  it('empties a file that holds something', () => {
    reused.take(0)();
    writeFileSync(request.lockPath, 'not a database');
    const release = reused.take(0);
    expect(statSync(request.lockPath).size).toBe(0);
    expect(isFree()).toBe(false);
    release();
  });

  it('can be taken after it was closed', () => {
    reused.take(0)();
    reused.close();
    reused.take(0)();
    expect(isFree()).toBe(true);
  });
});
