import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listCommands } from '../../src/cli/command-line/commands.ts';
import { lineWidth } from '../../src/cli/terminal/display-width.ts';
import { line } from '../../src/cli/terminal/line.ts';
import {
  commitId,
  coupledFiles,
  entityView,
  examination,
  hotspots,
  indexReport,
  location,
  search,
  status,
  summary,
  summarySearch,
  traversal,
  unknownEntity,
} from './fake-memory.ts';
import { fakeStreams } from './fake-streams.ts';
import { commandLines, runFakeCli } from './run-fake-cli.ts';

const escapeCharacter = '\u001b';

beforeEach(() => {
  for (const name of ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS']) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

function terminal(columns = 80) {
  return fakeStreams({ terminal: { columns } });
}

describe.each(listCommands().map(([name]) => name))('%s', (name) => {
  const words = commandLines[name];

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
      escape,
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
});

it('shows what a reader wants to know of a hit', async () => {
  const { stdout } = await runFakeCli(['search-commits', 'x']);
  expect(stdout).toMatchInlineSnapshot(`
    "2 commits may bear on this, best first, of 15,632 commits up to ffffffffffff.

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

    Files that commits like this changed, by their share of the votes
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

    Hottest files of late
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
  expect(text).toContain('5 commits could not be read whole');
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
    Not read: 12 vendored, 1 huge.

     1  src/capture.py  72% likely
        why      changed in 4 similar fixes; named in the traceback
        look at  Capture.done:31

     2  src/streams.py
    "
  `);
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
    choose.

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
