import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { MiningReport } from '../../src/index.ts';
import { checkEach } from './check-each.ts';
import { whyNotPlayed } from './clients.ts';
import { otherAgents } from './other-agents.ts';
import { fixes, openPot, type Pot } from './pot.ts';

const leaking =
  "import { ok } from 'node:assert';\nimport test from 'node:test';\ntest('the cup holds', () => ok(1 > 2));\n";

let pot: Pot;
beforeAll(async () => {
  if (whyNotPlayed !== undefined) return;
  pot = await openPot(['python', 'rule'], { 'cup.test.mjs': leaking });
  const { repository, scene } = pot;
  // With the address of a model, Gemini CLI must be told what the key is for.
  const settings = join(scene.home, '.gemini/settings.json');
  mkdirSync(join(settings, '..'));
  writeFileSync(settings, JSON.stringify({ security: { auth: { selectedType: 'gemini-api-key' } } }));
  for (let change = 1; change <= 6; change++) {
    for (const file of ['cup.txt', 'saucer.txt']) writeFileSync(join(repository, file), `${change}\n`);
    scene.run(repository, 'git', 'add', '-A');
    scene.run(repository, 'git', 'commit', '-qm', `Change the cup, ${change}`);
  }
  scene.run(repository, 'afterwit', 'index');
  for (const { agent } of otherAgents) {
    const { status, output } = pot.scene.run(pot.repository, 'afterwit', 'setup', '--agent', agent);
    expect(status, output).toBe(0);
  }
});
afterAll(() => pot?.[Symbol.asyncDispose]());

checkEach(
  'another agent',
  [
    {
      says: 'the start tells the constraint, and a known failure has its card in the next request, once',
      async check(client) {
        const { parts, output } = await pot.scene.play(client, pot.repository, [
          client.shell('python3 boom.py'),
          client.shell('git log --oneline'),
        ]);
        const saying = (text: string) =>
          parts.filter((part) => part.text.includes(text)).map(({ request }) => request);
        expect(saying('Begin pot'), output).toEqual([2]);
        expect(saying(fixes.rule)).toEqual([0]);
        expect(saying(fixes.python)).toEqual([1]);
      },
    },
    {
      says: 'another failure, and a command that passes, have none',
      async check(client) {
        const steps = [client.shell('python3 bang.py'), client.shell('git log --oneline')];
        const { parts, output } = await pot.scene.play(client, pot.repository, steps);
        const sent = parts.map(({ text }) => text).join('\n');
        expect(sent, output).toContain('barlx');
        expect(sent).not.toContain(fixes.python);
      },
    },
    {
      says: 'what changes with a file is told with the edit',
      async check(client) {
        const { parts, output } = await pot.scene.play(client, pot.repository, [
          client.edit(join(pot.repository, 'cup.txt'), '6', '7'),
        ]);
        writeFileSync(join(pot.repository, 'cup.txt'), '6\n');
        const requests = parts
          .filter(({ text }) => text.includes('What changes with it'))
          .map(({ request }) => request);
        expect(requests, output).toEqual([1]);
      },
    },
    {
      says: 'the session that it wrote down teaches the fix of its failure',
      async check(client) {
        if (client.agent === 'copilot-cli') return;
        const { output } = await pot.scene.play(client, pot.repository, [
          client.shell('node --test cup.test.mjs'),
          client.edit(join(pot.repository, 'cup.test.mjs'), '1 > 2', '2 > 1'),
          client.shell('node --test cup.test.mjs'),
        ]);
        writeFileSync(join(pot.repository, 'cup.test.mjs'), leaking);
        const mined = pot.scene.run(pot.repository, 'afterwit', 'mine-sessions', '--dry-run', '--json');
        const lessons = (JSON.parse(mined.output) as MiningReport).lessons.filter(
          ({ evidence }) => evidence.agent === client.agent,
        );
        expect(lessons, output).toMatchObject([{ type: 'fix', files: ['cup.test.mjs'] }]);
      },
    },
  ],
  otherAgents,
);
