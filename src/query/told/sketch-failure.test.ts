import { describe, expect, it } from 'vitest';
import { readSketchEntry, sketchMarks } from '../../model/failure-sketch.ts';
import { hashOfName } from '../../text/output-tokens.ts';
import { fillerAmong } from './filler-among.ts';
import { sketchFailure } from './sketch-failure.ts';
import { valuesIn } from './values-in.ts';

const marksOf = (lines: readonly string[]) =>
  new Map(
    sketchFailure(lines, [0])
      .map(readSketchEntry)
      .map(({ hash, marks }) => [hash, marks]),
  );

describe('sketchFailure', () => {
  it('names what lines of the whole output say that is wrong, and nothing that passed or warned', () => {
    const marks = marksOf([
      'error: no lid for boil_it in src/kettle.c',
      'warning: unused pour_it',
      '✓ fails to open stir_it',
      'npm ERR! Failed at the steep_it@1.0.0 test script.',
    ]);
    expect(marks.get(hashOfName('boil_it'))).toBe(sketchMarks.name + sketchMarks.finding);
    expect((marks.get(hashOfName('src/kettle.c')) ?? 0) & sketchMarks.place).toBeTruthy();
    expect(marks.has(hashOfName('stir_it'))).toBe(false);
  });

  it('stays small, however much went wrong', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `error: lid${at} of pot${at} is missing`);
    expect(sketchFailure(lines, [0, 1, 2]).length).toBeLessThanOrEqual(500);
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

describe('valuesIn', () => {
  it.each([
    ['expected: 10, got 12', ['expected#10', 'got#12']],
    ['assert -81.0 == 19.5', ['assert#-81.0', '#19.5']],
    ['status code 429', ['code#429']],
    ['took 12 of 30', []],
    ['Tests run: 812, Failures: 3, Errors: 0', []],
  ])('of %s are %j', (line, values) => expect(valuesIn(line)).toEqual(values));
});
