import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { goOn, keepMonth } from './kept-year.ts';

let folder: string;
let home: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-year-'));
  home = join(folder, 'home');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(text: string): void {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'memory.db'), text);
}

it('goes on from the end of the last whole month, without what came after it', () => {
  write('after one');
  keepMonth(folder, home, { months: 1, progress: { recalls: 40 } });
  write('after two');
  keepMonth(folder, home, { months: 2, progress: { recalls: 80 } });
  write('in the middle of the third');
  // A copy that was ended in the middle.
  mkdirSync(join(folder, 'month-03.new'));
  expect(goOn(folder, home)).toEqual({ months: 2, progress: { recalls: 80 } });
  expect(readFileSync(join(home, 'memory.db'), 'utf8')).toBe('after two');
  expect(readdirSync(folder).filter((name) => /^month-\d+$/.test(name))).toEqual(['month-02']);
});

it('begins with an empty home where no month has ended', () => {
  write('in the middle of the first');
  expect(goOn(folder, home)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});
