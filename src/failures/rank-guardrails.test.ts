import { describe, expect, it } from 'vitest';
import { clean, failureProfile, itemId, memoryItem } from '../../tests/fakes/memory-item.ts';
import { type GuardrailCandidate, rankGuardrails } from './rank-guardrails.ts';

function candidate(
  number: number,
  { rule = '', file, family }: { readonly rule?: string; readonly file?: string; readonly family?: string },
): GuardrailCandidate {
  const failure = failureProfile({
    ...(file === undefined ? {} : { file }),
    ...(family === undefined ? {} : { command: { program: family, family } }),
  });
  return {
    pattern: memoryItem({
      id: itemId(number),
      title: clean(`pattern ${number}`),
      body: { kind: 'pattern', symptom: clean(''), preventionRule: clean(rule) },
    }),
    variants: [
      memoryItem({
        id: itemId(number + 100),
        title: clean(''),
        body: { kind: 'variant', patternId: itemId(number), failure },
      }),
    ],
  };
}

const migration = candidate(1, { rule: 'Write a migration for every column', file: 'src/db/schema.ts' });
const build = candidate(2, { rule: 'Build before testing', family: 'npm test', file: 'test/boil.test.ts' });
const unrelated = candidate(3, { rule: 'Pin numpy', family: 'pip install', file: 'requirements.txt' });
const all = [unrelated, build, migration];
const idsOf = (ranked: readonly { readonly candidate: GuardrailCandidate }[]) =>
  ranked.map(({ candidate: { pattern } }) => pattern.id);
const work = { files: [], words: '' };

describe('rankGuardrails', () => {
  it('offers nothing for work that nothing failed near', () => {
    expect(rankGuardrails({ ...work, files: ['docs/readme.md'], words: 'fix a typo' }, all)).toEqual([]);
    expect(rankGuardrails(work, all)).toEqual([]);
  });

  it.each([
    ['the file it happened in', { files: ['src/db/schema.ts'] }, 1],
    ['a file beside it', { files: ['src/db/tables.ts'] }, 1],
    ['the command it happened to', { commandFamily: 'npm test' }, 2],
    ['its words', { words: 'add a column and its migration' }, 1],
  ])('offers the rule for %s', (_name, near, expected) => {
    expect(idsOf(rankGuardrails({ ...work, ...near }, all))).toEqual([itemId(expected)]);
  });

  it('offers the rule that names the file, and not one that names a longer path', () => {
    const named = candidate(6, { rule: 'Validate conf/kettle.json at start' });
    const other = candidate(7, { rule: 'Keep old/conf/kettle.json as it is' });
    const near = { ...work, files: ['conf/kettle.json'] };
    expect(idsOf(rankGuardrails(near, [other, named]))).toEqual([itemId(6)]);
  });

  it('takes files at the top of the repository for no neighbours', () => {
    expect(rankGuardrails({ ...work, files: ['setup.py'] }, all)).toEqual([]);
  });

  it('ranks the file above its folder, and several reasons above one', () => {
    const inFolder = candidate(4, { file: 'src/db/other.ts' });
    const both = candidate(5, { file: 'src/db/schema.ts', family: 'npm test' });
    const near = { ...work, files: ['src/db/schema.ts'], commandFamily: 'npm test' };
    expect(idsOf(rankGuardrails(near, [inFolder, migration, both]))).toEqual([5, 1, 4].map(itemId));
  });

  it('explains its nearness: the parts leave as much room as the whole', () => {
    for (const { nearness } of rankGuardrails(
      { ...work, files: ['test/boil.test.ts'], commandFamily: 'npm test' },
      all,
    )) {
      const rest = nearness.parts.reduce((product, { value }) => product * (1 - value), 1);
      expect(nearness.value).toBeCloseTo(1 - rest, 10);
      expect(nearness.value).toBeLessThanOrEqual(1);
    }
  });
});
