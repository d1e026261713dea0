import { expect, it } from 'vitest';
import { showsPart } from './shows-part.ts';

it.each([
  ['npm test 2>&1 | tail -5', true],
  ['cd kettle && make | grep -i error | head', true],
  ['npm test', false],
  ['tail -5 kettle.log', false],
  ['npm test | tee test.log', false],
])('knows of %s whether it shows a part', (command, isPart) => {
  expect(showsPart(command)).toBe(isPart);
});
