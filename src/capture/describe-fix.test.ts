import { describe, expect, it } from 'vitest';
import { describeFix } from './describe-fix.ts';
import type { FixEpisode, ObservedRun, Remedy } from './fix-episode.ts';

const run = (rest: Partial<ObservedRun>): ObservedRun => ({
  line: 1,
  endLine: 2,
  family: 'npm test',
  families: ['npm test'],
  verdict: 'failed',
  onlyShows: false,
  output: '',
  errorLines: [],
  edits: [],
  ...rest,
});

function told(remedy: Remedy, failure: Partial<ObservedRun> = {}, remarks: readonly string[] = []) {
  const episode: FixEpisode = {
    failure: run({ command: 'npm test', ...failure }),
    alsoFailedAtLines: [],
    steps: 2,
    remedy,
    check: run({ verdict: 'passed' }),
    attempts: [],
    remarks,
  };
  return describeFix(episode);
}

const edited: Remedy = {
  kind: 'edit',
  files: [
    {
      path: 'src/find.ts',
      removed: ['return rows[id];'],
      added: ['// rows are numbered', '{', 'return rows[Number(id)];'],
    },
    { path: 'src/row.ts', removed: [], added: [] },
  ],
};
const failure = { errorLines: ["TypeError: Cannot read properties of undefined (reading 'rows')"] };

describe('describeFix', () => {
  it('tells what was edited and why, never the command that then passed', () => {
    const remarks = [
      'Let me look at src/find.ts.',
      'I see the issue - the lookup in rows needs a number, but the id is text.',
      'Now run the tests:',
    ];
    expect(told(edited, failure, remarks)).toBe(
      'Edit src/find.ts (also src/row.ts): the lookup in rows needs a number, but the id is text.\n- return rows[id];\n+ return rows[Number(id)];',
    );
  });

  it('takes what was announced for what was done', () => {
    expect(told(edited, failure, ["I'll cast the id to a Number before the lookup in rows:"])).toContain(
      'Edit src/find.ts (also src/row.ts): cast the id to a Number before the lookup in rows.',
    );
  });

  it.each([
    ['Let me run the tests again to verify rows.'],
    ['Great, the rows are fine now!'],
    ['What about rows and their number?'],
    ['Something else entirely happens here.'],
  ])('lets the change speak for itself rather than say: %s', (remark) => {
    expect(told(edited, failure, [remark])).toMatch(/^Edit src\/find\.ts \(also src\/row\.ts\):\n- return/);
  });

  it('keeps the line of an import list that was missing', () => {
    const files = [
      {
        path: 'a.go',
        removed: [],
        added: ['import (', '"fmt"', '"os"', '"strings"', '"encoding/json"', '"time"', ')'],
      },
    ];
    expect(told({ kind: 'edit', files }, { errorLines: ['undefined: encoding/json'] })).toContain(
      '+ "encoding/json"',
    );
  });

  it('tells nothing where nothing is known of the change', () => {
    expect(told({ kind: 'edit', files: [{ path: 'a.ts', removed: [], added: [] }] })).toBeUndefined();
  });

  it.each([
    ['python run.py', 'python3 run.py', 'Use `python3`, not `python`: run `python3 run.py`.'],
    [
      'cd /a && npm tset 2>&1 | tail -5',
      'cd /a && npm test 2>&1 | tail -5',
      'Use `test`, not `tset`: run `npm test`.',
    ],
    ['npm test', 'cd app && npm test', 'Run `npm test` in the folder `app`.'],
    ['cd / && npm test', 'cd "my app" && npm test | tail -3', 'Run `npm test` in the folder `my app`.'],
    ["jq '.a | b' x", "jq '.a' x", "Run `jq '.a' x`, not `jq '.a | b' x`."],
    [
      "python - <<'E'\nprint(1)\nE",
      "python3 - <<'E'\nprint(1)\nE",
      "Use `python3`, not `python`: run `python3 - <<'E'`.",
    ],
  ])('names the words by which %s differs', (failed, passed, words) => {
    expect(told({ kind: 'command', command: passed }, { command: failed })).toBe(words);
  });

  it('names the command that had to be run first', () => {
    expect(told({ kind: 'prerequisite', command: 'npm run build' })).toBe(
      'Run `npm run build` first, then `npm test`.',
    );
  });
});

it('of a change of comments alone, these are told, and no plan that says otherwise', () => {
  const added = ['//nolint:dupl // Setup is repeated on purpose'];
  const suppressed: Remedy = { kind: 'edit', files: [{ path: 'pot_test.go', removed: [], added }] };
  const failure = { output: 'pot_test.go:17: 17-67 lines are duplicate of `lid_test.go:16-66` (dupl)' };
  const plan = 'Let me extract the duplicate lines to a shared helper or reuse the one from lid_test.go.';
  expect(told(suppressed, failure, [plan])).toBe(
    'Edit pot_test.go:\n+ //nolint:dupl // Setup is repeated on purpose',
  );
});
