import { describe, expect, it } from 'vitest';
import { readSketchEntry, sketchMarks } from '../../model/failure-sketch.ts';
import { hashOfName } from '../../text/output-tokens.ts';
import { fillerAmong } from './filler-among.ts';
import { sketchFailure } from './sketch-failure.ts';
import { valuesIn } from './values-in.ts';

const marksOf = (lines: readonly string[]) =>
  new Map(
    sketchFailure(lines, [0])
      .told.map(readSketchEntry)
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
    expect(sketchFailure(lines, [0, 1, 2]).told.length).toBeLessThanOrEqual(500);
  });
});

describe('what passing runs print, too', () => {
  const lines = ['error: no lid for boil_it', 'error: cannot pour_it', 'error: retrying stir_it of 10 == 12'];
  const read = (isCircumstance?: (line: string) => boolean) =>
    sketchFailure(lines, [0, 1, 2], { isCircumstance });
  const names = ({ told }: ReturnType<typeof read>) => told.map((entry) => readSketchEntry(entry).hash);

  it('tells nothing of a failure', () => {
    const sketch = read((line) => line.includes('retrying'));
    expect(sketch.circumstanceLines).toBe(1);
    expect(names(sketch)).toContain(hashOfName('boil_it'));
    expect(names(sketch)).not.toContain(hashOfName('stir_it'));
  });

  it('changes nothing before anything was learned', () => {
    expect(read(() => false)).toEqual(read());
    expect(read().circumstanceLines).toBe(0);
  });

  it('counts all the same where the failure would have too little of its own', () => {
    expect(read(() => true)).toEqual(read());
    expect(read((line) => !line.includes('boil_it'))).toEqual(read());
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
