import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readHead, readTail } from './read-lines.ts';

it('reads the beginning and the end of a file, and nothing of what is gone or no file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-part-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'rollout.jsonl');
  writeFileSync(path, 'abcdef');
  expect([readHead(path, 2), readTail(path, 2), readTail(path, 9)].map(String)).toEqual([
    'ab',
    'ef',
    'abcdef',
  ]);
  expect([readTail(folder, 2), readTail(join(folder, 'gone.jsonl'), 2)]).toEqual([undefined, undefined]);
});
