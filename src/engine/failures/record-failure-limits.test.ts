import { beforeEach, describe, expect, it } from 'vitest';
import { type IssueMemory, issueMemory, type ToldFailure } from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';

let memory: IssueMemory;

beforeEach(() => {
  memory = issueMemory(plainStore(['r1']));
});

describe('a report that cannot be recorded', () => {
  it.each<[string, ToldFailure, string]>([
    ['nothing', { output: '' }, 'INVALID_ARGUMENT'],
    ['blanks and control characters', { output: ' \n\u001b[31m\u001b[0m\0' }, 'INVALID_ARGUMENT'],
    ['no fix', { output: 'Error: boom', fix: ' ' }, 'INVALID_ARGUMENT'],
    ['a fix without an end', { output: 'Error: boom', fix: 'x'.repeat(1_000_001) }, 'TEXT_TOO_LARGE'],
    [
      'an account without an end',
      { output: 'Error: boom', details: { context: 'x'.repeat(20_001) } },
      'TEXT_TOO_LARGE',
    ],
    [
      'conditions without an end',
      { output: 'Error: boom', details: { notWhen: ['x'.repeat(30_000)] } },
      'TEXT_TOO_LARGE',
    ],
    ['a file that is not there', { output: 'Error: boom', files: ['none.ts'] }, 'FILE_NOT_FOUND'],
  ])('%s is refused, and leaves nothing', async (_, told, code) => {
    await expect(memory.record(told)).rejects.toMatchObject({ code });
    for (const kind of ['pattern', 'variant', 'episode'] as const) expect(memory.itemsOf(kind)).toEqual([]);
  });

  it.each([
    ['NUL and lone surrogates', 'Error: \ud800 boom \0 in \udfff core'],
    ['colours', '\u001b[31mError:\u001b[39m \u001b]8;;http://x\u0007boom\u001b]8;;\u0007'],
    ['an object', '{"error": {"message": "boom", "code": 7}}'],
  ])('%s are not among it', async (_, output) => {
    expect(await memory.record({ output, command: 'make all' })).toMatchObject({ kind: 'created' });
    expect(await memory.record({ output, command: 'make all' })).toMatchObject({ kind: 'known' });
  });

  it('output and a command of any length are kept in part', async () => {
    const output = `${'progress '.repeat(2_000_000)}\nError: boom in core\n`;
    const { variant } = await memory.record({ output, command: `make ${'x'.repeat(5_000_000)}` });
    expect(JSON.stringify(variant).length).toBeLessThan(40_000);
  });

  it('a failure of which only the symptom is known is no lesson in the same words', async () => {
    const symptom = { symptom: 'the build hangs on Mondays' };
    expect(await memory.record({ output: '', details: symptom })).toMatchObject({ kind: 'created' });
  });
});
