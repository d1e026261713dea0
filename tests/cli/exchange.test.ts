import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MemoryHome } from '../../src/api/memory.ts';
import { faultyImport, forgotten, importReport, shareReport } from './fake-home.ts';
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
    exportV2: (...given) => {
      calls.push(['exportV2', ...given]);
      return [
        { file: 'semantic.jsonl', line: lines[0] ?? '' },
        { file: 'episodic/2026-02-22.jsonl', line: lines[1] ?? '' },
        { file: 'semantic.jsonl', line: lines[1] ?? '' },
      ];
    },
    share: async (options) => {
      calls.push(['share', options]);
      return shareReport;
    },
    importShared: async ({ signal: _, ...options } = {}) => {
      calls.push(['importShared', options]);
      return importReport;
    },
    importFiles: async (files, { signal: _, ...options } = {}) => {
      for await (const { name, layer, lines: source } of files) {
        let text = '';
        for await (const piece of source) text += String(piece);
        calls.push([name, layer, text, options]);
      }
      return importReport;
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
    expect(stdout).toMatch(/2\s+records [\s\S]*,\s+23 bytes/);
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
    const differing = shareReport.changes.slice(0, 1).map(({ id }) => id);
    const told = await runFakeCli(['import', '-'], {
      home: { importLines: async () => ({ ...importReport, differing }) },
    });
    expect(told.stdout.replaceAll(/\s+/g, ' ')).toContain(
      '1 of these is said in other words by the file. To take those: afterwit forget 5e6f7a8b',
    );
  });

  it('says of what is forgotten that others have it still, and how a line is taken out', async () => {
    const shared = { path: '/kettle/.afterwit/lessons.jsonl', ids: forgotten.items.map(({ id }) => id) };
    const told = await runFakeCli(['forget', '5e6f7a8b'], {
      home: { forget: async () => ({ ...forgotten, shared }) },
    });
    const [id = ''] = shared.ids;
    expect(told.stdout.replaceAll(/\s+/g, ' ')).toContain(
      `/kettle/.afterwit/lessons.jsonl still has a line of the forgotten memories, and so has git: \`afterwit import\` would bring it back. Take it out: afterwit share ${id.slice(0, 8)} --remove`,
    );
  });

  it.each([
    [['import', '--mine'], /--mine needs a FILE/],
    [['import', '--scope', 'user'], /--scope needs a FILE/],
    [['import', 'no-such.jsonl'], /there is no such file/],
    [['import', tmpdir()], /holds no memories that can be read: Memory V2 keeps them in memory\/items/],
  ])('%j is refused', async (words, message) => {
    const { status, stderr } = await run(words);
    expect(status).toBe(2);
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(message);
  });
});

describe('share', () => {
  it.each([
    [['5e6f'], { ids: ['5e6f'] }],
    [['5e6f', '1a2b', '--remove'], { removed: ['5e6f', '1a2b'] }],
    [['--all', '--dry-run'], { all: true, preview: true }],
    [['5e6f', '--scope', 'user'], { ids: ['5e6f'], scope: 'user' }],
  ])('%j is handed on', async (words, options) => {
    const { calls, status } = await run(['share', ...words]);
    expect({ calls, status }).toEqual({ calls: [['share', options]], status: 0 });
  });

  it('says what became of which line', async () => {
    expect((await run(['share', '5e6f'])).stdout).toMatchInlineSnapshot(`
      "Written to /work/kettle/.afterwit/lessons.jsonl: 3 lines.
        5e6f7a8b  added     Build before testing
        1a2b3c4d  replaced  Dates are in local time

      Next
        afterwit import  for others, once you have read and committed it
      "
    `);
  });

  it.each([
    [['share'], /No memory to share is named/],
    [['share', '5e6f', '--all'], /--all shares everything/],
    [['share', '--all', '--remove'], /--all shares everything/],
  ])('%j is refused', async (words, message) => {
    const { calls, status, stderr } = await run(words);
    expect({ calls, status }).toEqual({ calls: [], status: 2 });
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(message);
  });

  it('is what import takes in without a file', async () => {
    expect((await run(['import'])).calls).toEqual([['importShared', {}]]);
  });
});

describe('the folders of Memory V2', () => {
  const filesOf = (root: string) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll(sep, '/'))
      .toSorted();

  it('are written on demand, for their owner only', async () => {
    const { calls, stdout, status } = await run(['export', '--all', '--layout', 'v2', '--out', folder]);
    expect({ calls, status }).toEqual({ calls: [['exportV2', { where: 'all' }]], status: 0 });
    expect(stdout).toMatch(/3\s+records [\s\S]*,\s+35 bytes/);
    expect(filesOf(folder)).toEqual([
      'memory/items/episodic/2026-02-22.jsonl',
      'memory/items/semantic.jsonl',
    ]);
    const semantic = join(folder, 'memory', 'items', 'semantic.jsonl');
    expect(readFileSync(semantic, 'utf8')).toBe(lines.join(''));
    expect(statSync(semantic).mode & 0o077).toBe(0);
  });

  it('are never written over', async () => {
    await run(['export', '--layout', 'v2', '--out', folder]);
    const { status, stderr } = await run(['export', '--layout', 'v2', '--out', folder]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/holds memories\s+already/);
    expect(filesOf(folder)).toHaveLength(2);
  });

  it('leave nothing when the export fails', async () => {
    const exportV2 = function* () {
      yield { file: 'semantic.jsonl', line: 'x\n' };
      throw new Error('it broke');
    };
    const words = ['export', '--layout', 'v2', '--out', folder];
    expect((await runFakeCli(words, { home: { exportV2 } })).status).toBe(1);
    expect(filesOf(folder)).toEqual([]);
  });

  it('need a place', async () => {
    const { status, stderr } = await run(['export', '--layout', 'v2']);
    expect(status).toBe(2);
    expect(stderr).toContain('Add --out with the folder');
  });

  it.each([[], ['memory'], ['memory', 'items']])(
    'are read from wherever they are named: %j',
    async (...below) => {
      const items = join(folder, 'memory', 'items');
      mkdirSync(join(items, 'episodic', 'deeper'), { recursive: true });
      writeFileSync(join(items, 'episodic', '2026-02-21.jsonl'), 'b');
      writeFileSync(join(items, 'episodic', '2026-02-20.jsonl'), 'a');
      writeFileSync(join(items, 'semantic.jsonl'), 'c');
      writeFileSync(join(items, 'notes.md'), 'not read');
      symlinkSync(join(items, 'notes.md'), join(items, 'procedural.jsonl'));
      const { calls, status } = await run(['import', join(folder, ...below), '--mine']);
      expect(status).toBe(0);
      expect(calls).toEqual([
        ['semantic.jsonl', 'semantic', 'c', { vouched: true }],
        ['episodic/2026-02-20.jsonl', 'episodic', 'a', { vouched: true }],
        ['episodic/2026-02-21.jsonl', 'episodic', 'b', { vouched: true }],
      ]);
    },
  );
});
