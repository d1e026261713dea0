import { expect, it } from 'vitest';
import type { Recollection } from '../../src/model/answers/recollection.ts';
import {
  doubtList,
  failureList,
  failureView,
  guardrailList,
  matched,
  recordedFailure,
  unmatched,
} from './fake-home.ts';
import { runFakeCli } from './run-fake-cli.ts';

async function outputOf(words: readonly string[], recollection: Recollection = matched): Promise<string> {
  return (await runFakeCli(words, { memory: { recall: async () => recollection } })).stdout;
}

it('says of a fix that no person vouched for that it was said, not that it was confirmed', async () => {
  const memories = matched.memories.map((memory) => ({
    ...memory,
    card: {
      ...memory.card,
      provenance: { ...memory.card.provenance, trust: 'agent', principal: 'agent:codex' } as const,
    },
  }));
  const stdout = await outputOf(['recall', '--command', 'npm test'], { ...matched, memories });
  expect(stdout).toContain('not verified; said 2 days ago, 2026-03-30');
  expect(stdout).not.toContain('confirmed 2 days ago');
});

it('shows a failure that was seen before: how sure, the fix, why, and how it fared', async () => {
  expect(await outputOf(['recall', '--command', 'npm test'])).toMatchInlineSnapshot(`
    "Seen before (93% alike): the same error of the same command.
    1 memory bears on this, best first; 74 of 700 tokens.

     1  npm test fails: Cannot find module './dist/index.js'
        do       Run npm run build first.
        or else  Every test that imports dist/ fails.
        because  Resolved the same failure twice.
        alike    the error reads the same; module ./dist/index.js
        unlike   command npm run check, not npm test
        from     ada, said by a person; confirmed 2 days ago, 2026-03-30
        ! stale: package.json or src/index.ts changed since
        memory   5e6f7a8b  the same failure; words match 93%

    Left out
      1a2b3c4d  The tests need Node 24: it waits for a person (afterwit review); it
                is not the same failure, only something like it

    Decision 9c0d1e2f
      afterwit why 9c0d1e2f                      why this was shown
      afterwit feedback 9c0d1e2f verified        it helped
      afterwit feedback 9c0d1e2f rejected        it did not help
      afterwit feedback 9c0d1e2f false_positive  it was irrelevant
    "
  `);
});

it('shows what was understood of a failure that nothing fits, and how to record its fix', async () => {
  expect(await outputOf(['recall', '--command', "npm test -- 'a b'"], unmatched)).toMatchInlineSnapshot(`
    "Nothing is known about this.

    What the failure says
      command  npm test
      family   import_error (90% sure); cause perhaps missing_module
      error    Error: Cannot find module './dist/index.js'
      kind     MODULE_NOT_FOUND
      names    module ./dist/index.js

    Decision 9c0d1e2f
      afterwit why 9c0d1e2f                      why nothing was shown
      afterwit remember "the fix" --failure LOG  once you know what fixes it
    "
  `);
});

it('shows several that may be meant, and how each is alike and unlike', async () => {
  const [first] = matched.memories;
  if (first === undefined || first.item.body?.kind !== 'variant') throw new Error('a variant is expected');
  const { body } = first.item;
  const entities = [{ kind: 'module', value: './dist/cli.js' } as const];
  const other = { ...body, failure: { ...body.failure, entities } };
  const ambiguous: Recollection = {
    ...matched,
    match: { status: 'ambiguous', topScore: 0.71, margin: 0.02, reason: 'two fixes come as near' },
    memories: [first, { ...first, outcomes: {}, item: { ...first.item, body: other } }],
  };
  expect(await outputOf(['recall', '--command', 'x'], ambiguous)).toMatchInlineSnapshot(`
    "Perhaps seen before (71% alike): two fixes come as near.
    2 memories bear on this, best first; 74 of 700 tokens.

     1  npm test fails: Cannot find module './dist/index.js'
        do       Run npm run build first.
        or else  Every test that imports dist/ fails.
        because  Resolved the same failure twice.
        alike    the error reads the same; module ./dist/index.js
        unlike   command npm run check, not npm test
        from     ada, said by a person; confirmed 2 days ago, 2026-03-30
        ! stale: package.json or src/index.ts changed since
        memory   5e6f7a8b  the same failure; words match 93%

     2  npm test fails: Cannot find module './dist/index.js'
        do       Run npm run build first.
        or else  Every test that imports dist/ fails.
        because  Resolved the same failure twice.
        alike    the error reads the same; module ./dist/index.js
        unlike   command npm run check, not npm test
        from     ada, said by a person; confirmed 2 days ago, 2026-03-30
        ! stale: package.json or src/index.ts changed since
        memory   5e6f7a8b  the same failure; words match 93%

    Left out
      1a2b3c4d  The tests need Node 24: it waits for a person (afterwit review); it
                is not the same failure, only something like it

    Decision 9c0d1e2f
      afterwit why 9c0d1e2f                                      why this was shown
      afterwit feedback 9c0d1e2f verified --item 5e6f7a8b        it helped
      afterwit feedback 9c0d1e2f rejected --item 5e6f7a8b        it did not help
      afterwit feedback 9c0d1e2f false_positive --item 5e6f7a8b  it was irrelevant
    "
  `);
});

it.each([
  ['created', /Remembered: 5e6f7a8b, the first fix of a new pattern of failures\./],
  ['split', /Remembered: 5e6f7a8b, another fix of a known pattern/],
  ['attached', /a known fix, met again/],
  ['known', /Already known: 5e6f7a8b, to which nothing is new\./],
  ['needs_review', /Held back until a person decides.*afterwit failures review/],
] as const)('says what became of a record: %s', async (kind, words) => {
  const memory = { record: async () => ({ ...recordedFailure, kind }) };
  const { stdout } = await runFakeCli(['remember', 'x', '--command', 'npm test'], { memory });
  expect(stdout.replace(/\s+/g, ' ')).toMatch(words);
});

it('shows patterns of failures', async () => {
  expect(await outputOf(['failures', 'list'])).toMatchInlineSnapshot(`
    "7 patterns of failures, last seen first

    7a8b9c0d  2026-03-30  2 fixes  3×  Build before testing  (helped 2 times, failed
                                       once)  (1 to review)
    … 6 more; --limit shows more

    In full: afterwit failures show 7a8b9c0d; to decide: afterwit failures review
    "
  `);
});

it('shows a pattern with its variants', async () => {
  expect(await outputOf(['failures', 'show', 'x'])).toMatchInlineSnapshot(`
    "7a8b9c0d-1c2d-4e3f-8a9b-0c1d2e3f4a5b
    Build before testing
      symptom  The tests cannot find dist.
      holds    repository 2f1c4b9e

    1 variant

      5e6f7a8b  Build before testing
        fix      Run npm run build first.

                 The tests import dist/, which a fresh clone lacks.
        command  npm test
        fared    helped 2 times with a passing check, failed once
        from     ada, said by a person
        met      1 time
          8b9c0d1e  5 weeks ago, 2026-02-20 12:00 UTC; ada; the fix worked; came of
                    the fix 1a2b3c4d

    Next
      afterwit show 5e6f7a8b              the memory itself, and its failure
      afterwit forget 5e6f7a8b --dry-run  what would be forgotten with it
    "
  `);
});

it('shows both sides of a doubt', async () => {
  const text = await outputOf(['failures', 'review']);
  expect(text.indexOf('The tests need Node 24')).toBeGreaterThan(0);
  expect(text.indexOf('Known\n')).toBeGreaterThan(text.indexOf('The tests need Node 24'));
  expect(text).toContain('afterwit failures review 1a2b3c4d supersede');
});

it('shows rules before the failure', async () => {
  expect(await outputOf(['guardrails', 'x'])).toMatchInlineSnapshot(`
    "1 rule from failures near this, nearest first.

     1  Build before you test: dist is not in git.
        because  it happened in src/index.ts (80% near)
        or else  The tests cannot find dist.
        happened 3 times, last 2 days ago, 2026-03-30
        from     ada, said by a person
        pattern  7a8b9c0d

    The failures: afterwit failures show 7a8b9c0d
    "
  `);
});

it('says what holds for the files before the rules from failures', async () => {
  const constraints = guardrailList.cards;
  const memory = { guardrails: async () => ({ ...guardrailList, guardrails: [], constraints }) };
  const { stdout } = await runFakeCli(['guardrails', 'x'], { memory });
  expect(stdout).toMatch(/^1 constraint about these files\.\n\n {2}\w{8} {2}\w/);
  expect(stdout).not.toMatch(/go ahead|No rule/);
});

it('says when there is nothing', async () => {
  const home = {
    failures: async () => ({ failures: [], count: 0 }),
    doubts: async () => ({ doubts: [] }),
  };
  const memory = { guardrails: async () => ({ guardrails: [], cards: [], constraints: [], text: '' }) };
  expect((await runFakeCli(['failures', 'list'], { home })).stdout).toMatch(/^No failures are known/);
  expect((await runFakeCli(['failures', 'review'], { home })).stdout).toMatch(/^Nothing is in doubt/);
  expect((await runFakeCli(['guardrails', 'x'], { memory })).stdout).toMatch(/^No rule is known/);
});

it('prints the answer itself as JSON', async () => {
  const json = async (words: readonly string[]): Promise<unknown> =>
    JSON.parse(await outputOf([...words, '--json']));
  expect(await json(['recall', '--command', 'x'])).toEqual(matched);
  expect(await json(['record', 'x', '--command', 'x'])).toEqual(recordedFailure);
  expect(await json(['guardrails', 'x'])).toEqual(guardrailList);
  expect(await json(['failures', 'list'])).toEqual(failureList);
  expect(await json(['failures', 'show', 'x'])).toEqual(failureView);
  expect(await json(['failures', 'review'])).toEqual(doubtList);
});
