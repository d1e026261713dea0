import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { line, lineWidth } from '../../src/cli/terminal/line.ts';
import type { RedactedText } from '../../src/model/brands.ts';
import type { MiningConsent } from '../../src/model/session.ts';
import type { SetupAgentRequest } from '../../src/open/setup-agent.ts';
import {
  abstained,
  editedItem,
  explanation,
  feedbackReceipt,
  itemHistory,
  itemList,
  itemView,
  lesson,
  nothingKnown,
  purgeReport,
  recollection,
  remembered,
  reviewQueue,
  setupReport,
} from './fake-home.ts';
import {
  coupledFiles,
  entityView,
  examination,
  fakeMemory,
  hotspots,
  indexReport,
  location,
  miningPlan,
  notLocated,
  search,
  status,
  summary,
  summarySearch,
  traversal,
  unknownEntity,
} from './fake-memory.ts';
import { fakeStreams } from './fake-streams.ts';
import { commitId } from './fake-values.ts';
import { commandLines, runFakeCli } from './run-fake-cli.ts';

const escapeCharacter = '\u001b';

beforeEach(() => {
  for (const name of ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS']) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

function terminal(columns = 80) {
  return fakeStreams({ terminal: { columns } });
}

/** Output for people; output for a shell is the same everywhere. */
const { completion: _, modelsExport: __, ...linesForPeople } = commandLines;

describe.each(Object.entries(linesForPeople))('%s', (_name, words) => {
  it('has no colours in a pipe', async () => {
    expect((await runFakeCli(words)).stdout).not.toContain(escapeCharacter);
  });

  it('has colours on a terminal, and says the same', async () => {
    const run = await runFakeCli(words, { streams: terminal() });
    expect(run.stdout).toContain(escapeCharacter);
    expect(stripVTControlCharacters(run.stdout)).toBe((await runFakeCli(words)).stdout);
  });

  it('has no colours on a terminal that shall have none', async () => {
    expect((await runFakeCli([...words, '--no-color'], { streams: terminal() })).stdout).not.toContain(
      escapeCharacter,
    );
    vi.stubEnv('NO_COLOR', '1');
    expect((await runFakeCli(words, { streams: terminal() })).stdout).not.toContain(escapeCharacter);
  });

  it.each([80, 100])('fits a terminal of %i columns', async (columns) => {
    const { stdout } = await runFakeCli(words, { streams: terminal(columns) });
    for (const row of stripVTControlCharacters(stdout).split('\n'))
      expect(lineWidth(line(row))).toBeLessThanOrEqual(columns);
  });

  it('ends no line in spaces', async () => {
    expect((await runFakeCli(words)).stdout).not.toMatch(/ $/m);
  });

  it('prints one JSON value and nothing on standard error', async () => {
    const run = await runFakeCli([...words, '--json'], { streams: terminal() });
    expect(run.stderr).toBe('');
    expect(JSON.parse(run.stdout)).toBeTypeOf('object');
  });
});

it('gives programs the answer whole', async () => {
  const json = async (words: readonly string[]): Promise<unknown> =>
    JSON.parse((await runFakeCli([...words, '--json'])).stdout);
  expect(await json([])).toEqual({ index: indexReport, status, hotspots });
  expect(await json(['search-commits', 'x'])).toEqual(search);
  expect(await json(['examine-commit', 'x'])).toEqual(examination);
  expect(await json(['coupled', 'x'])).toEqual(coupledFiles);
  expect(await json(['view-summary', 'x'])).toEqual(summary);
  expect(await json(['search-summaries', 'x'])).toEqual(summarySearch);
  expect(await json(['traverse', 'x'])).toEqual(traversal);
  expect(await json(['entity', 'x'])).toEqual(entityView);
  expect(await json(['locate', 'x'])).toEqual(location);
  expect(await json(['remember', 'x'])).toEqual(remembered);
  expect(await json(['recall', 'x', '--pack'])).toEqual(recollection);
  expect(await json(['why'])).toEqual(explanation);
  expect(await json(['feedback', 'x', 'ignored'])).toEqual(feedbackReceipt);
  expect(await json(['list'])).toEqual(itemList);
  expect(await json(['show', 'x'])).toEqual(itemView);
  expect(await json(['review'])).toEqual(reviewQueue);
  expect(await json(['resume'])).toEqual({ resumed: true });
  expect(await json(['setup', '--agent', 'claude-code'])).toEqual(setupReport);
});

it('shows what a reader wants to know of a hit', async () => {
  const { stdout } = await runFakeCli(['search-commits', 'x']);
  expect(stdout).toMatchInlineSnapshot(`
    "2 commits may be relevant, best first, of 15,632 commits up to ffffffffffff.

    aaaaaaaaaaaa  3 years ago, 2023-03-30  86% very likely
      Close duplicated descriptors when capturing is torn down
      ! undone later: reverted by bbbbbbbbbbbb
      matched  descriptors, capturing
      files    src/capture.py, src/streams.py, src/descriptors.py,
               tests/test_capture.py, +1 more
      issues   #1234
      score
          12.500  sum of term scores
             8.250  descriptors: idf 5.5 × tf 1.5
             4.250  capturing: idf 4.25 × tf 1

    cccccccccccc  3 years ago, 2023-03-30  41% about even
      Capture warnings
      matched  descriptors, capturing
      files    src/capture.py, src/streams.py, src/descriptors.py,
               tests/test_capture.py, +1 more
      score
          12.500  sum of term scores
             8.250  descriptors: idf 5.5 × tf 1.5
             4.250  capturing: idf 4.25 × tf 1

    Files that these commits changed, by share of the votes
      31%  12 commits  src/capture.py

    In full: afterwit examine-commit aaaaaaaaaaaa
    "
  `);
});

it('shows what is known and what to do next', async () => {
  expect((await runFakeCli([])).stdout).toMatchInlineSnapshot(`
    "capture  main at ffffffffffff

      history  15,632 commits by 890 authors over 19 years, 640 files today
               2007-02-12 to 2026-03-30 (2 days ago)
               3,210 merges, 4,210 links to issues, 66 reverts
      index    up to date, 34 MB; 12 commits added in 840 ms
      memory   12 memories; 3 of them fixes of failures; 2 to review
      agents   claude-code, connected
      hooks    3 calls gave up in the last 7 days, 2 of them for lack of time

    Hottest files recently
      ▇▇▇▇▇▇  120 changes   2 days ago  2026-03-30  src/capture.py
      ▇▇       41 changes  5 weeks ago  2026-02-20  src/streams.py

    Next
      afterwit search-commits "descriptors leak"  find what happened before
    "
  `);
});

it('shows a commit in full', async () => {
  expect((await runFakeCli(['examine-commit', 'x'])).stdout).toMatchInlineSnapshot(`
    "commit aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    author   Ada Author
    date     1 year ago, 2025-02-26
    authored 1 year ago, 2025-02-25

        Close duplicated descriptors when capturing is torn down

        They leaked.

        Reviewed-by: Bob Reader

    Related commits
      reverted by  bbbbbbbbbbbb  Revert "Close duplicated descriptors"
      fixes        888888888888  Duplicate descriptors

    Issues
      #1234  Descriptors leak (closed by this commit, now closed)
        https://example.org/1234
        After 1,000 tests
        there are none left.
        also named in dddddddddddd

    5 files
      M tests/test_capture.py
      M changelog/1234.rst
      M src/capture.py
      R src/streams.py  from src/io.py
      A src/descriptors.py

    ── src/capture.py
    @@ -1,2 +1,2 @@ def done
            kept
    -       leaked
    +       closed
    … 2.0 KB of this file left out

    ── logo.png
    binary file

    The patch of 3 more files is left out. The patch is cut to size; --patch-bytes
    sets the size.
    "
  `);
});

it('leaves the patch out on request', async () => {
  const asked: unknown[] = [];
  const examineCommit = async (_commit: string, options: unknown) => {
    asked.push(options);
    return examination;
  };
  for (const option of [['--no-patch'], ['--patch-bytes', '0'], ['--patch-bytes', '9', '--no-patch']]) {
    const { stdout } = await runFakeCli(['examine-commit', 'x', ...option], { memory: { examineCommit } });
    expect(stdout).not.toContain('@@');
    expect(stdout).not.toContain('left out');
  }
  expect(asked).toEqual([{ patchBytes: 0 }, { patchBytes: 0 }, { patchBytes: 0 }]);
});

it('says what could not be read', async () => {
  const unreadable = Array.from(
    { length: 5 },
    () => ({ id: commitId('e'), part: 'changes', reason: 'tree missing' }) as const,
  );
  const index = async () => ({
    ...indexReport,
    unreadable,
    replacedCorruptIndex: '/home/ada/old.db',
    waited: true,
  });
  const { stdout } = await runFakeCli(['index'], { memory: { index } });
  const text = stdout.replace(/\s+/g, ' ');
  expect(text).toContain('5 commits could not be read in full');
  expect(text).toContain('eeeeeeeeeeee changes: tree missing');
  expect(text).toContain('2 more');
  expect(text).toContain('kept at /home/ada/old.db');
  expect(text).toContain('Another process');
});

it('shows where to look, and why', async () => {
  const { stdout } = await runFakeCli(['locate', 'x']);
  expect(stdout).toMatchInlineSnapshot(`
    "2 files to look at, likeliest first, of 212 files and 15,632 commits up to
    ffffffffffff.

     1  72%  src/capture.py  likely
        why      changed in 4 similar fixes; named in the traceback
        look at  Capture.done:31

     2  src/streams.py

    Not read: 12 vendored, 1 huge.
    "
  `);
});

it('gives a line to files that are hardly likely, without what does not fit, and says who taught the weights', async () => {
  const longName = 'describe_what_is_captured_by_a_descriptor_that_was_duplicated';
  const files = [0.4, 0.06, 0.03, 0.02, 0.01].map((confidence, rank) => ({
    path: `src/file-${rank}.py`,
    score: 1 - rank / 10,
    confidence,
    evidence: ['named in the text'],
    symbols: [{ name: rank === 3 ? 'close' : longName, kind: 'function' as const, line: 7 }],
  }));
  const memory = { locate: async () => ({ ...location, files, weights: 'learned' as const, skipped: {} }) };
  const { stdout } = await runFakeCli(['locate', 'x'], { memory });
  expect(stdout).toContain(`
Less likely
 4   2%  src/file-3.py  close:7
 5   1%  src/file-4.py

Ranked by the weights of this repository (afterwit learn).
`);
  expect(stdout.match(/why/g)).toHaveLength(3);
});

it('says what learning gave', async () => {
  const { stdout } = await runFakeCli(['learn']);
  expect(stdout).toMatchInlineSnapshot(`
    "Learned: from now on, locate uses the weights of this repository.
    Learned from 120 past fixes and tested on the 40 after them, 96 of them computed
    before; 42.0 s.

                                        shipped       own
      a file of the fix comes first    26 of 40  28 of 40
      all its files among the first 5  27 of 40  30 of 40
      mean reciprocal rank                0.755     0.790

    The learned weights change the mean reciprocal rank by +0.035 (95% range −0.004
    to +0.071; better in 96% of resamples). Among the first 5 they win 4 fixes and
    lose 1.

    What moved most:
      bestChunk  2.42  2.61

    To go back: afterwit learn --reset
    "
  `);
});

it('says when learning gave nothing, and that it was undone', async () => {
  const report = await fakeMemory().learn();
  const memory = { learn: async () => ({ ...report, kind: 'kept_shipped' as const }) };
  expect((await runFakeCli(['learn'], { memory })).stdout).toContain('Kept the shipped weights');
  expect((await runFakeCli(['learn', '--reset'])).stdout).toContain('uses the shipped weights');
  const nothing = { forgetLearned: async () => false };
  expect((await runFakeCli(['learn', '--reset'], { memory: nothing })).stdout).toContain(
    'Nothing was learned',
  );
});

it('shows what a file is for', async () => {
  const { stdout } = await runFakeCli(['view-summary', 'x']);
  expect(stdout).toMatchInlineSnapshot(`
    "src/capture.py  python, 3 types, 9 functions, 41 methods
      Captures what tests print. Descriptors are duplicated and put back.
    changed  in 120 commits, last 2 days ago, 2026-03-30
    themes   descriptors, teardown
    with     tests/test_capture.py 55%, src/streams.py 21%

    Offers, 3 things more left out
      class     Capture:12   Keeps standard output and error of a test.
      function  suspend:140
    "
  `);
});

it('shows files by what they are for', async () => {
  const { stdout } = await runFakeCli(['search-summaries', 'x']);
  expect(stdout).toMatchInlineSnapshot(`
    "1 file may be about this, best first, of the 200 hottest files up to
    ffffffffffff.

    src/capture.py
      Captures what tests print. Descriptors are duplicated and put back.
      matched  captures, print
      offers   Capture, suspend

    In full: afterwit view-summary src/capture.py
    "
  `);
});

it('says that no file is likely, why, and which are nearest', async () => {
  const { status, stdout } = await runFakeCli(['locate', 'x'], {
    memory: { locate: async () => notLocated },
  });
  expect(status).toBe(0);
  const said = stdout.replace(/\s+/g, ' ');
  expect(said).toContain('Nothing relevant in 212 files');
  expect(said).toContain('below the required 25 %');
  expect(stdout).toMatch(/Nearest, none of them likely\n +1 +2% +src\/capture\.py/);
  expect(stdout).not.toContain('why');
});

it('shows what lies around a node', async () => {
  const { stdout } = await runFakeCli(['traverse', 'x']);
  expect(stdout).toMatchInlineSnapshot(`
    "Capture  src/capture.py:12  class, 3 nodes within 2 edges

    Contained by
      src/capture.py

    Called by
      suspend  src/capture.py:140

    Among these
      src/capture.py contains suspend
      src/ contains src/capture.py

    7 more nodes within this depth; --limit shows more, --kind and --direction
    select.

    Of the same name
      class  symbol:src/old.py#Capture
    One of them: afterwit traverse 'symbol:src/old.py#Capture'
    "
  `);
});

it('shows the source of a symbol', async () => {
  const { stdout } = await runFakeCli(['entity', 'x']);
  expect(stdout).toMatchInlineSnapshot(`
    "Capture  src/capture.py:12  class
    in       src/capture.py
    callers  suspend, +23 more

    12  class Capture:
    13          def done(self):
    14                  close()
    … 46 more lines

    Of the same name
      class  symbol:src/old.py#Capture
    One of them: afterwit entity 'symbol:src/old.py#Capture'
    "
  `);
});

it('names the nearest when nothing has a name', async () => {
  const run = await runFakeCli(['entity', 'Captrue'], { memory: { entity: async () => unknownEntity } });
  expect(run.status).toBe(0);
  expect(run.stdout).toMatchInlineSnapshot(`
    "Nothing in the code is called Captrue.

    Nearest names:
      Capture  src/capture.py:12
    "
  `);
});

it('shows what was remembered', async () => {
  expect((await runFakeCli(['remember', 'x'])).stdout).toMatchInlineSnapshot(`
    "Remembered: 5e6f7a8b
      Build before testing
      what     fix, repository 2f1c4b9e
      said by  ada
      fixes    npm test
      files    package.json, src/index.ts:openMemory
      2 secrets removed from it.

    Next
      afterwit show 5e6f7a8b  everything that is stored about it
    "
  `);
});

it('says when a person must approve first', async () => {
  const kept = { kind: 'quarantined', item: lesson, redactedSecrets: 0 } as const;
  const { stdout } = await runFakeCli(['remember', 'x'], { memory: { remember: async () => kept } });
  expect(stdout).toMatchInlineSnapshot(`
    "Held back until a person approves it: 1a2b3c4d
      The tests need Node 24
      what     fact, global
      said by  claude-code
      files    package.json, src/index.ts:openMemory

    Next
      afterwit review approve 1a2b3c4d  a person vouches for it
    "
  `);
});

it('offers a review of what an agent said', async () => {
  const added = { kind: 'added', item: { ...lesson, quarantined: false }, redactedSecrets: 0 } as const;
  const { stdout } = await runFakeCli(['remember', 'x'], { memory: { remember: async () => added } });
  expect(stdout).toContain('afterwit review approve 1a2b3c4d');
});

it('shows what is recalled, what speaks against it, and what was left out', async () => {
  expect((await runFakeCli(['recall', 'x'])).stdout).toMatchInlineSnapshot(`
    "1 memory bears on this, best first; 74 of 700 tokens.

     1  npm test fails: Cannot find module './dist/index.js'
        do       Run npm run build first.
        or else  Every test that imports dist/ fails.
        because  Resolved the same failure twice.
        from     ada, said by a person; confirmed 2 days ago, 2026-03-30
        ! stale: package.json or src/index.ts changed since
        memory   5e6f7a8b  the same failure; words match 93%

    Left out
      1a2b3c4d  The tests need Node 24: it waits for a person (afterwit review); it
                is not the same failure, only something like it

    Decision 9c0d1e2f
      afterwit why 9c0d1e2f                      why this was shown
      afterwit feedback 9c0d1e2f verified        it helped
      afterwit feedback 9c0d1e2f false_positive  it was irrelevant
    "
  `);
});

it('shows the lines of a memory as lines', async () => {
  const [first] = recollection.memories;
  const memories =
    first === undefined
      ? []
      : [{ ...first, card: { ...first.card, actionHint: 'One.\n  Two.' as RedactedText } }];
  const recall = async () => ({ ...recollection, memories });
  const { stdout } = await runFakeCli(['recall', 'x'], { memory: { recall } });
  expect(stdout).toContain('    do       One.\n               Two.\n');
});

it('names the memory when feedback could be about several', async () => {
  const recall = async () => ({
    ...recollection,
    memories: [...recollection.memories, ...recollection.memories],
  });
  const { stdout } = await runFakeCli(['recall', 'x'], { memory: { recall } });
  expect(stdout).toContain('2 memories bear on this');
  expect(stdout).toContain('afterwit feedback 9c0d1e2f verified --item 5e6f7a8b');
});

it('says what is known when nothing is shown', async () => {
  const { stdout } = await runFakeCli(['recall', 'x'], { memory: { recall: async () => abstained } });
  expect(stdout).toMatchInlineSnapshot(`
    "Nothing is shown: 2 memories may be relevant, but none is safe or useful enough.

    Left out
      5e6f7a8b  Build before testing: stale: package.json or src/index.ts changed
                since
      1a2b3c4d  The tests need Node 24: it waits for a person (afterwit review); it
                is not the same failure, only something like it

    Decision 9c0d1e2f
      afterwit why 9c0d1e2f              why nothing was shown
      afterwit feedback 9c0d1e2f missed  one of these would have helped
    "
  `);
});

it('says so when nothing is known', async () => {
  const { stdout } = await runFakeCli(['recall', 'x'], { memory: { recall: async () => nothingKnown } });
  expect(stdout).toMatchInlineSnapshot(`
    "Nothing is known about this.

    Decision 9c0d1e2f
      afterwit why 9c0d1e2f  why nothing was shown
      afterwit remember "…"  once you know
    "
  `);
});

it('offers no feedback on a decision that is not recorded', async () => {
  const recall = async () => ({ ...recollection, recorded: false });
  const { stdout } = await runFakeCli(['recall', 'x'], { memory: { recall } });
  expect(stdout).toContain('could not be recorded');
  expect(stdout).not.toContain('afterwit feedback');
});

it('hands over the text for an agent, and nothing else', async () => {
  expect((await runFakeCli(['recall', 'x', '--pack'])).stdout).toBe(`${recollection.pack.text}\n`);
  const silent = await runFakeCli(['recall', 'x', '--pack'], {
    memory: { recall: async () => nothingKnown },
  });
  expect(silent).toEqual({ status: 0, stdout: '', stderr: '' });
});

it('explains a decision, in short', async () => {
  expect((await runFakeCli(['why'])).stdout).toMatchInlineSnapshot(`
    "Decision 9c0d1e2f-3a4b-4c5d-8e6f-7a8b9c0d1e2f
      when     4 minutes ago, 2026-04-01 11:56 UTC
      how      unasked, after a failing command
      by       claude-code, session 5e0c1a2b
      in       repository 2f1c4b9e, user ada, global
      failure  npm test
               Error: Cannot find module './dist/index.js'
      size     74 of 700 tokens shown

    Verdict: show the best resolution
      because  a strong match, fresh and trusted
      policy   plain-rule, version 1; takes this action here with a probability of
               100%

    Considered, 2 memories
     1  5e6f7a8b  Build before testing
        result   shown, 74 tokens
        from     ada, said by a person
        match    the same failure, 93% of the best possible score
        ! it was learned on another branch
     2  1a2b3c4d  forgotten since
        result   not admitted: it waits for a person (afterwit review); no person
                 here vouches for it, 60 tokens
        match    something different, 41% of the best possible score

    What came of it
      verified: it helped, and a check passed; 5e6f7a8b; said by ada (user), 1
      minute ago, 2026-04-01 11:59 UTC
      accepted: it was followed; inferred, 1 minute ago, 2026-04-01 11:59 UTC

    Next
      afterwit why 9c0d1e2f --full  every score, and its parts
    "
  `);
});

it('explains it in a screen, however many were considered and whatever they score', async () => {
  const [first] = explanation.considered;
  const considered = Array.from(
    { length: 40 },
    () => ({ ...first, admission: { ...first?.admission } }) as typeof first,
  );
  const why = async () => ({ ...explanation, considered: considered.flatMap((one) => one ?? []) });
  const { stdout } = await runFakeCli(['why'], { home: { why } });
  expect(stdout.split('\n').length).toBeLessThan(45);
  expect(stdout).toContain('… 37 more');
});

it('explains a decision in full', async () => {
  expect((await runFakeCli(['why', '--full'])).stdout).toMatchInlineSnapshot(`
    "Decision 9c0d1e2f-3a4b-4c5d-8e6f-7a8b9c0d1e2f
      when     4 minutes ago, 2026-04-01 11:56 UTC
      how      unasked, after a failing command
      by       claude-code, session 5e0c1a2b
      in       repository 2f1c4b9e, user ada, global
      failure  npm test
               Error: Cannot find module './dist/index.js'
      kind     MODULE_NOT_FOUND
      names    module ./dist/index.js
      size     74 of 700 tokens shown

    Verdict: show the best resolution
      because  a strong match, fresh and trusted
      policy   plain-rule, version 1; takes this action here with a probability of
               100%
      Show the best resolution
           1.000  the same failure
             0.930  share of error lines and names in common
      Show nothing: nothing is safe or useful enough
           0.500  silence is always safe

    Considered, 2 memories
     1  5e6f7a8b  Build before testing
        result   shown, 74 tokens
        from     ada, said by a person
        match    the same failure, 93% of the best possible score
        files    its files changed, the part it is about did not
        ! it was learned on another branch
        score    how well its words match
          12.500  sum of term scores
             8.250  module: idf 5.5 × tf 1.5
        likeness how its failure compares with this one
           0.930  share of error lines and names in common

     2  1a2b3c4d  forgotten since
        result   not admitted: it waits for a person (afterwit review); no person
                 here vouches for it, 60 tokens
        match    something different, 41% of the best possible score
        files    about no file
        score    how well its words match
          12.500  sum of term scores
             8.250  module: idf 5.5 × tf 1.5

    What came of it
      verified: it helped, and a check passed; 5e6f7a8b; said by ada (user), 1
      minute ago, 2026-04-01 11:59 UTC
      accepted: it was followed; inferred, 1 minute ago, 2026-04-01 11:59 UTC
    "
  `);
});

it('explains an answer to a question, and one about nothing', async () => {
  const { verdict: _, failure: __, session: ___, ...receipt } = explanation.receipt;
  const asked = {
    receipt: { ...receipt, moment: 'asked', client: 'cli' },
    considered: [],
    outcomes: [],
  } as const;
  const { stdout } = await runFakeCli(['why'], { home: { why: async () => asked } });
  expect(stdout).toMatchInlineSnapshot(`
    "Decision 9c0d1e2f-3a4b-4c5d-8e6f-7a8b9c0d1e2f
      when     4 minutes ago, 2026-04-01 11:56 UTC
      how      asked for
      by       cli
      in       repository 2f1c4b9e, user ada, global
      about    npm test Error: Cannot find module './dist/index.js'
      size     74 of 700 tokens shown

    Asked for: a request shows everything that is admitted and fits the budget; no
    policy is involved.

    No memory was a candidate.
    "
  `);
});

it('takes feedback in', async () => {
  expect((await runFakeCli(['feedback', 'x', 'verified'])).stdout).toMatchInlineSnapshot(`
    "Recorded for decision 9c0d1e2f: verified: it helped, and a check passed.
    5e6f7a8b  Build before testing (said by a person)
    "
  `);
});

it('lists memories', async () => {
  expect((await runFakeCli(['list'])).stdout).toMatchInlineSnapshot(`
    "12 memories, newest first

    5e6f7a8b  2026-03-30  fix   ada          Build before testing
    1a2b3c4d  2026-03-30  fact  claude-code  The tests need Node 24  (waits for
                                             review, superseded)
    … 10 more; --limit shows more

    In full: afterwit show 5e6f7a8b
    "
  `);
  const none = { home: { list: async () => ({ items: [], count: 0 }) } };
  expect((await runFakeCli(['list'], none)).stdout).toContain('No memories');
});

it('shows one memory in full', async () => {
  expect((await runFakeCli(['show', 'x'])).stdout).toMatchInlineSnapshot(`
    "5e6f7a8b-1c2d-4e3f-8a9b-0c1d2e3f4a5b
    Build before testing

        Run npm run build first.

        The tests import dist/, which a fresh clone lacks.

      what     fix, repository 2f1c4b9e
      from     ada, said by a person
      origin   cli
      since    5 weeks ago, 2026-02-20 12:00 UTC
      latest   2 days ago, 2026-03-30 12:00 UTC; expires 180 days after
      tags     build, tests
      failure  npm test
               Error: Cannot find module './dist/index.js'
      file     package.json  its files are as they were
      file     src/index.ts:openMemory  what it is about changed since
      commit   aaaaaaaaaaaa
      names    #1234
      related  caused by 1a2b3c4d  The tests need Node 24
      shown    3 times, last 4 minutes ago, 2026-04-01 11:56 UTC
      came of  2 verified, 1 false positive
    "
  `);
});

it('shows what a memory said before', async () => {
  expect((await runFakeCli(['history', 'x'])).stdout).toMatchInlineSnapshot(`
    "5e6f7a8b-1c2d-4e3f-8a9b-0c1d2e3f4a5b
    Build before testing

    now  since 2 days ago, 2026-03-30 12:00 UTC
        Run npm run build first.

        The tests import dist/, which a fresh clone lacks.
      from     ada, said by a person

    3c4d5e6f  5 weeks ago, 2026-02-20 12:00 UTC to 2 days ago, 2026-03-30 12:00 UTC
        Run the build.
      from     claude-code, said by an agent, not verified

    It took the place of:
      1a2b3c4d  The tests need Node 24  5 weeks ago, 2026-02-20

    Came of it where it was shown:
      verified  by user, 1 minute ago, 2026-04-01 11:59 UTC
    "
  `);
  expect(JSON.parse((await runFakeCli(['history', 'x', '--json'])).stdout)).toEqual(itemHistory);
});

it('shows a memory that was edited, and how to take it back', async () => {
  expect((await runFakeCli(['edit', 'x', '--content', 'y'])).stdout).toMatchInlineSnapshot(`
    "Changed; it counts as said by a person: 5e6f7a8b
      Build before testing
        Run npm run build before the tests.

    It said before:
        Run npm run build first.

        The tests import dist/, which a fresh clone lacks.

    Next
      afterwit edit 5e6f7a8b --restore 3c4d5e6f  take the change back
    "
  `);
  expect(JSON.parse((await runFakeCli(['edit', 'x', '--content', 'y', '--json'])).stdout)).toEqual(
    editedItem,
  );
  const home = { edit: async () => ({ ...editedItem, waits: true }) };
  const { stdout } = await runFakeCli(['edit', 'x', '--content', 'y'], { home });
  expect(stdout).toContain('afterwit review approve 5e6f7a8b');
});

it('says what is forgotten, and what would be', async () => {
  expect((await runFakeCli(['forget', 'x'])).stdout).toMatchInlineSnapshot(`
    "Forgot 1 memory, with everything derived from it.
      5e6f7a8b  Build before testing
    "
  `);
  const items = Array.from({ length: 60 }, () => ({ id: lesson.id, title: lesson.title }));
  const forget = async () => ({ items, preview: true });
  const { stdout } = await runFakeCli(['forget', 'x', '--dry-run'], { home: { forget } });
  expect(stdout).toContain('Would forget 60 memories');
  expect(stdout).toContain('10 more');
  expect(stdout).toContain('Nothing was changed.');
  const none = { home: { forget: async () => ({ items: [], preview: false }) } };
  expect((await runFakeCli(['forget', 'x'], none)).stdout).toContain('nothing was forgotten');
});

it('shows what waits for a person', async () => {
  expect((await runFakeCli(['review'])).stdout).toMatchInlineSnapshot(`
    "3 memories wait for a person, most urgent first

    1a2b3c4d  The tests need Node 24
        The tests need Node 24.
      waits    an agent wants it to hold beyond this repository
      from     claude-code, 5 weeks ago, 2026-02-20
      holds    global

    … 2 more; --limit shows more

    Decide
      afterwit review approve 1a2b3c4d
        it is right
      afterwit review approve 1a2b3c4d --content "…"
        it is right with another wording
      afterwit review reject 1a2b3c4d
        it is wrong
    "
  `);
  const none = { home: { review: async () => ({ entries: [], count: 0 }) } };
  expect((await runFakeCli(['review'], none)).stdout).toContain('Nothing waits');
});

it('says plainly what setup did, and shows the diff of what it would do', async () => {
  const words = ['setup', '--agent', 'claude-code'];
  expect((await runFakeCli(words)).stdout).toMatchInlineSnapshot(`
    "Connected Claude Code
      /home/ada/.claude/settings.json  changed; original:
      settings.json.afterwit-backup
      /home/ada/.claude.json  as it should be
    Start a new session for it to take effect.
    "
  `);
  const say = async (report: Partial<typeof setupReport>) => {
    const setupAgent = async () => ({ ...setupReport, ...report });
    return (await runFakeCli(words, { dependencies: { setupAgent } })).stdout;
  };
  expect(await say({ preview: true })).toMatchInlineSnapshot(`
    "Would connect Claude Code
      /home/ada/.claude/settings.json  would be changed; original:
      settings.json.afterwit-backup
         {
        +  "hooks": {}
        -  "old": 1
         }
      /home/ada/.claude.json  as it should be
    Start a new session for it to take effect.

    Nothing was written. Run it without --dry-run to write.
    "
  `);
  expect(await say({ remove: true })).toContain('Disconnected Claude Code');
  expect(await say({ changes: [] })).toContain('Nothing to change');
});

describe('setup without an agent', () => {
  /** The questions of `setup`, with a person's answers, and the setups that it makes. */
  async function setUpFound(words: readonly string[], answers: readonly string[]) {
    const asked: string[] = [];
    const made: string[] = [];
    const dependencies = {
      ask: (question: string) => {
        asked.push(question);
        return answers[asked.length - 1];
      },
      setupAgent: async ({ agent, preview }: SetupAgentRequest) => {
        if (!preview) made.push(agent);
        return { ...setupReport, agent, preview: preview === true, remove: words.includes('--remove') };
      },
    };
    const { stdout, status } = await runFakeCli(['setup', ...words], { dependencies });
    return { asked, made, stdout, status };
  }

  it('says which agents are here, and how to connect them, where no person can be asked', async () => {
    const { made, stdout, status } = await setUpFound([], []);
    expect({ made, status }).toEqual({ made: [], status: 0 });
    expect(stdout).toMatchInlineSnapshot(`
      "Agents on this machine
        Claude Code  connected
        Codex        not connected

        afterwit setup --agent codex
      Add --dry-run to see first what would change.
      "
    `);
  });

  it('says to a person in plain words what it adds to each agent that is not connected, and does it after a yes', async () => {
    const { asked, made, stdout } = await setUpFound([], ['yes']);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchInlineSnapshot(`
      "Codex: afterwit adds to
        /home/ada/.claude/settings.json
      hooks, which tell the agent known fixes and rules as it works, and a server, whose tools let it ask and remember.
      All else in them stays as it is, and a copy of each is kept. To undo it: afterwit setup --remove
      Connect Codex? d shows the diff. Type yes or no: "
    `);
    expect(made).toEqual(['codex']);
    expect(stdout).toContain('Connected Codex');
    expect(stdout).not.toContain('not connected');
    expect(stdout).not.toContain('"hooks": {}');
  });

  it('says which hooks wait for a review', async () => {
    const findAgents = async () => [
      { agent: 'codex', name: 'Codex', found: true, connected: true, hooksToReview: 6 } as const,
    ];
    const words = '6 hooks wait for your review: open Codex and say /hooks';
    expect((await runFakeCli(['setup'], { dependencies: { findAgents } })).stdout).toContain(words);
    const memory = { status: async () => ({ ...status, hooksToReview: 6 }) };
    expect((await runFakeCli([], { memory })).stdout).toContain(words);
  });

  it('shows the diff where it is asked for, and asks again', async () => {
    const { asked, made } = await setUpFound([], ['d', 'yes']);
    expect(asked[1]).toContain('+  "hooks": {}');
    expect(asked[1]).toMatch(/\nConnect Codex\? Type yes or no: $/);
    expect(made).toEqual(['codex']);
    expect((await setUpFound([], ['d', 'd'])).made).toEqual([]);
  });

  it('shows the diff of each with --dry-run, and changes nothing', async () => {
    const { asked, made, stdout } = await setUpFound(['--dry-run'], ['yes']);
    expect([asked, made]).toEqual([[], []]);
    expect(stdout).toContain('Would connect Codex');
    expect(stdout).toContain('+  "hooks": {}');
    expect(stdout).toContain('not connected');
  });

  it.each([[['no']], [['']], [['y']]])('makes nothing after %j', async (answers) => {
    expect((await setUpFound([], answers)).made).toEqual([]);
  });

  it('asks nothing with --json', async () => {
    expect(await setUpFound(['--json'], ['yes'])).toMatchObject({ asked: [], made: [] });
  });

  it('asks once whether sessions here may be read, after connecting, at a terminal alone', async () => {
    const consents: string[] = [];
    /** The questions about sessions, whose answer is no. */
    const asked = async (
      words: readonly string[],
      { isAtTerminal = true, consent = 'not_asked' as MiningConsent | 'not_asked' } = {},
    ) => {
      const questions: string[] = [];
      await runFakeCli(['setup', ...words], {
        streams: fakeStreams(isAtTerminal ? { terminal: { columns: 80 } } : {}),
        memory: {
          planMining: async () => ({ ...miningPlan, consent }),
          keepMiningConsent: async (said) => {
            consents.push(said);
          },
        },
        dependencies: {
          ask: (question) => {
            if (question.includes('May afterwit read')) questions.push(question);
            return 'no';
          },
        },
      });
      return questions.length;
    };
    expect([await asked([]), await asked(['--agent', 'codex'])]).toEqual([1, 1]);
    const { stdout } = await runFakeCli(['setup'], {
      streams: fakeStreams({ terminal: { columns: 80 } }),
      memory: { planMining: async () => ({ ...miningPlan, transcripts: [] }) },
      dependencies: { ask: () => 'yes' },
    });
    expect(stdout).toContain('Sessions here are read from now on');
    expect(consents).toEqual(['no', 'no']);
    for (const words of [['--remove'], ['--dry-run'], ['--json'], ['--agent', 'codex', '--dry-run']])
      expect(await asked(words)).toBe(0);
    expect(await asked([], { isAtTerminal: false })).toBe(0);
    expect(await asked([], { consent: 'no' })).toBe(0);
  });

  it('disconnects what is connected', async () => {
    const { asked, made } = await setUpFound(['--remove'], ['yes']);
    expect(asked[0]).toContain('Disconnect Claude Code');
    expect(made).toEqual(['claude-code']);
  });
});

it('says what purge left', async () => {
  expect((await runFakeCli(['purge', '--all'])).stdout).toMatchInlineSnapshot(`
    "Overwritten and deleted: 9 files, 34 MB, in /home/ada/.local/share/afterwit.
    Left, because it is yours, afterwit did not write it or could not delete it:
      /home/ada/.local/share/afterwit/notes.txt
    /home/ada/.local/share/afterwit/program stays, because Claude Code starts the
    program from there. To remove it, too: afterwit setup --agent claude-code
    --remove; then purge again.
    "
  `);
  const purge = async () => ({ ...purgeReport, left: [] });
  expect((await runFakeCli(['purge', '--all'], { home: { purge } })).stdout).not.toContain('Left');
});

it('says what to do with a copy', async () => {
  const { stdout } = await runFakeCli(['backup']);
  expect(stdout).toContain("afterwit restore '/home/ada/my copies/memory.db'");
  expect((await runFakeCli(['restore', 'x'])).stdout).toContain('kept at /home/ada/.local/memory.db.aside');
});

it('says whether help was paused', async () => {
  expect((await runFakeCli(['pause'])).stdout).toContain('Paused since 1 hour ago');
  expect((await runFakeCli(['resume'])).stdout).toContain('Resumed');
  const { stdout } = await runFakeCli(['resume'], { memory: { resume: async () => false } });
  expect(stdout).toContain('Not paused');
});
