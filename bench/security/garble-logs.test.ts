import { expect, it } from 'vitest';
import { writesBefore } from './garble-logs.ts';

it.each([
  [0, 0],
  [99, 0],
  [100, 1],
  [249, 1],
  [250, 2],
  [999, 2],
])('a log that is whole up to byte %i holds %i transactions', (byte, count) => {
  expect(writesBefore([100, 250], byte)).toBe(count);
});
