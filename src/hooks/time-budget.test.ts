import fc from 'fast-check';
import { expect, it } from 'vitest';
import { budgetLimits, remainingMs } from './run-hook.ts';

it.each([
  ['at the start', { wallMs: 0, cpuMs: 0 }, 250],
  ['on a free machine', { wallMs: 100, cpuMs: 95 }, 155],
  ['with threads that work beside', { wallMs: 100, cpuMs: 180 }, 150],
  ['after too much work', { wallMs: 260, cpuMs: 255 }, -5],
  ['after a slow start of Node', { wallMs: 260, cpuMs: 255, startOfNode: { wallMs: 190, cpuMs: 180 } }, 180],
  ['on a machine that gives a third of a processor', { wallMs: 600, cpuMs: 120 }, 130],
  ['shortly before the agent has waited long enough', { wallMs: 2_990, cpuMs: 120 }, 10],
  ['after that', { wallMs: 3_001, cpuMs: 5 }, -1],
])('%s', (_, spent, expected) => {
  expect(remainingMs(spent, budgetLimits)).toBe(expected);
});

it('falls as time passes, and never lets an agent wait longer than the hard limit', () => {
  const times = fc.record({ wallMs: fc.nat(6_000), cpuMs: fc.nat(6_000) });
  fc.assert(
    fc.property(times, fc.nat(500), fc.nat(500), (spent, moreWall, moreCpu) => {
      const later = { wallMs: spent.wallMs + moreWall, cpuMs: spent.cpuMs + moreCpu };
      const left = remainingMs(spent, budgetLimits);
      expect(remainingMs(later, budgetLimits)).toBeLessThanOrEqual(left);
      expect(left).toBeLessThanOrEqual(budgetLimits.hardMs - spent.wallMs);
      if (spent.wallMs <= budgetLimits.softMs) expect(left).toBeGreaterThanOrEqual(0);
    }),
  );
});
