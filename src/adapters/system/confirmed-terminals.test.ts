import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openConfirmedTerminals } from './confirmed-terminals.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-terminals-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('knows a terminal for some hours, and no other one', () => {
  const home = join(newFolder(), 'home');
  let nowMs = Date.now();
  const terminals = openConfirmedTerminals(home, () => nowMs);
  expect(terminals.has('4711-900')).toBe(false);
  expect(existsSync(home)).toBe(false);
  terminals.add('4711-900');
  expect(terminals.has('4711-900')).toBe(true);
  // The same number after the shell ended, and a clock that was set back.
  expect(terminals.has('4711-901')).toBe(false);
  for (const hours of [13, -13]) {
    nowMs = Date.now() + hours * 3_600_000;
    expect(terminals.has('4711-900')).toBe(false);
  }
  nowMs = Date.now() + 13 * 3_600_000;
  terminals.add('5000-1');
  expect(readdirSync(join(home, 'terminals'))).toEqual(['5000-1']);
});

it('keeps nothing in a home that cannot be written, and goes on', () => {
  const home = join(newFolder(), 'file');
  writeFileSync(home, '');
  const terminals = openConfirmedTerminals(home);
  terminals.add('4711-900');
  expect(terminals.has('4711-900')).toBe(false);
});
