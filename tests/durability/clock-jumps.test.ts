import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openHome, openMemory } from '../../src/api/memory.ts';
import type { Speaker } from '../../src/model/provenance.ts';
import { times } from '../effort.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';

const speaker: Speaker = { kind: 'user', name: 'ada', source: 'library' };
const yearMs = 365.25 * 86_400_000;
const furthestBack = -10;
/** Facts about different things: of memories that may replace each other, only one would be recalled, whatever the clock says. */
const facts = [
  ['The gasket of the boiler is replaced every spring.', 'When is the gasket replaced?'],
  ['Whistles are tuned by ear in the tower.', 'How are whistles tuned?'],
  ['Copper lids are polished with lemon and salt.', 'What are copper lids polished with?'],
  ['Deliveries of charcoal arrive at the northern gate.', 'Where do deliveries of charcoal arrive?'],
  ['The cellar stays locked before the inspector came.', 'Who unlocks the cellar?'],
] as const;

it('a clock set back ten years or ahead a hundred loses nothing and changes no order', {
  timeout: 60_000 + times(50, 3) * 5_000,
}, async () => {
  const { path: repository, commit } = buildRepository();
  commit('Boil');
  const year = fc.integer({ min: furthestBack, max: 100 });
  const years = fc.array(year, { minLength: facts.length + 1, maxLength: facts.length + 1 });
  await fc.assert(
    fc.asyncProperty(years, async (stands) => {
      const home = join(temporaryFolder(), 'home');
      const at = (standing = 0) => ({
        ...{ repository, home, speaker },
        clock: { nowMs: () => Date.now() + standing * yearMs },
      });
      for (const [place, [content]] of facts.entries()) {
        await using memory = await openMemory(at(stands[place]));
        await memory.remember({ content });
      }
      const orders: string[][] = [];
      for (const standing of [stands.at(-1), 0, furthestBack]) {
        await using opened = await openHome(at(standing));
        orders.push((await opened.list()).items.map(({ content }) => content));
      }
      expect(orders[0]).toHaveLength(facts.length);
      expect(orders).toEqual([orders[0], orders[0], orders[0]]);
      // The clock stands before all of them now: none may count as expired.
      await using memory = await openMemory(at(furthestBack));
      for (const [content, query] of facts) {
        const { memories } = await memory.recall({ query });
        expect(memories.map(({ item }) => item.content)).toContain(content);
      }
    }),
    { numRuns: times(50, 3) },
  );
});
