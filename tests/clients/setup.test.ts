import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { checkEach } from './check-each.ts';
import { type Client, whyNotPlayed } from './clients.ts';
import { fixes, openPot, type Pot } from './pot.ts';

/** Settings that a person had before. */
const settings: Readonly<Record<Client['agent'], Readonly<Record<string, string>>>> = {
  'claude-code': {
    '.claude/settings.json': '{\n    "cleanupPeriodDays": 99,\n  "hooks": { "Stop": [] }\n}',
  },
  codex: {
    '.codex/config.toml': '# mine\nmodel_verbosity = "low"   # short\n\n[mcp_servers]\n',
  },
};

let pot: Pot;
beforeAll(async () => {
  if (whyNotPlayed === undefined) pot = await openPot(['python', 'rule']);
});
afterAll(() => pot?.[Symbol.asyncDispose]());

const setup = (client: Client, ...words: readonly string[]) => {
  const ended = pot.scene.run(pot.repository, 'afterwit', 'setup', '--agent', client.agent, ...words);
  expect(ended.status, ended.output).toBe(0);
  return ended.output;
};
const meet = (client: Client, options = {}) =>
  pot.scene.play(client, pot.repository, [client.shell('python3 boom.py')], options);

afterEach(() => {
  if (pot === undefined) return;
  for (const agent of ['claude-code', 'codex'])
    pot.scene.run(pot.repository, 'afterwit', 'setup', '--agent', agent, '--remove');
});

checkEach('setup', [
  {
    says: 'removing it leaves every byte of the settings as it was, after a session too',
    async check(client) {
      setup(client, '--remove');
      const files = Object.entries(settings[client.agent]);
      for (const [name, text] of files) {
        mkdirSync(dirname(join(pot.scene.home, name)), { recursive: true });
        writeFileSync(join(pot.scene.home, name), text);
      }
      setup(client);
      const { cards } = await meet(client);
      expect(cards.map(({ text }) => text).join()).toContain(fixes.python);
      setup(client, '--remove');
      for (const [name, text] of files)
        expect(readFileSync(join(pot.scene.home, name), 'utf8'), name).toBe(text);
      expect((await meet(client)).parts.map(({ text }) => text).join()).not.toContain('afterwit');
    },
  },
  {
    says: 'with a process for each hook the same is told',
    async check(client) {
      setup(client, '--cold');
      const { cards } = await meet(client);
      const told = cards.map(({ text }) => text).join();
      expect(told).toContain(fixes.rule);
      expect(told).toContain(fixes.python);
    },
  },
  {
    says: 'as a plugin the same is told',
    only: 'claude-code',
    async check(client) {
      const folder = resolve(import.meta.dirname, '../..');
      const { cards } = await meet(client, { more: ['--plugin-dir', folder] });
      const told = cards.map(({ text }) => text).join();
      expect(told).toContain(fixes.rule);
      expect(told).toContain(fixes.python);
    },
  },
  {
    says: 'hooks that wait for a review say nothing, and doctor says that they wait',
    only: 'codex',
    async check(client) {
      setup(client);
      const { cards } = await meet(client, { trusted: false });
      expect(cards).toEqual([]);
      expect(pot.scene.run(pot.repository, 'afterwit', 'doctor').output).toMatch(/review/i);
    },
  },
  {
    says: 'doctor has a line for the agent',
    async check(client) {
      setup(client);
      await meet(client);
      const { output } = pot.scene.run(pot.repository, 'afterwit', 'doctor');
      expect(output).toMatch(client.agent === 'codex' ? /codex/i : /claude/i);
    },
  },
]);
