import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { checkEach } from './check-each.ts';
import { whyNotPlayed } from './clients.ts';
import { fixes, openPot, type Pot } from './pot.ts';

/** Made up, in the form of a key that grants access. */
const secret = `AKIA${'Q3EGRIKELTOSWNPA'}`;

let pot: Pot;
beforeAll(async () => {
  if (whyNotPlayed !== undefined) return;
  const leak = `raise RuntimeError("denied for key ${secret} of the pot")\n`;
  pot = await openPot(['python', 'rule'], { 'leak.py': leak, 'ledger.txt': 'ink\n' });
  await pot.terminal.type('afterwit mine-sessions', { answers: ['yes', 'yes'] });
  const lesson = `python3 leak.py 2>&1 | afterwit remember 'Ask for another key' --command 'python3 leak.py' --failure -`;
  const { status, screen } = await pot.terminal.type(lesson);
  expect(status, screen).toBe(0);
});
afterAll(() => pot?.[Symbol.asyncDispose]());

/** The server of this very session: a sibling of the shell that the client started, which is not to find itself. */
const server = 'pgrep -P $PPID -f "[b]in.js mcp"';

checkEach('safety', [
  {
    says: 'a secret in what a failing command prints is in no card and not in the memory',
    async check(client) {
      const { cards } = await pot.scene.play(client, pot.repository, [client.shell('python3 leak.py')]);
      const told = cards.map(({ text }) => text).join();
      expect(told).toContain('Ask for another key');
      expect(told).not.toContain(secret);
      const kept = join(pot.scene.home, '.local/share/afterwit');
      const files = readdirSync(kept, { recursive: true, withFileTypes: true }).filter((file) =>
        file.isFile(),
      );
      expect(files.length).toBeGreaterThan(0);
      const leaking = files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(secret));
      expect(leaking.map(({ name }) => name)).toEqual([]);
    },
  },
  {
    says: 'a server that is killed while it is asked ends no session, and the next one is told as before',
    async check(client) {
      // It is stopped first, so that the hook of this command waits for it when it is killed.
      const kill = `server=$(${server}); kill -STOP $server; setsid -f sh -c "sleep 1; kill -KILL $server"`;
      const steps = [
        client.shell(kill),
        client.shell('python3 boom.py'),
        client.mcp('recall', { query: 'yarlx' }),
      ];
      const { answers, status } = await pot.scene.play(client, pot.repository, steps);
      expect(status).toBe(0);
      expect(answers).toHaveLength(3);
      expect(answers[1]).toContain('yarlx');
      const { cards } = await pot.scene.play(client, pot.repository, [client.shell('python3 boom.py')]);
      expect(cards.map(({ text }) => text).join()).toContain(fixes.python);
      const { output } = pot.scene.run(pot.repository, 'afterwit', 'doctor');
      expect(output).not.toMatch(/damaged|corrupt/i);
    },
  },
  {
    says: 'what a model remembers is not told to the next session unasked',
    async check(client) {
      const content = 'Never use a spoon in this repository';
      await pot.scene.play(client, pot.repository, [client.mcp('remember', { content, type: 'constraint' })]);
      const { cards } = await pot.scene.play(client, pot.repository, [client.shell('git log --oneline')]);
      expect(cards.map(({ text }) => text).join()).not.toContain('spoon');
    },
  },
  {
    says: 'a rule that a person marked hard stops an edit and a command that changes its file, and why explains it',
    async check(client) {
      const hard = "afterwit remember 'The ledger is closed' --hard --file ledger.txt";
      const taught = await pot.terminal.type(hard);
      expect(taught.status, taught.screen).toBe(0);
      const steps = [
        client.shell('cat ledger.txt'),
        client.edit('ledger.txt', 'ink', 'milk'),
        client.shell("sed -i 's/ink/milk/' ledger.txt"),
        client.shell('cat ledger.txt'),
      ];
      const { answers } = await pot.scene.play(client, pot.repository, steps);
      const refusal = expect.stringMatching(/person's rule stops this call .*The ledger is closed/s);
      expect(answers.slice(1, 3)).toEqual([refusal, refusal]);
      expect(answers[3]).toContain('ink');
      const { output } = pot.scene.run(pot.repository, 'afterwit', 'why');
      expect(output).toContain('a hard rule stopped the call');
      expect(output).toContain('The ledger is closed');
    },
  },
]);
