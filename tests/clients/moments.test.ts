import { afterAll, beforeAll, expect } from 'vitest';
import { checkEach } from './check-each.ts';
import { whyNotPlayed } from './clients.ts';
import { beside, fixes, openPot, type Pot } from './pot.ts';
import { say } from './script.ts';

let pot: Pot;
beforeAll(async () => {
  if (whyNotPlayed !== undefined) return;
  pot = await openPot(['python', 'rule'], {
    'a.js': 'export const a = 0;\n',
    'b.js': 'export const b = 0;\n',
  });
  // Two files that change together, more often than by chance.
  for (let round = 1; round <= 6; round += 1) {
    const change = `echo 'export const a = ${round};' > a.js && echo 'export const b = ${round};' > b.js`;
    pot.scene.run(pot.repository, 'sh', '-c', `${change} && git commit -qam 'Raise both to ${round}'`);
    pot.scene.run(
      pot.repository,
      'sh',
      '-c',
      `echo ${round} > c.txt && git add . && git commit -qm 'Count to ${round}'`,
    );
  }
  pot.scene.run(pot.repository, 'afterwit', 'index');
});
afterAll(() => pot?.[Symbol.asyncDispose]());

checkEach('a moment of a session', [
  {
    says: 'the start tells the constraint before the model says a word, once',
    async check(client) {
      const { cards } = await pot.scene.play(client, pot.repository, [client.shell('git log --oneline')]);
      expect(cards.filter(({ text }) => text.includes(fixes.rule)).map(({ request }) => request)).toEqual([
        0,
      ]);
    },
  },
  {
    says: 'a session that is resumed is not told again',
    async check(client) {
      await pot.scene.play(client, pot.repository, [client.shell('python3 boom.py')]);
      const { cards } = await pot.scene.play(client, pot.repository, [client.shell('python3 boom.py')], {
        resume: true,
      });
      // The first request has the conversation so far in it, with what was told then.
      expect(cards.filter(({ request }) => request > 0)).toEqual([]);
      expect(cards.filter(({ text }) => text.includes(fixes.python))).toHaveLength(1);
    },
  },
  {
    says: 'an edit brings what changes with the file',
    async check(client) {
      const steps = [
        client.shell('cat a.js'),
        client.edit('a.js', 'export const a = 6;', 'export const a = 7;'),
      ];
      const { cards } = await pot.scene.play(client, pot.repository, steps);
      pot.scene.run(pot.repository, 'git', 'checkout', '-q', '.');
      expect(beside(cards, 'rule').join()).toContain('b.js');
    },
  },
  {
    says: 'a conversation that is compacted is told what it was shown, and the constraint again',
    only: 'claude-code',
    async check(client) {
      const go = (words: string, prompt: string) =>
        pot.scene.play(client, pot.repository, [say(words)], { prompt, resume: true });
      await pot.scene.play(client, pot.repository, [client.shell('python3 boom.py')]);
      const { parts } = await go('A summary.', '/compact');
      expect(parts.at(-1)?.text).toMatch(/Shown in this session:.*Never edit CHANGES.*Install yarlx/s);
      const { cards } = await go('Done.', 'Go on.');
      expect(cards.find(({ text }) => text.includes('SessionStart'))?.text).toContain(fixes.rule);
    },
  },
  {
    says: 'a conversation that is compacted is told the constraint again',
    only: 'codex',
    async check(client) {
      const many = { ...client.shell('git log --oneline'), inputTokens: 999_000 };
      const { cards } = await pot.scene.play(client, pot.repository, [many, say('A summary.'), say('Done.')]);
      expect(cards.filter(({ text }) => text.includes(fixes.rule))).toHaveLength(2);
    },
  },
]);
