import { expect, test } from 'vitest';
import { exampleFailures } from './example-failures.ts';
import { SeededRandom } from './seeded-random.ts';

test('examples are the same in every run', () => {
  const make = () => {
    const random = new SeededRandom(1);
    const failures = exampleFailures(50, random);
    return failures.map(({ command, remedy, print }) => [command, remedy, print(random)]);
  };
  expect(make()).toEqual(make());
});

test('no two failures read the same, and one reads differently each time', () => {
  const failures = exampleFailures(500, new SeededRandom(2));
  const first = failures.map(({ command, print }) => `${command}\n${print(new SeededRandom(3))}`);
  expect(new Set(first).size).toBe(failures.length);
  const again = failures.map(({ command, print }) => `${command}\n${print(new SeededRandom(4))}`);
  const changed = first.filter((text, at) => text !== again[at]).length;
  expect(changed / failures.length).toBeGreaterThan(0.8);
});

test('chance is even, within its limit', () => {
  const random = new SeededRandom(5);
  const counts = new Array<number>(10).fill(0);
  for (let draw = 0; draw < 10_000; draw++) {
    const value = random.below(10);
    counts[value] = (counts[value] ?? Number.NaN) + 1;
  }
  expect(Math.min(...counts)).toBeGreaterThan(850);
  expect(Math.max(...counts)).toBeLessThan(1_150);
});
