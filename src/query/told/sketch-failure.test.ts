import { describe, expect, it } from 'vitest';
import type { RedactedText } from '../../model/brands.ts';
import type { FailureSketch } from '../../model/failure.ts';
import { hashOfLine, hashOfName, stableLine } from '../../text/output-lines.ts';
import { fillerAmong, saysNothing, sketchExcerpt, sketchFailure, sketchOf } from './sketch-failure.ts';

const all = (lines: readonly string[]) => lines.map((_, at) => at);
const kept = ({ spine, lines }: FailureSketch) => new Set([...spine, ...lines]);
const of = (line: string) => hashOfLine(stableLine(line));

describe('sketchFailure', () => {
  const lines = [
    'error: no lid for boil_it in src/kettle.c',
    'error: cannot pour_it from the spout',
    'warning: unused stir_it',
    'npm ERR! Failed at the steep_it@1.0.0 test script.',
  ];

  it('keeps the lines that say why, and of a wrapper and a warning nothing that counts', () => {
    const sketch = sketchFailure(lines, all(lines));
    expect(sketch.spine).toEqual(lines.slice(0, 2).map(of));
    expect(sketch.wordings).toHaveLength(2);
    expect(sketch.tellingWords).toBeGreaterThan(3);
  });

  it.each([
    [
      'a marked line that says itself that it failed',
      '✖ boil-staged failed without a message of the crew',
      0,
    ],
    ['the name of a test that failed', '✖ pours boiled lemonade into every copper kettle of Zanzibar', 6],
    ['an error that is not known', 'Unknown error. The log of the boil of the crew says more.', 0],
  ])('takes from %s as many telling words as it has', (_, line, expected) => {
    const { tellingWords } = sketchFailure([line], [0]);
    if (expected === 0) expect(tellingWords).toBe(0);
    else expect(tellingWords).toBeGreaterThanOrEqual(expected);
  });

  it('keeps the names at each place of a wording', () => {
    const sketch = sketchFailure(lines, all(lines));
    expect(sketch.places.map(([, ...names]) => names)).toContainEqual([hashOfName('boil_it')]);
    expect(sketch.places.flat()).not.toContain(hashOfName('steep_it@1.0.0'));
  });

  it.each([
    ['one line that says enough', ['boiling', 'cp: cannot stat src/kettle.c', 'done'], [1]],
    ['by a file and a name', ['# pkg/tea', 'tea/pot.go:12:3: undefined: boilIt'], [1]],
    ['each item of a list of failures', ['1) Kettle whistles:', 'Error: timeout of 2000ms exceeded'], [0, 1]],
    ['every line where those that say why say too little', ['ERROR', 'the kettle of the crew leaks'], [0, 1]],
  ])('compares by %s', (_, printed, expected) => {
    const sketch = sketchFailure(printed, all(printed));
    expect(sketch.spine).toEqual(expected.map((at) => of(printed[at] ?? '')));
  });

  it.each([
    'make: *** [Makefile:12: test] Error 1',
    'npm ERR! Test failed.  See above for more details.',
    'error: test failed, to rerun pass `--lib`',
    'the kettle wrapper finished its steeping step and failed with code 3',
    'steep.CalledProcessError: the kettle of the crew exited',
  ])('tells nothing of why where it only says that it failed: %s', (line) => {
    expect(sketchFailure([line], [0]).tellingWords).toBe(0);
  });

  it.each(['steep.KettleError: the lid of the crew leaks', 'the lid of the crew is not in its place'])(
    'tells which failure it is where it says what is wrong: %s',
    (line) => {
      expect(sketchFailure([line], [0]).tellingWords).toBeGreaterThan(1);
    },
  );

  it('stays small, however much went wrong', () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `error: lid${at} of pot${at} is missing`);
    const sketch = sketchFailure(many, [0, 1, 2]);
    expect(JSON.stringify(sketch).length).toBeLessThan(20_000);
  });

  it('reads an excerpt as an output', () => {
    const sketch = sketchExcerpt(['…', ...lines].join('\n'));
    expect(kept(sketch)).toEqual(kept(sketchFailure(lines, all(lines))));
  });
});

describe('fillerAmong', () => {
  it('is what begins and ends alike many times', () => {
    const list = Array.from({ length: 9 }, (_, at) => `Copying leaf ${at} of tea${at} … done`);
    const [first = ''] = list;
    expect([...fillerAmong([...list, 'no water'], [first, 'no water'])]).toEqual([first]);
    expect(fillerAmong([...list.slice(0, 7), 'no water'], [first]).size).toBe(0);
  });
});

it.each([
  'FAIL',
  'FAIL entire/cli __DURATION__',
  '[lint] ERROR task failed',
  'exit status 1',
  'npm ERR! Test failed',
  '^',
])('knows %s for a line that says nothing', (line) => {
  expect(saysNothing(line)).toBe(true);
});

it.each(['--- FAIL: TestLid (0.02s)', 'OSError: the spool is full', 'go mod tidy', "KeyError: 'lid'"])(
  'knows %s for a line that says something',
  (line) => {
    expect(saysNothing(line)).toBe(false);
  },
);

it.each([
  '[error] (Test / test) sbt.TestsFailedException: Tests unsuccessful',
  'error: Exited with unexpected signal code 1',
  'PLAY RECAP\nweb : ok=3 changed=0 unreachable=0 failed=1',
  'npm ERR! code ELIFECYCLE\nnpm ERR! errno 1\nnpm ERR! ledger@1.4.0 build: `node build.js`\nnpm ERR! Exit status 1',
])('tells nothing of a failure that a report on the end of a program alone tells of: %j', (output) => {
  expect(sketchExcerpt(output).tellingWords).toBe(0);
});

it('tells what a line says beside such a report', () => {
  const line = '"docker version" exit status 1: Cannot connect to the Docker daemon';
  expect(sketchExcerpt(line).tellingWords).toBeGreaterThan(1);
});

it('sketches a failure anew from its excerpt where its sketch is of another form', () => {
  const excerpt = 'error: no lid for boil_it in src/kettle.c' as RedactedText;
  const own = { ...sketchExcerpt('error: no spout for pour_it in src/pot.c'), spine: [7] };
  expect(sketchOf({ excerpt, sketch: own })).toBe(own);
  for (const sketch of [undefined, { ...own, form: 1 }])
    expect(sketchOf({ excerpt, ...(sketch && { sketch }) })).toEqual(sketchExcerpt(excerpt));
});
