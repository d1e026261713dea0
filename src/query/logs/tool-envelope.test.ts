import { expect, it } from 'vitest';
import { openToolEnvelope } from './tool-envelope.ts';

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
