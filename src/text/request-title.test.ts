import { expect, it } from 'vitest';
import { requestTitle } from './passages.ts';

it.each([
  ['Close the lid tightly\n\nIt leaks.', 'Close the lid tightly'],
  [
    'Fix this by the form:\n  id: a__b-12\n  base: 1a2b3c\n  problem: Raise an error for a dot\nBody',
    'Raise an error for a dot',
  ],
  ['<report>\nConsider this report:\nLids come off at night\n</report>', 'Lids come off at night'],
  ['lid.py', 'lid.py'],
  ['\n  \n', ''],
])('is the first line of %j that says something', (request, title) => {
  expect(requestTitle(request)).toBe(title);
});
