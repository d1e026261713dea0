import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHome, openMemory, type Speaker } from '../../src/index.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };
/** No detector knows it. */
const secret = 'plainwordsecret';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-command-secret-'));
  execFileSync('git', ['init', '--quiet', join(folder, 'repository')]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('keeps what stands in the arguments of a command out of receipts, the cache and overviews', async () => {
  const program = join(folder, 'answer.mjs');
  writeFileSync(
    program,
    `import { readFileSync } from 'node:fs';
    const asked = readFileSync(0, 'utf8');
    const input = asked.startsWith('{') ? JSON.parse(asked).input : [];
    console.log(JSON.stringify({ embeddings: input.map(() => [1, 2]) }));`,
  );
  const line = `${process.execPath} ${program} --token ${secret}`;
  const embeddings = { source: `command:${line}`, name: 'small' };
  const models = { provider: 'command', name: line, key: `command:${line}`, embeddings };
  const home = join(folder, 'home');
  const repository = join(folder, 'repository');
  {
    await using memory = await openMemory({ repository, home, speaker: ada });
    for (const verb of ['foams', 'boils'])
      await memory.remember({ content: `The kettle whistles at a hundred degrees when it ${verb}.` });
  }
  writeFileSync(join(home, 'config.json'), JSON.stringify({ models, judging: { timeoutMs: 20_000 } }));
  await using memory = await openMemory({ repository, home, speaker: ada });
  const answer = await memory.recall({ query: 'When does the kettle whistle?' });
  const { receipt } = await memory.why(answer.decisionId);
  expect(receipt.embedding?.model).toMatch(/^command\/node#[0-9a-f]{4}\/small$/);
  expect(receipt.embedding?.told).toHaveLength(2);
  expect(receipt.judgement?.judge).toMatch(/^command\/node#[0-9a-f]{4}$/);
  await using opened = await openHome({ home });
  const told = [answer, receipt, await opened.models(), await opened.modelCosts()];
  const tried = [await opened.testModel({}), await opened.testModel({ embeddings: true })];
  expect(JSON.stringify(told[2])).toContain('with 3 arguments');
  expect(JSON.stringify([told, tried])).not.toContain(secret);
  // Settings stand there as the user wrote them.
  const kept = readdirSync(home, { recursive: true, withFileTypes: true }).filter(
    (file) => file.isFile() && file.name !== 'config.json',
  );
  expect(kept.map(({ name }) => name)).toContain('cache.db');
  for (const { parentPath, name } of kept)
    expect(readFileSync(join(parentPath, name)).includes(secret), name).toBe(false);
});
