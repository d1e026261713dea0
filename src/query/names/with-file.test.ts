import { expect, it } from 'vitest';
import { withFile } from './with-file.ts';

const lines = [
  '$ eslint src',
  '',
  'src/kettle/boil.ts',
  '   3:7  warning  Unexpected console statement  no-console',
  "  12:5  error    'lid' is never used  no-unused-vars",
  '',
  'src/kettle/whistle.ts',
  "  12:5  error    'lid' is never used  no-unused-vars",
];

it('leads a finding by the file that stands above it', () => {
  expect(withFile(lines, 4)).toBe("src/kettle/boil.ts: 12:5  error    'lid' is never used  no-unused-vars");
  expect(withFile(lines, 7)).toMatch(/^src\/kettle\/whistle\.ts: 12:5/);
});

it('leaves every other line as it is', () => {
  expect(withFile(lines, 0)).toBe('$ eslint src');
  expect(withFile(lines, 3)).toBe(lines[3]);
  expect(withFile(['3 findings:', '  12:5  error  x  y'], 1)).toBe('  12:5  error  x  y');
  expect(withFile([], 3)).toBe('');
});
