import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { canLink } from '../../tests/can-link.ts';
import { openV2Folder } from './exchange-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'afterwit-test-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.runIf(canLink)('opens regular files, and names the links that it leaves alone', () => {
  mkdirSync(join(folder, 'episodic'));
  writeFileSync(join(folder, 'semantic.jsonl'), '');
  writeFileSync(join(folder, 'elsewhere'), '');
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'procedural.jsonl'));
  symlinkSync(join(folder, 'nowhere'), join(folder, 'episodic', '2025-01.jsonl'));
  const opened: string[] = [];
  const { files, skipped } = openV2Folder(folder, (path) => {
    opened.push(path);
    return (async function* () {})();
  });
  expect(files.map(({ name }) => name)).toEqual(['semantic.jsonl']);
  expect(opened).toEqual([join(folder, 'semantic.jsonl')]);
  expect(skipped).toEqual(['procedural.jsonl', 'episodic/2025-01.jsonl']);
});
