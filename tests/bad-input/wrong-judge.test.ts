import { expect, it } from 'vitest';
import { openMemory } from '../../src/api/memory.ts';
import { requireJudge } from '../../src/open/open-repository.ts';
import type { Judge } from '../../src/ports/judge.ts';
import { temporaryFolder } from '../git/build-repository.ts';

const judge = async () => [];

it('hands on a judge, and none', () => {
  class Asking implements Judge {
    readonly name = 'fake';
    readonly judge = judge;
  }
  const asking = new Asking();
  expect(requireJudge(asking)).toBe(asking);
  expect(requireJudge(undefined)).toBeUndefined();
});

const wrong = [
  ...[5, null, 'qwen', [], judge, {}, { judge }, { name: 'fake' }, { name: 'fake', judge: 'yes' }],
  ...[
    { name: '', judge },
    { name: ' ', judge },
    { name: 3, judge },
    { name: 'a'.repeat(101), judge },
  ],
];

it.each(wrong)('refuses what cannot be asked before anything is opened: %j', async (value) => {
  const options = { repository: temporaryFolder(), judge: value as never };
  await expect(openMemory(options)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining('{ name, judge }'),
  });
});
