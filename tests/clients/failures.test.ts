import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { checkEach } from './check-each.ts';
import { whyNotPlayed } from './clients.ts';
import { fixes, openPot, type Pot } from './pot.ts';

let pot: Pot;
beforeAll(async () => {
  if (whyNotPlayed === undefined) pot = await openPot();
});
afterAll(() => pot?.[Symbol.asyncDispose]());

/** Cards beside what the start of each session tells here. */
const untaught = (texts: readonly { readonly text: string }[]) =>
  texts.map(({ text }) => text).filter((text) => !text.includes(fixes.rule));

checkEach('a failing command', [
  {
    says: 'a known failure has its card in the very next request',
    async check(client) {
      const { cards } = await pot.scene.play(client, pot.repository, [client.shell('python3 boom.py')]);
      expect(cards.find(({ text }) => text.includes(fixes.python))?.request).toBe(1);
    },
  },
  {
    says: 'a known failure of node has its card',
    awaits: { codex: 'point 7' },
    async check(client) {
      const { cards } = await pot.scene.play(client, pot.repository, [client.shell('node nope.js')]);
      expect(untaught(cards).join('\n')).toContain(fixes.node);
    },
  },
  {
    says: 'another failure, and a command that passes, have none',
    async check(client) {
      const steps = [client.shell('python3 bang.py'), client.shell('git log --oneline')];
      const { cards, answers } = await pot.scene.play(client, pot.repository, steps);
      expect(answers.join('\n')).toContain('barlx');
      expect(untaught(cards)).toEqual([]);
    },
  },
  {
    says: 'the same command that fails otherwise has none',
    async check(client) {
      writeFileSync(join(pot.repository, 'nope.js'), "import './gone.js';\n");
      const { cards } = await pot.scene.play(client, pot.repository, [client.shell('node nope.js')]);
      writeFileSync(join(pot.repository, 'nope.js'), "import './yep.js';\n");
      expect(untaught(cards)).toEqual([]);
    },
  },
]);
