import { expect, it } from 'vitest';
import { namingNumbers } from './statement-words.ts';

it('finds the number of an issue, and no value, colour or link', () => {
  expect([...namingNumbers('Fire kiln issue #12 again')]).toEqual(['12']);
  const values = [
    'The limit of kettles is 3.',
    'Paint the lid #000000, the foot #333.',
    'Read [the note][18].',
    '',
  ];
  expect(values.flatMap((text) => [...namingNumbers(text)])).toEqual([]);
});

it('looks at the beginning of a long text alone', () => {
  const found = ['issue #7 ', ''].map((end) => namingNumbers(`Issue #12 ${'waits '.repeat(500)}${end}`));
  expect(found).toEqual([new Set(['12']), new Set(['12'])]);
});
