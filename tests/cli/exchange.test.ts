import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MemoryHome } from '../../src/open/memory-home.ts';
import { faultyImport, importReport } from './fake-home.ts';
import { fakeStreams } from './fake-streams.ts';
import { runFakeCli } from './run-fake-cli.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-exchange-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lines = ['{"id":"a"}\n', '{"id":"é"}\n'];

/** Runs a command line and gives what the home was asked. */
async function run(words: readonly string[], stdin: readonly string[] = []) {
  const calls: unknown[][] = [];
  const home: Partial<MemoryHome> = {
    exportLines: (...given) => {
      calls.push(['exportLines', ...given]);
      return lines;
    },
    importLines: async (source, options) => {
      const pieces: unknown[] = [];
      for await (const piece of source) pieces.push(String(piece));
      const { signal: _, ...others } = options ?? {};
      calls.push(['importLines', pieces.join(''), others]);
      return importReport;
    },
  };
  return { calls, ...(await runFakeCli(words, { home, streams: fakeStreams({ stdin }) })) };
}

describe('export', () => {
  it.each([
    [['export'], {}],
    [['export', '--all'], { where: 'all' }],
    [['export', '--scope', 'repo'], { where: 'repo' }],
  ])('%j prints the lines to the letter', async (words, options) => {
    const { calls, stdout, stderr, status } = await run(words);
    expect({ calls, stdout, stderr, status }).toEqual({
      calls: [['exportLines', options]],
      stdout: lines.join(''),
      stderr: '',
      status: 0,
    });
  });

  it('writes a file for its owner only, in place of what it held', async () => {
    const path = join(folder, 'out.jsonl');
    writeFileSync(path, 'something longer than what comes now, by a good deal');
    const { stdout, status } = await run(['export', '--out', path]);
    expect(status).toBe(0);
    expect(stdout).toContain('2 memories, 23 bytes');
    expect(readFileSync(path, 'utf8')).toBe(lines.join(''));
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(readdirSync(folder)).toEqual(['out.jsonl']);
  });

  it('reports as JSON', async () => {
    const path = join(folder, 'out.jsonl');
    const { stdout } = await run(['export', '--out', path, '--json']);
    expect(JSON.parse(stdout)).toEqual({ path, lineCount: 2, bytes: 23 });
  });

  it('leaves the file as it was when it fails', async () => {
    const path = join(folder, 'out.jsonl');
    writeFileSync(path, 'before');
    const exportLines = function* (): Iterable<string> {
      yield 'x\n';
      throw new Error('it broke');
    };
    const { status } = await runFakeCli(['export', '--out', path], { home: { exportLines } });
    expect(status).toBe(1);
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(readdirSync(folder)).toEqual(['out.jsonl']);
  });

  it.each([
    [['export', '--json'], /Add --out FILE/],
    [['export', '--scope', 'repo', '--all'], /contradict each other/],
    [['export', '--out', tmpdir()], /cannot be written: it is a folder/],
    [['export', '--out', join('no', 'such', 'folder', 'x')], /its folder does not exist/],
  ])('%j is refused', async (words, message) => {
    const { status, stdout, stderr } = await run(words);
    expect(status).toBe(2);
    expect(`${stdout}${stderr}`.replace(/\s+/g, ' ')).toMatch(message);
    expect(existsSync(join('no', 'such'))).toBe(false);
  });
});

describe('import', () => {
  it('hands the lines on, from a file or from standard input', async () => {
    const path = join(folder, 'in.jsonl');
    writeFileSync(path, lines.join(''));
    expect((await run(['import', path])).calls).toEqual([['importLines', lines.join(''), {}]]);
    const piped = await run(['import', '-', '--mine', '--scope', 'repo'], lines);
    expect(piped.calls).toEqual([['importLines', lines.join(''), { vouched: true, scope: 'repo' }]]);
  });

  it('tells what became of it; what was not taken in makes it fail', async () => {
    const importLines = async () => faultyImport;
    const { stdout, status } = await runFakeCli(['import', '-'], { home: { importLines } });
    expect(status).toBe(2);
    expect(stdout).toMatchInlineSnapshot(`
      "9 lines read.
        added    4 memories
        replaced 1 memory that the file had a later version of
        here     2 memories already; left unchanged
        outcomes 5 of earlier showings

      2 lines not taken in
        line 3  The line is not a memory: it is not JSON.
        line 7  The line is too long.

      Next
        afterwit repo link 2f1c4b9e-8a53-4a0e-9d0b-6f1d0c3b7a55
          inside your clone of kettle
        afterwit review
          what waits for your decision
      "
    `);
    expect((await run(['import', '-'])).status).toBe(0);
  });

  it.each([
    [['import'], /needs FILE/],
    [['import', 'no-such.jsonl'], /there is no such file/],
    [['import', tmpdir()], /it is a folder/],
  ])('%j is refused', async (words, message) => {
    const { status, stderr } = await run(words);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});
