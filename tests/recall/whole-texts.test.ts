import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMemory, type Speaker } from '../../src/index.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-whole-'));
  execFileSync('git', ['init', '--quiet', join(folder, 'repository')]);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('keeps whole texts within the budget whose words a tokenizer does not know', async () => {
  const place = { repository: join(folder, 'repository'), home: join(folder, 'home'), speaker: ada };
  await using memory = await openMemory(place);
  const content = Array.from({ length: 250 }, (_, at) => ((at + 1) * 7_919 * 104_729).toString(36)).join(
    '\n',
  );
  await memory.remember({ content, type: 'decision' });
  const ask = async (budgetTokens: number) => {
    const { pack } = await memory.recall({
      ...{ query: content.slice(0, 200), disclosure: 'full_pack', budgetTokens },
    });
    return { used: countTokens(pack.text), claimed: pack.tokens };
  };
  const whole = await ask(3_500);
  expect(whole.used).toBeGreaterThan(1_000);
  expect(whole.used).toBeLessThanOrEqual(whole.claimed);
  expect((await ask(whole.used - 1)).used).toBe(0);
});
