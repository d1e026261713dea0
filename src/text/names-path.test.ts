import { expect, it } from 'vitest';
import { processorMsOf } from '../../tests/processor-ms-of.ts';
import { namesPath } from './path-role.ts';

const path = 'src/gate/admit.ts';

it.each([
  'Keep src/gate/admit.ts pure.',
  'see ./src/gate/admit.ts.',
  '`admit.ts` is the door',
  'the door (gate/admit.ts:12) refuses',
  'the door gate.admit refuses',
  '/home/ada/afterwit/src/gate/admit.ts: it refuses',
  'Nothing in src/gate/ reads files',
  'all of src/ is TypeScript',
])('%j names it', (text) => {
  expect(namesPath(text, path)).toBe(true);
});

it.each([
  'src/other/admit.ts',
  'preadmit.ts',
  'admit',
  'admit.tsx',
  'src',
  'gate/',
  'src/gates/',
  'We admit. ts is a word.',
  '/',
  '',
  './',
])('%j does not', (text) => {
  expect(namesPath(text, path)).toBe(false);
});

it('reads text of one kind of character in little time', () => {
  for (const character of ['.', '/', '-', 'a', './']) {
    expect(processorMsOf(() => namesPath(character.repeat(1_000_000), path))).toBeLessThan(10_000);
  }
});
