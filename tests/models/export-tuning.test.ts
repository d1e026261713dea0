import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isForValidation, judgePrompt } from '../../src/asking/judge-prompt.ts';
import { openHome, openMemory, type Speaker } from '../../src/index.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };
const robot: Speaker = { kind: 'agent', name: 'robot', source: 'mcp' };
const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-tuning-'));
  execFileSync('git', ['init', '--quiet', join(folder, 'repository')]);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Example {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

async function judged(speaker: Speaker, verdict: 'accepted' | 'rejected', question: string) {
  const place = { repository: join(folder, 'repository'), home: join(folder, 'home'), speaker: ada };
  await using memory = await openMemory(place);
  await memory.remember({ content: `The kettle whistles at a hundred degrees. ${secret}` });
  const { decisionId, memories } = await memory.recall({ query: question });
  await using home = await openHome(place);
  await home.feedback({ decision: decisionId, outcome: verdict, item: memories[0]?.item.id, speaker });
  const parts = await Promise.all([false, true].map((validation) => home.exportTuning({ validation })));
  return parts.map((lines) => lines.map((line) => JSON.parse(line) as Example));
}

it.each(['accepted', 'rejected'] as const)(
  'writes what a person %s as an answer that is read as one',
  async (verdict) => {
    const question = 'When does the kettle whistle?';
    const parts = await judged(ada, verdict, question);
    const examples = parts[isForValidation(question) ? 1 : 0] ?? [];
    expect(parts.flat()).toEqual(examples);
    const [system, user, assistant] = examples[0]?.messages ?? [];
    expect(system?.content).toContain('remembered notes');
    expect(JSON.parse(user?.content ?? '')).toMatchObject({ task: question, notes: [{ id: 'n1' }] });
    const unit = { id: 'x' as never, type: 'constraint', text: '', contradicts: [] } as const;
    const { read } = judgePrompt({ task: question, plannedActions: [], units: [unit] });
    const share = verdict === 'accepted' ? 1 : 0;
    expect(read(JSON.parse(assistant?.content ?? ''))).toMatchObject([
      { expectedOutcomeUplift: share, negativeTransferRisk: 1 - share },
    ]);
    expect(JSON.stringify(examples)).not.toContain(secret);
  },
);

it('writes nothing of what an agent alone said', async () => {
  expect((await judged(robot, 'accepted', 'When does the kettle whistle?')).flat()).toEqual([]);
});

it('puts about a tenth of the tasks aside', () => {
  const aside = Array.from({ length: 1_000 }, (_, at) => `task ${at}`).filter(isForValidation);
  expect(aside.length).toBeGreaterThan(70);
  expect(aside.length).toBeLessThan(130);
});
