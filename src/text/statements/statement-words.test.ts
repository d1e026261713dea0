import { describe, expect, it } from 'vitest';
import { namingNumbers } from './statement-words.ts';

describe('namingNumbers', () => {
  it.each([
    ['Fire kiln issue #12 again', ['12']],
    ['Kettle 7 must cool first.', ['7']],
    ['Glaze 3.9 is supported.', ['3.9']],
    ['Batch KL-311 is not sold.', ['kl-311']],
    ['Firing 0042 cannot be taken back.', ['0042']],
    ['Kettle 3 carries the tea of the guests.', ['3']],
    ['The lid 7 of the kiln sticks.', ['7']],
    ['**Stage 2**: let it cool', ['2']],
    ['Never use port 5432.', ['5432']],
    ['Kiln 2 is used by the school.', ['2']],
  ])('finds in %j what names its subject', (text, names) => {
    expect([...namingNumbers(text)]).toEqual(names);
  });

  it.each([
    'The limit of kettles is 3.',
    'Kiln 20 is required.',
    'Fire kettles 3 times.',
    'Use port 3000.',
    'Plates must stay under 80 degrees.',
    'Never fire for 30 minutes.',
    'Kettles (2 of them)',
    'The kiln holds 12 plates of clay.',
    'Ask the potter in step 3.',
    '| Kettle | 15 | blue |',
    'Never forget to [read the note][18] first.',
    'Cut a batch every 2 weeks.',
    'Glaze files get mode 0644.',
    'Paint the lid #000000, the foot #333.',
    'Keep every line 80 characters long.',
    'Retry each step 3 times.',
    "Don't exceed the rate limit 50.",
    'Do not skip the review; required potters 2',
    '',
  ])('finds none in %j, whose numbers are what it says', (text) => {
    expect([...namingNumbers(text)]).toEqual([]);
  });

  it('looks at the beginning of a long text alone', () => {
    const found = ['issue #7 ', ''].map((end) => namingNumbers(`Issue #12 ${'waits '.repeat(500)}${end}`));
    expect(found).toEqual([new Set(['12']), new Set(['12'])]);
  });
});
