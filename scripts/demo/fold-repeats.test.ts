import { expect, it } from 'vitest';
import { foldRepeats } from './fold-repeats.ts';

const failing = '$ npm test\n\n> node --test\nno dist/\n1 failed\n(exit status 1)\n';

it('cuts an output that was shown before to its end, and no other', () => {
  const folded = '$ npm test\n…\n1 failed\n(exit status 1)\n';
  const other = failing.replace('dist/', 'src/');
  expect(foldRepeats(`${failing}\n# 2. Again.\n\n${failing}\n${other}`)).toBe(
    `${failing}\n# 2. Again.\n\n${folded}\n${other}`,
  );
});

it('leaves short outputs and the blocks around them as they are', () => {
  const page = '## 1. A step\n\n```console\n$ afterwit\nknown\n```\n\n```console\n$ afterwit\nknown\n```\n';
  expect(foldRepeats(page)).toBe(page);
});
