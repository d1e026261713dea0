import { expect, it } from 'vitest';
import { isFaultFix } from './commit-message.ts';

it.each([
  'Fix crash when the folder is empty',
  'handle redirects without a scheme\n\nCloses #12',
  'Regression: headers were lost',
  'wrong offset in the last page',
])('takes %j for a fix', (message) => {
  expect(isFaultFix(message)).toBe(true);
});

it.each([
  '',
  'Add a command for exports',
  'Fix typo in the readme',
  'Fix lint errors',
  'Revert "Fix crash when the folder is empty"',
  'Rename the cache\n\nfixture files moved too, see #12',
])('does not take %j for a fix', (message) => {
  expect(isFaultFix(message)).toBe(false);
});
