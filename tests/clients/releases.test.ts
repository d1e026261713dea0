import { afterAll, beforeAll, expect } from 'vitest';
import { checkEach } from './check-each.ts';
import { otherReleases, whyNotPlayed } from './clients.ts';
import { fixes, openPot, type Pot } from './pot.ts';

let pot: Pot;
beforeAll(async () => {
  if (whyNotPlayed === undefined) pot = await openPot(['python', 'rule']);
});
afterAll(() => pot?.[Symbol.asyncDispose]());

checkEach(
  'an older and a newer release',
  [
    {
      says: 'the start tells the constraint, a known failure has its card, and the tools are offered',
      async check(client) {
        const { cards, parts, tools } = await pot.scene.play(client, pot.repository, [
          client.shell('python3 boom.py'),
        ]);
        expect(cards.find(({ text }) => text.includes(fixes.rule))?.request).toBe(0);
        expect(cards.find(({ text }) => text.includes(fixes.python))?.request).toBe(1);
        // Some releases name tools, or their server alone, in a text, and load one when it is asked for.
        expect([...tools, ...parts.map(({ text }) => text)].join()).toMatch(
          /mcp__afterwit__recall|^- afterwit: /m,
        );
      },
    },
  ],
  otherReleases,
);
