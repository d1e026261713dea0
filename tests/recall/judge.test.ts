import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { showExplanation } from '../../src/cli/commands/why.ts';
import { layOut } from '../../src/cli/page.ts';
import { type Judge, openMemory, type Speaker } from '../../src/index.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };
const page = { width: 100, nowMs: 0 };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-judge-'));
  execFileSync('git', ['init', '--quiet', join(folder, 'repository')]);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('asks a judge that is handed in, tells it what is asked, and explains what came of it', async () => {
  const judge: Judge = {
    name: 'half-sure',
    judge: async ({ units }) =>
      units.map(({ id, text }) => {
        const share = text.includes('boils') ? 1 : 0;
        return {
          ...{ id, actionShift: share, necessity: share, expectedOutcomeUplift: share },
          ...{ negativeTransferRisk: 0, confidence: 0.5 },
        };
      }),
  };
  const place = { repository: join(folder, 'repository'), home: join(folder, 'home'), speaker: ada };
  await using memory = await openMemory({ ...place, judge });
  await memory.remember({ content: 'The kettle whistles at a hundred degrees when it boils.' });
  await memory.remember({ content: 'The kettle whistles at a hundred degrees when it foams.' });
  const { memories, decisionId } = await memory.recall({ query: 'When does the kettle whistle?' });
  expect(memories[0]?.item.content).toContain('boils');
  const explanation = await memory.why(decisionId);
  const told = (full: boolean) =>
    layOut(showExplanation(explanation, full), page)
      .map((line) => line.map(({ text }) => text).join(''))
      .join(' ');
  expect(told(false)).toMatch(
    /half-sure.*they are nearly as likely the answer.*it had its say in their order/,
  );
  expect(told(false)).not.toContain('limited');
  expect(told(true)).toMatch(/limited.*supported|supported.*limited/);
  // Another that is not handed one asks none.
  await using plain = await openMemory(place);
  const alone = await plain.recall({ query: 'When does the kettle whistle?' });
  expect((await plain.why(alone.decisionId)).receipt.judgement).toBeUndefined();
});
