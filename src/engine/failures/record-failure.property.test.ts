import fc from 'fast-check';
import { expect, it } from 'vitest';
import { times } from '../../../tests/effort.ts';
import {
  ada,
  agentIn,
  type IssueMemory,
  issueMemory,
  type ToldFailure,
} from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { doubtDecisions } from '../../model/answers/item-answers.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { forgetItems } from '../items/forget-items.ts';
import { decideDoubt, rejectItem } from '../items/review-items.ts';
import { wholeIdOf } from '../memory/find-item.ts';

const fixes = [
  'Add it to the requirements of the worker.',
  'Add it to the requirements of the worker and pin it.',
  'Remove it from the requirements of the worker.',
  'Start the worker with the interpreter of its environment.',
];

const telling = fc.record({
  name: fc.constantFrom('lxml', 'attrs'),
  hint: fc.constantFrom('', '\nerror: the wheel could not be built', '\nTimeoutError: no mirror answered'),
  fix: fc.constantFrom(...fixes),
  command: fc.constantFrom('python worker.py', 'pytest tests'),
  symptom: fc.constantFrom(undefined, 'the worker does not start'),
  by: fc.constantFrom(ada, agentIn('s1'), agentIn('s2')),
});

type Telling = typeof telling extends fc.Arbitrary<infer T> ? T : never;

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('tell' as const), telling }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      decision: fc.constantFrom(...doubtDecisions),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('forget', 'forget origin', 'reject'), at: fc.nat(20) }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function toldFailure({ name, hint, fix, command, symptom, by }: Telling): ToldFailure {
  return {
    output: `ModuleNotFoundError: No module named '${name}'${hint}`,
    command,
    fix,
    speaker: by,
    ...(symptom === undefined ? {} : { details: { symptom } }),
  };
}

const everything = (memory: IssueMemory) => [
  ...memory.itemsOf('pattern'),
  ...memory.itemsOf('variant'),
  ...memory.itemsOf('episode'),
];

async function take(one: Step, store: MemoryStore, memory: IssueMemory): Promise<void> {
  if (one.kind === 'tell') {
    await memory.record(toldFailure(one.telling));
    return;
  }
  const variants = memory.itemsOf('variant');
  if (one.kind === 'decide') {
    const doubtful = variants.find(({ body }) => body?.kind === 'variant' && body.doubt !== undefined);
    const request = { store, id: doubtful?.id ?? '', speaker: ada, nowMs: 9_000_000 };
    // The known variant may be forgotten by now.
    if (doubtful !== undefined)
      await decideDoubt(request, one.decision).catch(() => decideDoubt(request, 'split'));
    return;
  }
  const items = one.kind === 'reject' ? variants : everything(memory);
  const item = items[one.at % Math.max(1, items.length)];
  if (item === undefined) return;
  if (one.kind === 'reject') await rejectItem({ store, id: item.id, speaker: ada, nowMs: 9_000_000 });
  else await forgetItems(store, one.kind === 'forget' ? { ids: [item.id] } : { origin: item.origin });
}

function expectWhole(memory: IssueMemory): void {
  const ids = new Set(everything(memory).map(({ id }) => id));
  for (const item of [...memory.itemsOf('variant'), ...memory.itemsOf('episode')]) {
    expect(ids).toContain(wholeIdOf(item));
    expect(item.relatedItems[0]).toEqual({ id: wholeIdOf(item), relation: 'depends_on' });
  }
  const wholes = new Set(memory.itemsOf('variant').map(wholeIdOf));
  for (const { id } of memory.itemsOf('pattern')) expect(wholes).toContain(id);
}

it('leaves no part without its whole and no pattern without a variant, whatever is done in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const store = plainStore(['r1']);
      const memory = issueMemory(store);
      for (const one of steps) {
        await take(one, store, memory);
        expectWhole(memory);
      }
    }),
    { numRuns: times(60) },
  );
});

it('adds nothing when everything is told again, in any order, and raises no trust', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(telling, { maxLength: 15 }),
      fc.infiniteStream(fc.nat()),
      async (tellings, places) => {
        const memory = issueMemory(plainStore(['r1']));
        for (const one of tellings) await memory.record(toldFailure(one));
        const before = everything(memory).map(({ id, trust }) => [id, trust]);
        const shuffled = [...tellings].sort(() => (places.next().value % 3) - 1);
        for (const one of shuffled)
          expect((await memory.record(toldFailure({ ...one, by: agentIn('s9') }))).kind).toBe('known');
        expect(everything(memory).map(({ id, trust }) => [id, trust])).toEqual(before);
      },
    ),
    { numRuns: times(60) },
  );
});
