import { describe, expect, it } from 'vitest';
import { isAfterwitError, openHome, openMemory } from '../../src/index.ts';
import { newHome, open } from '../doors/open-library.ts';
import { some } from '../effort.ts';
import { buildRepository } from '../git/build-repository.ts';

const wrong: readonly (readonly unknown[])[] = [
  [],
  [null],
  [5],
  ['x'],
  [[]],
  [{}],
  [() => 1],
  [{ query: 5 }],
  [{ content: 5 }],
  [{ content: 'x', failure: 'npm ERR!' }],
  [{ failure: {} }],
  [{ failure: { output: 5 } }],
  [{ files: 'src/a.ts' }],
  [{ files: [5] }],
  [{ kind: 'prompt' }],
  [{ kind: 'before_edit' }],
  [{ ids: 'abcd' }],
  [{ query: 'x', speaker: 'ada' }],
  [{ decision: 'abcd', kind: 5 }],
  [{ decision: 'abcd', outcome: 5 }],
  [{ limit: 'ten' }],
  [{ query: 'x', topK: Number.NaN }],
  ['x', null],
  ['x', 5],
  ['x', { limit: {} }],
  ['x', 'merge', { speaker: {} }],
  ['x', { asOf: 5 }],
];

/** Operations with large effects, not tested here: they read sessions, write files, delete the memory. */
const farReaching = ['mineSessions', 'planMining', 'backUp', 'restore', 'purge'];
const refusedByAll: readonly (readonly unknown[])[] = [[null], [5], [[]], [() => 1]];

/** Whatever a method gives, read to its end. */
async function readAll(result: unknown): Promise<void> {
  const answer: unknown = await result;
  if (typeof answer === 'object' && answer !== null && Symbol.iterator in answer)
    for (const _ of answer as Iterable<unknown>);
}

async function call(opened: object, name: string, given: readonly unknown[]): Promise<void> {
  await readAll(Reflect.apply(Reflect.get(opened, name), opened, given));
}

function methodsOf(opened: object): readonly string[] {
  return Object.entries(opened).flatMap(([name, value]) =>
    typeof value === 'function' && name !== 'close' ? [name] : [],
  );
}

async function untypedFaults(opened: object, methods: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [turn, name] of methods.entries())
    for (const given of farReaching.includes(name) ? refusedByAll : some(some(wrong, turn), turn)) {
      const fault: unknown = await call(opened, name, given).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (fault !== undefined && (!isAfterwitError(fault) || fault.code === 'INTERNAL'))
        found.push(`${name}(${JSON.stringify(given)}): ${String(fault)}`);
    }
  return found;
}

describe('calls of programs without types', () => {
  it('end in a fault with a code, by every method of a memory', async () => {
    const repository = buildRepository();
    repository.commit('one', { 'a.ts': 'export const a = 1;\n' });
    const memory = await open(repository.path, newHome());
    expect(await untypedFaults(memory, methodsOf(memory))).toEqual([]);
    expect(await untypedFaults(memory.repositories, methodsOf(memory.repositories))).toEqual([]);
  });

  it('end in a fault with a code, by every method of a home', async () => {
    await using home = await openHome({ home: newHome() });
    expect(await untypedFaults(home, methodsOf(home))).toEqual([]);
  });

  it.each([undefined, { repository: 5 }, { home: [] }, { speaker: 'ada' }, { judge: 5 }, { clock: Date }])(
    'end in a fault with a code when a memory or home is opened with %j',
    async (options) => {
      const refused = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
      const given = options ?? null;
      await expect(openMemory(given as never)).rejects.toEqual(refused);
      if (given === null || !('judge' in given))
        await expect(openHome(given as never)).rejects.toEqual(refused);
    },
  );

  it('are told which part of a request does not fit, and never what it holds', async () => {
    await using home = await openHome({ home: newHome() });
    await expect(home.list({ types: ['fix', 'sk-live-secret'] } as never)).rejects.toThrow(
      /^list cannot be called like this: types must be a list, of one of "decision", .* each, and is a list\.$/,
    );
    await expect(home.edit('abcd', { content: 5 } as never)).rejects.toThrow(
      'edit cannot be called like this: content must be text, and is a number.',
    );
    await expect(home.feedback({ decision: 'abcd', kind: 'ignored' } as never)).rejects.toThrow(
      'feedback cannot be called like this: kind is called outcome now.',
    );
    expect(() => home.exportLines('here' as never)).toThrow('its fields must be an object, and are text.');
  });
});
