import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { checkEach } from './check-each.ts';
import { type Client, whyNotPlayed } from './clients.ts';
import { openPot, type Pot } from './pot.ts';

const mistake = '        return self.heet >= 100';
const fix = '        return int(self.heat) >= 100';
const broken = `class Kettle:\n    heat = "100"\n\n    def is_ready(self):\n${mistake}\n`;

let pot: Pot;
beforeAll(async () => {
  if (whyNotPlayed !== undefined) return;
  pot = await openPot([], {
    'kettle.py': broken,
    'test_kettle.py': 'from kettle import Kettle\n\nassert Kettle().is_ready()\n',
  });
});
afterAll(() => pot?.[Symbol.asyncDispose]());

const play = (client: Client, ...commands: readonly string[]) =>
  pot.scene.play(client, pot.repository, commands.map(client.shell));

const known = (): string => pot.scene.run(pot.repository, 'afterwit', 'list').output;

/** Sessions are read in the background once they pause. */
async function learned(pattern: RegExp): Promise<void> {
  await expect.poll(known, { interval: 500 }).toMatch(pattern);
}

/** The next session is to know what this client's own session taught, and no other's. */
function forgetAll(): void {
  rmSync(join(pot.repository, 'dist'), { recursive: true, force: true });
  for (const agent of ['claude-code', 'codex'])
    pot.scene.run(pot.repository, 'afterwit', 'forget', '--origin', `transcript:${agent}`);
  expect(known()).not.toMatch(/npm test|kettle/);
}

const kettle = (text: string): void => writeFileSync(join(pot.repository, 'kettle.py'), text);

checkEach('learning before a person agreed', [
  {
    says: 'a session is not read without a yes, nor does a call without a terminal give one',
    async check(client) {
      const { output } = pot.scene.run(pot.repository, 'afterwit', 'mine-sessions');
      expect(output).not.toMatch(/from now on/i);
      await play(client, 'npm test', 'npm run build', 'npm test');
      // Long enough for a session to be read, were it read.
      await new Promise((waited) => setTimeout(waited, 3_000));
      expect(known()).not.toMatch(/npm test/);
      forgetAll();
    },
  },
]);

checkEach('learning from sessions', [
  {
    says: 'a session that mends its failure is learned from, and the next one is shown the fix',
    async check(client) {
      await agree();
      forgetAll();
      await play(client, 'npm test', 'npm run build', 'npm test');
      await learned(/npm test/);
      rmSync(join(pot.repository, 'dist'), { recursive: true, force: true });
      const { cards } = await play(client, 'npm test');
      expect(cards.map(({ text }) => text).join()).toContain('npm run build');
    },
  },
  {
    says: 'a fix that only the user may release is named to the user once, and not to the model',
    async check(client) {
      await agree();
      forgetAll();
      await play(client, 'npm test', 'npm run build && echo brewed', 'npm test');
      await learned(/npm test/);
      rmSync(join(pot.repository, 'dist'), { recursive: true, force: true });
      const more =
        client.agent === 'codex'
          ? []
          : ['--output-format', 'stream-json', '--verbose', '--include-hook-events'];
      const steps = ['npm test', 'npm test'].map(client.shell);
      const { output, parts, cards } = await pot.scene.play(client, pot.repository, steps, { more });
      expect(cards).toEqual([]);
      // Codex shows it in its own screen alone.
      if (client.agent === 'claude-code')
        expect(
          output.match(/"output":"\{\\"systemMessage\\":\\"afterwit: a fix[^}]*waits for your word/g),
        ).toHaveLength(1);
      expect(output).not.toMatch(/hook returned invalid/);
      expect(parts.map(({ text }) => text).join()).not.toContain('your word');
    },
  },
  {
    says: 'an edit that mended a failure is shown when it was lost, and not while it stands',
    async check(client) {
      await agree();
      forgetAll();
      kettle(broken);
      await pot.scene.play(client, pot.repository, [
        client.shell('python3 test_kettle.py'),
        client.shell('cat kettle.py'),
        client.edit(join(pot.repository, 'kettle.py'), mistake, fix),
        client.shell('python3 test_kettle.py'),
      ]);
      await learned(/kettle/);
      kettle(broken);
      const lost = await play(client, 'python3 test_kettle.py');
      expect(lost.cards.map(({ text }) => text).join()).toContain(fix.trim());
      kettle(`${broken.replace(mistake, fix)}\nKettle().heet\n`);
      const stands = await play(client, 'python3 test_kettle.py');
      expect(stands.cards.map(({ text }) => text).join()).not.toContain(fix.trim());
    },
  },
]);

let agreed: Promise<void> | undefined;
function agree(): Promise<void> {
  agreed ??= (async () => {
    const { screen } = await pot.terminal.type('afterwit mine-sessions', { answers: ['yes', 'yes'] });
    expect(screen).toMatch(/yes/);
  })();
  return agreed;
}
