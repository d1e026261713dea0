import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../doors/seeded-random.ts';
import { changeCircumstances } from './change-circumstance.ts';
import type { MarkedFailure } from './marked-failures.ts';
import { replaceCauses } from './replace-cause.ts';

const lines = [
  '12:00:01 Compiling src/lid.c',
  'Compiling src/spout.c',
  'src/lid.c:3: error: boilWater is undefined',
  'took 3.5 s in /tmp/build-77',
  'make: *** [Makefile:9: all] Error 2',
];
const colour = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');
const failure: MarkedFailure = {
  id: 'one',
  command: 'ci build',
  text: lines.join('\n'),
  marked: [lines[2], lines[4]].join('\n'),
};

describe('replaceCauses', () => {
  it('replaces one telling thing of the marked lines wherever it stands, by another of its kind', () => {
    const changed = replaceCauses(failure, new SeededRandom(1));
    expect(changed.map(({ change }) => change).sort()).toEqual(['file', 'symbol']);
    for (const { text, change } of changed) {
      expect(text.includes('boilWater')).toBe(change !== 'symbol');
      expect(text.includes('src/lid.c')).toBe(change !== 'file');
      expect(text).toContain('make: *** [Makefile:9: all] Error 2');
    }
  });

  it('is the same for the same seed', () => {
    const texts = (seed: number) => replaceCauses(failure, new SeededRandom(seed)).map(({ text }) => text);
    expect(texts(7)).toEqual(texts(7));
  });
});

describe('changeCircumstances', () => {
  const changed = changeCircumstances(failure, new SeededRandom(1));
  const textOf = (name: string) => changed.find(({ change }) => change === name)?.text;

  it('keeps what the cause says', () => {
    for (const { text } of changed)
      expect(text.replaceAll(colour, '')).toContain('error: boilWater is undefined');
  });

  it('changes what its name says', () => {
    expect(textOf('times')).not.toContain('12:00:01');
    expect(textOf('durations')).not.toContain('3.5 s');
    expect(textOf('temporary_folders')).not.toContain('build-77');
    expect(textOf('in_unknown_wrapper')).toContain(`<brewer:7> ${lines[0]}`);
    expect(textOf('retried')?.split('boilWater')).toHaveLength(3);
  });

  it('makes no case of what changes nothing', () => {
    expect(textOf('memory_addresses')).toBeUndefined();
    expect(textOf('shorter')).toBeUndefined();
  });
});
