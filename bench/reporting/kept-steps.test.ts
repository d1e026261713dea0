import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeptSteps } from './kept-steps.ts';

const folder = mkdtempSync(join(tmpdir(), 'afterwit-steps-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return () => told.mockRestore();
});

describe('steps of a suite', () => {
  it('are done once, and found again by the next run', async () => {
    const find = vi.fn(() => ({ f1: 0.5 }));
    for (let run = 0; run < 2; run++)
      expect(await new KeptSteps('v1', folder, 'asked').keep('a/b', find)).toEqual({ f1: 0.5 });
    expect(find).toHaveBeenCalledTimes(1);
  });

  it('are done again where something else is asked, or nothing is kept', async () => {
    const find = vi.fn(() => 1);
    for (const asked of ['one', 'another']) await new KeptSteps('v3', folder, asked).keep('step', find);
    await new KeptSteps('v3', undefined, 'one').keep('step', find);
    expect(find).toHaveBeenCalledTimes(3);
  });

  it('leave nothing of what failed', async () => {
    const steps = new KeptSteps('harm', folder, 'asked');
    await expect(steps.keep('step', () => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped');
    const kept = readdirSync(folder, { recursive: true }).filter((name) => String(name).includes('harm'));
    expect(kept.filter((name) => String(name).includes('step'))).toEqual([]);
    expect(await steps.keep('step', () => 2)).toBe(2);
  });
});
