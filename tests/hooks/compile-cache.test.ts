import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { programFile } from '../doors/run-program.ts';
import { some } from '../effort.ts';

const source = (name: string) => JSON.stringify(pathToFileURL(programFile(name)));

let folder: string;
let home: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-cache-'));
  home = join(folder, 'home');
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(folder, 'other.cjs'), 'exports.two = () => 2;');
  writeFileSync(
    join(folder, 'file.cjs'),
    '"use strict"; exports.sum = () => 1 + require("./other.cjs").two(); exports.place = [__filename, __dirname];',
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Loads the file in a process of its own, as a hook does, and keeps what was compiled. */
function load(environment: NodeJS.ProcessEnv = { AFTERWIT_HOME: home }, use = 'decision', before = '') {
  const code = `import { openCompileCache } from ${source('compile-cache')};
import { limitHeap, withRunFlags } from ${source('run-flags')};
const cache = await openCompileCache(process.env);
${before}
const { sum, place } = process.getBuiltinModule('node:module').createRequire(${JSON.stringify(`${folder}/`)})('./file.cjs');
const answer = await withRunFlags('', async () => sum());
console.log(JSON.stringify({ sum: answer, place, isOpen: cache !== undefined }));
cache?.save(['${use}']);`;
  const words = ['--no-warnings', '--input-type=module', '--eval', code];
  const env = { PATH: process.env.PATH, HOME: folder, ...environment };
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8', env })) as unknown;
}

function kept(): readonly string[] {
  const top = join(home, 'compile-cache');
  return existsSync(top)
    ? readdirSync(top, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.bin'))
        .sort()
        .map((name) => join(top, name))
    : [];
}

describe('the compile cache of hooks', () => {
  it('keeps each file that was loaded, which then does the same', () => {
    const first = load();
    expect(first).toEqual({ sum: 3, place: [join(folder, 'file.cjs'), folder], isOpen: true });
    expect(kept()).toHaveLength(2);
    expect(load()).toEqual(first);
  });

  it('adds what another use has run, once for each', () => {
    const write = (use: string): boolean => {
      const before = kept().map((path) => readFileSync(path));
      load(undefined, use);
      return kept().some((path, at) => !before[at]?.equals(readFileSync(path)));
    };
    const uses = ['start', 'start', 'decision', 'start', 'decision', 'card', 'decision', 'card'];
    expect(uses.filter(write)).toEqual(['start', 'decision', 'card']);
  });

  it('is of use whichever flags are set meanwhile', () => {
    const flag = 'limitHeap();';
    load(undefined, 'decision', flag);
    const before = kept().map((path) => readFileSync(path));
    for (const set of ['', flag]) load(undefined, 'decision', set);
    expect(kept().every((path, at) => before[at]?.equals(readFileSync(path)))).toBe(true);
  });

  it('does without what is torn, damaged or of another file, and mends it', () => {
    const first = load();
    const [one = '', other = ''] = kept();
    const whole = readFileSync(one);
    const damages = [
      whole.subarray(0, whole.length >> 1),
      Buffer.alloc(0),
      whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 1 : byte)),
      readFileSync(other),
    ];
    for (const damaged of damages) {
      writeFileSync(one, damaged);
      expect(load()).toEqual(first);
      expect(readFileSync(one).equals(damaged)).toBe(false);
    }
  });

  it('does without code of another text of the same name and length', () => {
    load();
    writeFileSync(join(folder, 'other.cjs'), 'exports.two = () => 7;');
    expect(load()).toMatchObject({ sum: 8 });
    expect(load()).toMatchObject({ sum: 8 });
  });

  it('keeps the code of two builds of a file beside each other', () => {
    const write = (two: string) => writeFileSync(join(folder, 'other.cjs'), `exports.two = () => ${two};`);
    load();
    const first = kept();
    write('70');
    expect(load()).toMatchObject({ sum: 71 });
    const both = kept().map((path) => [path, readFileSync(path)] as const);
    expect(both.map(([path]) => path)).toEqual(expect.arrayContaining([...first]));
    expect(both).toHaveLength(3);
    for (const two of ['2', '70']) {
      write(two);
      expect(load()).toMatchObject({ sum: 1 + Number(two) });
    }
    expect(kept()).toHaveLength(3);
    expect(both.every(([path, bytes]) => readFileSync(path).equals(bytes))).toBe(true);
  });

  it('keeps few builds, the latest, and none that was not written for long', () => {
    const builds = () => kept().filter((path) => path.includes('other.cjs'));
    const age = (path: string, days: number) => {
      const at = Date.now() / 1_000 - days * 86_400;
      utimesSync(path, at, at);
    };
    for (let build = 0; build < 6; build += 1) {
      writeFileSync(join(folder, 'other.cjs'), `exports.two = () => ${build};`);
      const before = new Set(builds());
      load();
      for (const path of builds()) if (!before.has(path)) age(path, 60 - 10 * build);
    }
    expect(builds()).toHaveLength(4);
    const others = join(home, 'compile-cache', 'v20.0.0-x64');
    mkdirSync(others);
    for (const path of [...builds(), others]) age(path, 100);
    writeFileSync(join(folder, 'other.cjs'), 'exports.two = () => 9;');
    expect(load()).toMatchObject({ sum: 10 });
    expect(builds()).toHaveLength(1);
    expect(existsSync(others)).toBe(false);
    expect(kept().filter((path) => path.includes('file.cjs'))).toHaveLength(1);
  });

  it.skipIf(process.platform === 'win32')('runs nothing from where others may write', () => {
    load();
    for (const [at, path] of [home, join(home, 'compile-cache')].entries()) {
      for (const mode of some([0o720, 0o702], 3 * at)) {
        chmodSync(path, mode);
        expect(load()).toMatchObject({ sum: 3, isOpen: false });
      }
      chmodSync(path, 0o700);
      expect(load()).toMatchObject({ sum: 3, isOpen: true });
    }
    symlinkSync(home, join(folder, 'link'));
    expect(load({ AFTERWIT_HOME: join(folder, 'link') })).toMatchObject({ isOpen: false });
  });

  it.each([
    ['off', {}, false],
    ['on', {}, true],
    [undefined, { AFTERWIT_HOOKS_COMPILE_CACHE: 'off' }, false],
    ['off', { AFTERWIT_HOOKS_COMPILE_CACHE: 'on' }, true],
  ])('obeys the setting: %s in the file, %j', (compileCache, variables, isOpen) => {
    load();
    const before = kept().map((path) => readFileSync(path));
    const settings = compileCache === undefined ? { gate: {} } : { hooks: { compileCache } };
    writeFileSync(join(home, 'config.json'), JSON.stringify(settings));
    writeFileSync(join(folder, 'other.cjs'), 'exports.two = () => 7;');
    expect(load({ AFTERWIT_HOME: home, ...variables })).toMatchObject({ sum: 8, isOpen });
    const isSame = kept().every((path, at) => before[at]?.equals(readFileSync(path)));
    expect(isSame).toBe(!isOpen);
  });

  it('makes no home', () => {
    rmSync(home, { recursive: true });
    expect(load()).toMatchObject({ sum: 3, isOpen: false });
    expect(existsSync(home)).toBe(false);
  });
});
