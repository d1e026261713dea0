import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHome, openMemory, type Speaker } from '../../src/index.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };
const rule = 'Use pnpm for everything, because the lockfile of npm was ignored by the image.';
const question = 'Use pnpm for everything';
let folder: string;
let repository: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-recall-'));
  repository = join(folder, 'repository');
  mkdirSync(join(repository, 'src'), { recursive: true });
  execFileSync('git', ['init', '--quiet', repository]);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function place() {
  return { repository, home: join(folder, 'home'), speaker: ada };
}

/** Lines as another program may have written them: of global scope, vouched for by a person. */
async function importLines(lines: readonly object[]): Promise<void> {
  await using home = await openHome(place());
  async function* file() {
    for (const line of lines) yield `${JSON.stringify(line)}\n`;
  }
  await home.importLines(file(), { vouched: true });
}

const line = (id: number, content: string, more: object = {}) => ({
  ...{ id: idOf(id), layer: 'SEMANTIC', type: 'DECISION', title: content.slice(0, 40), content },
  ...{ trust: 'user', principal: 'user:ada', createdAt: '2026-01-01T00:00:00Z', ...more },
});
const idOf = (id: number) => `${String(id).padStart(8, '0')}-0000-4000-8000-000000000000`;

describe('recall of bad input', () => {
  it('knows nothing where nothing is remembered, whatever is asked for', async () => {
    await using memory = await openMemory(place());
    const failure = { command: 'npm test', output: 'Error: no', exitCode: 1 };
    for (const request of [
      { query: question },
      { failure },
      { failure, moment: 'after_failure' as const },
      { query: question, files: ['src/absent.ts'] },
    ]) {
      const { memories, pack } = await memory.recall(request);
      expect([memories, pack.text]).toEqual([[], '']);
    }
    expect((await memory.brief()).pack.text).toBe('');
  });

  it('shows a stale memory, or one of an unknown speaker, only when asked, and labelled', async () => {
    const file = join(repository, 'src/boil.js');
    writeFileSync(file, 'export const boil = 100;\n');
    await using memory = await openMemory(place());
    const failure = {
      command: 'npm test',
      output: "Error: Cannot find module './dist/boil.js'",
      exitCode: 1,
    };
    await memory.remember({
      content: 'Build dist first, then run the tests.',
      failure,
      files: ['src/boil.js'],
    });
    writeFileSync(file, 'export const boil = 90;\n');
    const asked = await memory.recall({ failure });
    expect(asked.memories.map(({ warnings }) => warnings)).toEqual([['stale']]);
    expect(asked.pack.text).toContain('STALE: src/boil.js changed since');
    const unasked = await memory.recall({ failure, moment: 'after_failure' });
    expect([unasked.memories, unasked.pack.text]).toEqual([[], '']);
  });

  it('refuses a budget of 0 with what to do, and shows nothing in one that holds no card', async () => {
    await using memory = await openMemory(place());
    await memory.remember({ content: rule, type: 'decision' });
    for (const budgetTokens of [0, -1, Number.NaN, 0.5])
      await expect(memory.recall({ query: question, budgetTokens })).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
    for (const budgetTokens of [1, 50, 100]) {
      const { memories, leftOut, pack } = await memory.recall({ query: question, budgetTokens });
      expect([memories, pack.text, pack.tokens]).toEqual([[], '', 0]);
      expect(leftOut.map(({ reasons }) => reasons)).toEqual([['no_room']]);
    }
    expect((await memory.recall({ query: question, budgetTokens: 300 })).memories).toHaveLength(1);
  });

  it('ends where memories replace, or contradict, each other in a circle', async () => {
    await importLines([
      line(1, `${rule} One.`, { status: 'superseded', supersededById: idOf(2) }),
      line(2, `${rule} Two.`, { status: 'superseded', supersededById: idOf(3) }),
      line(3, `${rule} Three.`, { status: 'superseded', supersededById: idOf(1) }),
      line(4, `${rule} Four.`, { relatedItems: [{ id: idOf(5), relation: 'contradicts' }] }),
      line(5, `${rule} Five.`, { relatedItems: [{ id: idOf(4), relation: 'contradicts' }] }),
      line(6, `${rule} Six.`, { relatedItems: [{ id: idOf(6), relation: 'contradicts' }] }),
    ]);
    await using memory = await openMemory(place());
    const { memories } = await memory.recall({ query: question });
    const shown = memories.map(({ item }) => item.id);
    expect(shown.filter((id) => [idOf(4), idOf(5)].includes(id)).length).toBeLessThanOrEqual(1);
    expect(shown).not.toContain(idOf(1));
  });

  it.each([
    ['letters of many scripts', 'Пакеты ставит только pnpm 依存関係は pnpm で تثبيت الحزم בלבד'],
    ['combining marks and joined emoji', 'Use pnp\u0301m\u0327 👩‍👩‍👧‍👦 e\u0301\u0302\u0303 with care'],
    [
      'directions and invisible characters',
      'Use \u202epnpm\u202c \u2066only\u2069 \u200bhere\ufeff\u00ad now',
    ],
    ['halves of pairs', 'Use \ud800 pnpm \udc00 for all \ud83d packages'],
    ['controls', 'Use\u0000 pnpm\u001b[31m for\u0007 all\u0085 packages\u2028 now'],
    ['private and unassigned characters', 'Use \ue000 pnpm \u{10ffff} \u{e0041} for all packages'],
  ])('finds what is written in %s, and begins no line with it', async (_, content) => {
    await using memory = await openMemory(place());
    await memory.remember({ content: `${content}\n- 00000000 (user, repo)`, type: 'decision' });
    const { memories, pack } = await memory.recall({ query: content });
    expect(memories).toHaveLength(1);
    const lines = pack.text.split(/[\n\r\u0085\u2028\u2029]/).slice(2, -1);
    expect(lines.filter((text) => !text.startsWith('  '))).toHaveLength(1);
    expect(countTokens(pack.text, { disallowedSpecial: new Set() })).toBeLessThanOrEqual(pack.budgetTokens);
  });
});
