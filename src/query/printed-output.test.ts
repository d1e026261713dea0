import { expect, it } from 'vitest';
import { pastedOutput } from './describes-failure.ts';
import { openToolEnvelope } from './logs/read-log.ts';

it.each([
  ['Exit code 1\nboom', { exitCode: 1, output: 'boom' }],
  ['Exit code 1', { exitCode: 1, output: '' }],
  [
    'Exit code: 101\nWall time: 1.2 seconds\nOutput:\nboom\nOutput:\n',
    { exitCode: 101, output: 'boom\nOutput:\n' },
  ],
  [
    'Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nfine',
    { exitCode: 0, output: 'fine' },
  ],
  ['boom\nExit code 1\n', { output: 'boom\nExit code 1\n' }],
  ['Exit code unknown\n', { output: 'Exit code unknown\n' }],
  ['', { output: '' }],
])('%j', (report, envelope) => {
  expect(openToolEnvelope(report)).toEqual(envelope);
});

const trace = [
  'Traceback (most recent call last):',
  '  File "src/quill.py", line 1, in dip',
  'InkError: quill_tray is dry while copying the charter',
].join('\n');

it.each([
  ['', ''],
  ['Please fix this:\n', ''],
  ['When I run the tests on my machine they fail like this, and I do not know why:\n\n', ''],
  ['I changed `quill.py` yesterday. Since then CI is red; the tests pass here, though.\n```py\n', '\n```'],
  ['It fails like this when I run it:\n\n$ python3 dip.py\n', '\n$ '],
  ['', '\n\nCan you find out what is wrong? Do not touch the tray.'],
])('is what stands between the sentences %j and %j', (before, after) => {
  expect(pastedOutput(`${before}${trace}${after}`)).toBe(trace);
});

it.each([
  'Error: could not connect to the server',
  'InkError: quill_tray is dry while copying the charter',
  'npm ERR! missing script: build',
  'FAIL tests/boil.test.ts',
  'src/a.ts(3,1): error TS2304: Cannot find name of the kettle',
  '=== 1 failed in 0.12s ===',
])('is a line that a program prints: %s', (line) => {
  expect(pastedOutput(`This is what it says now:\n${line}\nCan you mend it?`)).toBe(line);
});

it('is nothing where a prompt holds only prose, and is found in linear time', () => {
  expect(pastedOutput('Please add a page about the kettle.\n\nIt is for those who boil.')).toBe('');
  const long = `${'the kettle is '.repeat(200_000)}\n${'a.'.repeat(500_000)}\n`;
  expect(pastedOutput(`${long}${trace}\n${long}`)).toContain(trace);
});
