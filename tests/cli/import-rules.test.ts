import { expect, it } from 'vitest';
import { rulesReport } from './fake-memory.ts';
import { runFakeCli } from './run-fake-cli.ts';

it('says which rules stand, and what changed', async () => {
  expect((await runFakeCli(['import-rules'])).stdout).toMatchInlineSnapshot(`
    "2 rules in 1 file; this changed.

      0193a2b4  new       Use pnpm, never npm.  AGENTS.md
      0193a2b4  replaced  Use npm for everything.  AGENTS.md
    "
  `);
});

it('says when nothing changed, and when there is nothing', async () => {
  const same = { importRules: async () => ({ ...rulesReport, changes: [] }) };
  expect((await runFakeCli(['import-rules'], { memory: same })).stdout).toContain(
    '2 rules in 1 file; nothing changed.',
  );
  const none = { importRules: async () => ({ ...rulesReport, files: [], changes: [] }) };
  expect((await runFakeCli(['import-rules'], { memory: none })).stdout).toContain('No rule files');
});

it('asks for a preview', async () => {
  const asked: unknown[] = [];
  const memory = {
    importRules: async (options = {}) => {
      asked.push(options);
      return rulesReport;
    },
  };
  await runFakeCli(['import-rules', '--dry-run'], { memory });
  expect(asked).toEqual([{ preview: true }]);
});
