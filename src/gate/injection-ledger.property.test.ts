import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOf, defaultLedgerTerms, emptyLedger, type LedgerEntry } from './injection-ledger.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const { alpha, allowance } = defaultLedgerTerms;

function entries(...counts: readonly (readonly [LedgerEntry['status'], number])[]): readonly LedgerEntry[] {
  return counts.flatMap(([status, count]) => new Array(count).fill({ atMs: 0, status }));
}

const isOpen = (...counts: readonly (readonly [LedgerEntry['status'], number])[]) =>
  balanceOf(entries(...counts), 0, defaultLedgerTerms).isOpen;

describe('the ledger', () => {
  it('allows as many unjudged injections as there may be false positives', () => {
    expect(emptyLedger.isOpen).toBe(true);
    expect(isOpen(['pending', 4])).toBe(true);
    expect(isOpen(['pending', 5])).toBe(false);
    expect(isOpen(['false_positive', 4])).toBe(true);
    expect(isOpen(['false_positive', 5])).toBe(false);
    expect(isOpen(['clean', 10], ['pending', 5])).toBe(true);
    expect(isOpen(['clean', 10], ['pending', 6])).toBe(false);
    expect(isOpen(['clean', 10], ['false_positive', 6])).toBe(false);
    expect(isOpen(['false_positive', 6], ['clean', 20])).toBe(true);
    expect(isOpen(['ignored', 1_000])).toBe(true);
  });

  it('forgets what is older than its window, and nothing that a clock run backwards put ahead', () => {
    const old = entries(['false_positive', 9]);
    expect(balanceOf(old, 29 * dayMs, defaultLedgerTerms).isOpen).toBe(false);
    expect(balanceOf(old, 31 * dayMs, defaultLedgerTerms).isOpen).toBe(true);
    expect(balanceOf(old, -400 * dayMs, defaultLedgerTerms).isOpen).toBe(false);
  });

  it('keeps labelled false positives within α N + B in the days that end with any injection, however late they are judged', () => {
    const step = fc.record({
      days: fc.nat(12),
      wrong: fc.boolean(),
      judged: fc.constantFrom('at once', 'later', 'never'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), fc.nat(40), (steps, patience) => {
        const log = injectWhileOpen(steps, patience);
        for (const { atMs } of log) expectBound(log, atMs);
      }),
    );
  });
});

interface Step {
  readonly days: number;
  readonly wrong: boolean;
  readonly judged: 'at once' | 'later' | 'never';
}

function injectWhileOpen(steps: readonly Step[], patience: number): readonly Injected[] {
  const log: Injected[] = [];
  let nowMs = 0;
  for (const [at, { days, wrong, judged }] of steps.entries()) {
    nowMs += days * dayMs;
    for (const entry of log) if (entry.dueAt <= at) entry.status = entry.final;
    if (!balanceOf(log, nowMs, defaultLedgerTerms).isOpen) continue;
    const label = wrong ? 'false_positive' : 'clean';
    const final = judged === 'never' ? 'ignored' : label;
    log.push({ atMs: nowMs, status: 'pending', final, dueAt: judged === 'at once' ? at : at + patience });
  }
  return log;
}

interface Injected {
  readonly atMs: number;
  readonly final: LedgerEntry['status'];
  readonly dueAt: number;
  status: LedgerEntry['status'];
}

/** With the labels that they get in the end. Several may share a time: each is the last of its window once. */
function expectBound(log: readonly Injected[], untilMs: number): void {
  const within = log.filter(({ atMs }) => atMs <= untilMs && atMs >= untilMs - 30 * dayMs);
  const wrong = within.filter(({ final }) => final === 'false_positive').length;
  const labelled = wrong + within.filter(({ final }) => final === 'clean').length;
  expect(wrong).toBeLessThanOrEqual(alpha * labelled + allowance + 1e-9);
}
