import { expect, it } from 'vitest';
import { processorMsOf } from '../../tests/processor-ms-of.ts';
import { namedTerms } from './item-terms.ts';

it('reads a word of any length in time that grows with it', () => {
  const terms = namedTerms('src/kettle.ts é.é');
  expect([...terms.keys()].filter((term) => /kettle\.ts|é\.é/.test(term))).toHaveLength(2);
  expect(processorMsOf(() => namedTerms('y'.repeat(400_000)))).toBeLessThan(10_000);
});
