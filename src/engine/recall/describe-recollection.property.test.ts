import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RedactedText } from '../../model/brands.ts';
import { type ContextUnit, contextBanks } from '../../model/card.ts';
import { globalScope } from '../../model/provenance.ts';
import { fuseUnits } from './describe-recollection.ts';

const unit: fc.Arbitrary<ContextUnit> = fc.record({
  bank: fc.constantFrom(...contextBanks),
  scope: fc.constant(globalScope),
  id: fc.string(),
  label: fc.string().map((text) => text as RedactedText),
  score: fc.double({ min: 0, max: 100, noNaN: true }),
  confidence: fc.constantFrom(0.2, 0.5, 0.9),
  tokens: fc.nat(300),
  origin: fc.constantFrom('user', 'untrusted'),
  freshness: fc.constantFrom('fresh', 'none'),
});
const units = fc.uniqueArray(unit, { selector: ({ bank, id }) => `${bank} ${id}` });

it('ignores the order of what it is given, and keeps all of it', () => {
  fc.assert(
    fc.property(units, fc.infiniteStream(fc.nat()), (all, keys) => {
      const shuffled = all
        .map((one) => ({ one, key: keys.next().value as number }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one);
      expect(fuseUnits(shuffled)).toEqual(fuseUnits(all));
      expect(new Set(fuseUnits(all))).toEqual(new Set(all));
    }),
  );
});

it('puts the surest first, and of those equally sure the bank that is listed first, whatever their scores', () => {
  fc.assert(
    fc.property(units, (all) => {
      for (const [at, after] of fuseUnits(all).slice(1).entries()) {
        const before = fuseUnits(all)[at] as ContextUnit;
        expect(before.confidence).toBeGreaterThanOrEqual(after.confidence);
        if (before.confidence === after.confidence)
          expect(contextBanks.indexOf(before.bank)).toBeLessThanOrEqual(contextBanks.indexOf(after.bank));
      }
    }),
  );
});
