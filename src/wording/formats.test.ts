import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countOf,
  describeDays,
  formatAge,
  formatBytes,
  formatCount,
  formatDate,
  formatDuration,
  formatMoment,
  formatShare,
  isoDate,
} from './formats.ts';

const nowMs = Date.UTC(2026, 3, 1, 12);
const dayMs = 86_400_000;

describe('dates', () => {
  it.each([
    [0, 'today'],
    [1, 'yesterday'],
    [5, '5 days ago'],
    [13, '13 days ago'],
    [20, '2 weeks ago'],
    [59, '8 weeks ago'],
    [100, '3 months ago'],
    [400, '1 year ago'],
    [1100, '3 years ago'],
    [-3, 'in 3 days'],
  ])('%i days back is "%s"', (days, expected) => {
    expect(formatAge(nowMs - days * dayMs, nowMs)).toBe(expected);
  });

  it('gives both ways to say when', () => {
    expect(formatDate(Date.UTC(2023, 3, 1), nowMs)).toBe('3 years ago, 2023-04-01');
  });

  it.each([
    [-5, 'just now, 2026-04-01 12:00 UTC'],
    [59, 'just now, 2026-04-01 11:59 UTC'],
    [60, '1 minute ago, 2026-04-01 11:59 UTC'],
    [240, '4 minutes ago, 2026-04-01 11:56 UTC'],
    [7_200, '2 hours ago, 2026-04-01 10:00 UTC'],
    [86_400, 'yesterday, 2026-03-31 12:00 UTC'],
    [40 * 86_400, '5 weeks ago, 2026-02-20 12:00 UTC'],
  ])('of what happened %i seconds ago says "%s"', (seconds, expected) => {
    expect(formatMoment(nowMs - seconds * 1_000, nowMs)).toBe(expected);
  });

  it('takes any time a commit may claim', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (timeMs) => {
        expect(formatDate(timeMs, nowMs)).toMatch(/\S/);
        expect(formatMoment(timeMs, nowMs)).toMatch(/\S/);
      }),
    );
    expect(isoDate(1e20)).toBe('date unknown');
    expect(describeDays(0)).toBe('0 days');
  });
});

describe('numbers', () => {
  it('groups digits', () => {
    expect([0, 999, 1000, 62_658, 1_234_567].map(formatCount)).toEqual([
      '0',
      '999',
      '1,000',
      '62,658',
      '1,234,567',
    ]);
    expect([countOf(1, 'commit'), countOf(2, 'commit')]).toEqual(['1 commit', '2 commits']);
  });

  it('never rounds a share to certainty', () => {
    expect([0, 0.001, 0.41, 0.999, 1].map(formatShare)).toEqual(['0%', '<1%', '41%', '>99%', '100%']);
  });

  it('picks units', () => {
    expect([0, 999, 1500, 34_000_000].map(formatBytes)).toEqual(['0 bytes', '999 bytes', '1.5 KB', '34 MB']);
    expect([850, 9800, 125_000].map(formatDuration)).toEqual(['850 ms', '9.8 s', '2 min 5 s']);
  });
});
