import { describe, expect, it } from 'vitest';
import { placeAddedLines } from './place-added-lines.ts';

const file = [
  'def boil(water):',
  '    heat(water)',
  '    return water',
  '',
  'def cool(water):',
  '    wait(water)',
  '    return water',
];

const placed = (...added: readonly string[]) =>
  placeAddedLines(added, file).map(({ startLine, added: run }) => [startLine, run.length]);

describe('placeAddedLines', () => {
  it('finds a line where it stands, whatever stands behind it', () => {
    expect(placed('    wait(water)  ')).toEqual([[6, 1]]);
  });

  it('tells a line that stands in two places by those around it', () => {
    expect(placed('    return water')).toEqual([]);
    expect(placed('    wait(water)', '    return water')).toEqual([[6, 2]]);
  });

  it('leaves out what is gone, and goes on behind it', () => {
    expect(placed('    stir(water)', '    heat(water)', '    stir(water)', '    wait(water)')).toEqual([
      [2, 1],
      [6, 1],
    ]);
  });

  it('tells nothing by lines without a name, or that stand everywhere', () => {
    expect(placeAddedLines(['}'], ['{', '}'])).toEqual([]);
    expect(
      placeAddedLines(
        ['next();'],
        Array.from({ length: 200 }, () => 'next();'),
      ),
    ).toEqual([]);
    expect(placed()).toEqual([]);
  });

  it('takes no longer for a file of 50,000 lines', () => {
    const lines = Array.from({ length: 50_000 }, (_, at) => `  step(${at % 500});`);
    const added = Array.from({ length: 400 }, (_, at) => `  step(${at});`);
    expect(placeAddedLines([...added, '  last();'], [...lines, '  last();'])).toEqual([
      { startLine: 50_001, removed: [], added: ['  last();'] },
    ]);
  });
});
