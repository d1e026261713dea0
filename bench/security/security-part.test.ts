import { expect, it } from 'vitest';
import { addReports, nothingYet } from './security-part.ts';

it('adds up what two steps found, promise by promise', () => {
  const first = {
    figures: { cases: 10 },
    findings: [{ promise: 'it holds', cases: 10, broken: 1 }],
    failures: ['case 0'],
  };
  const second = {
    figures: { cases: 5, kills: 2 },
    findings: [{ promise: 'it holds', cases: 5, broken: 0 }],
    failures: [],
  };
  expect(addReports(addReports(nothingYet, first), second)).toEqual({
    figures: { cases: 15, kills: 2 },
    findings: [{ promise: 'it holds', cases: 15, broken: 1 }],
    failures: ['case 0'],
  });
});
