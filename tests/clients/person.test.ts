import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whyNotPlayed } from './clients.ts';
import { openPot, type Pot } from './pot.ts';

let pot: Pot;
beforeAll(async () => {
  if (whyNotPlayed === undefined) pot = await openPot(['rule']);
});
afterAll(() => pot?.[Symbol.asyncDispose]());

describe.skipIf(whyNotPlayed !== undefined)('a person at a terminal', () => {
  test('is asked once in a window of tmux who they are', async () => {
    const again = await pot.terminal.type("afterwit remember 'The pot is black' --type project_fact");
    expect(again.status, again.screen).toBe(0);
    expect(again.confirmations).toBe(0);
  });

  test('is told of a file by guardrails what for-file tells', async () => {
    const [guardrails, forFile] = await Promise.all(
      ['guardrails --file', 'for-file'].map((words) =>
        pot.scene.run(pot.repository, 'sh', '-c', `afterwit ${words} CHANGES.md`),
      ),
    );
    expect(forFile?.output).toContain('Never edit CHANGES.md');
    expect(guardrails?.output).toContain('Never edit CHANGES.md');
    expect(guardrails?.output).not.toMatch(/go ahead/i);
  });

  test('sees by --dry-run what setup would change, and nothing is changed', async () => {
    const words = ['setup', '--agent', 'cursor', '--dry-run'];
    const { output, status } = pot.scene.run(pot.repository, 'afterwit', ...words);
    expect(status, output).toBe(0);
    expect(output).toContain('.cursor');
    expect(pot.scene.run(pot.scene.home, 'ls', '-A').output).not.toContain('.cursor');
  });
});
