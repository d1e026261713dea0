import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runSteps } from './run-steps.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const reportOf = (from: number, count: number) => ({
  figures: { cases: count },
  findings: [{ promise: 'it holds', cases: count, broken: from === 0 ? 1 : 0 }],
  failures: from === 0 ? ['case 0'] : [],
});

it('goes on where a run was stopped, and adds up what both found', async () => {
  const file = join(folder, 'results', 'part.json');
  const stop = new AbortController();
  const ran: string[] = [];
  const request = { count: 25, step: 10, file };
  const first = await runSteps({
    ...request,
    signal: stop.signal,
    run: async (from, count) => {
      ran.push(`${from}+${count}`);
      if (from === 10) stop.abort();
      return reportOf(from, count);
    },
  });
  expect(first.done).toBe(10);
  const whole = await runSteps({
    ...request,
    signal: new AbortController().signal,
    run: async (from, count) => {
      ran.push(`${from}+${count}`);
      return reportOf(from, count);
    },
  });
  expect(ran).toEqual(['0+10', '10+10', '10+10', '20+5']);
  expect(whole).toEqual({
    done: 25,
    figures: { cases: 25 },
    findings: [{ promise: 'it holds', cases: 25, broken: 1 }],
    failures: ['case 0'],
  });
});
