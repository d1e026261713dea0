import type { Script } from 'node:vm';
import { chooseHookHome } from './choose-hook-home.ts';
import { settleFlags, underOwnFlags } from './run-flags.ts';

/** V8's compiled code of the files that are loaded after the cache was opened. */
export interface CompileCache {
  /**
   * Stores the code compiled so far, for files without kept code of these uses: V8 compiles only called functions. Takes 10 ms
   * and more, once a version and use.
   */
  save(uses: readonly string[]): void;
}

/** Before the code: a checksum, the length of the names of its uses, and the names, padded to the alignment that V8 needs. */
const checksumBytes = 4;
const usesAt = 8;
const alignment = 8;

/**
 * Loads files from compiled code kept in the home. Node's own cache keeps no function that first runs later, so each hook would
 * compile a hundred kilobytes of them again: 20 of 110 ms of CPU time. The code is run, so its folder must not be writable for
 * others. Makes no home. Undefined where it is switched off.
 */
export function openCompileCache(environment: NodeJS.ProcessEnv): CompileCache | undefined {
  const top = folderOrNone(environment);
  if (top === undefined) return undefined;
  const { readFileSync, statSync } = process.getBuiltinModule('node:fs');
  const { basename, dirname, join } = process.getBuiltinModule('node:path');
  const { crc32 } = process.getBuiltinModule('node:zlib');
  const folder = join(top, `${process.version}-${process.arch}`);
  const loaded = new Map<string, Loaded>();
  settleFlags();

  loadWith((filename) => {
    const { Script, constants } = process.getBuiltinModule('node:vm');
    const content = readFileSync(filename);
    // Two installations that share a home have files of the same names.
    const build = crc32(content).toString(16).padStart(8, '0');
    const path = join(folder, `${basename(filename)}.${build}.bin`);
    const kept = verified(content, () => (statSync(path).isFile() ? readFileSync(path) : Buffer.of()));
    const script = new Script(wrap(content.toString('utf8')), {
      filename,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      ...(kept === undefined ? {} : { cachedData: kept.data }),
    });
    const isKept = kept !== undefined && script.cachedDataRejected !== true;
    loaded.set(path, { content, script, uses: isKept ? kept.uses : [] });
    return script;
  }, dirname);

  return {
    save: (uses) => {
      underOwnFlags(() => {
        for (const [path, file] of loaded) {
          const all = [...new Set([...file.uses, ...uses])];
          if (all.length > file.uses.length && keep(path, { ...file, uses: all })) forgetOld(path);
        }
      });
      loaded.clear();
    },
  };
}

/** A home that is no path is told of by the command. */
function folderOrNone(environment: NodeJS.ProcessEnv): string | undefined {
  try {
    return compiledCodeFolder(environment);
  } catch {
    return undefined;
  }
}

interface Loaded {
  readonly content: Buffer;
  readonly script: Script;
  /** Work done when its code was kept. */
  readonly uses: readonly string[];
}

type Compile = (filename: string) => Script;
type Wrapper = (
  exports: unknown,
  require: (id: string) => unknown,
  module: NodeModule,
  filename: string,
  folder: string,
) => void;

/** Node's loaders of files by the end of their names: `require.extensions`, which each `require` has in common. */
interface Loaders {
  readonly _extensions: Record<string, (module: NodeModule, filename: string) => void>;
}

/** Takes the file as bytes: Node's own way costs another copy of the text, and looks for a `package.json` above it. */
function loadWith(compile: Compile, folderOf: (filename: string) => string): void {
  const { Module } = process.getBuiltinModule('node:module');
  const { _extensions: loaders } = Module as unknown as Loaders;
  loaders['.js'] = (module, filename) => {
    underOwnFlags(() => {
      const run = compile(filename).runInThisContext() as Wrapper;
      run.call(
        module.exports,
        module.exports,
        (id) => module.require(id),
        module,
        filename,
        folderOf(filename),
      );
    });
  };
}

function wrap(content: string): string {
  return `(function (exports, require, module, __filename, __dirname) { ${content}\n})`;
}

/**
 * Checks the cached code, because V8 does not: a torn file would crash the process, and V8 compares only the length of
 * the source, so it would run the code of another source of the same length.
 */
function verified(content: Buffer, read: () => Buffer) {
  try {
    const bytes = read();
    const checked = bytes.subarray(checksumBytes);
    if (checksumOf(content, checked) !== bytes.readUInt32LE()) return undefined;
    const codeAt = usesAt + bytes.readUInt32LE(checksumBytes);
    const uses = bytes.toString('utf8', usesAt, codeAt).trim().split(' ');
    return { data: bytes.subarray(codeAt), uses };
  } catch {
    return undefined;
  }
}

function checksumOf(content: Buffer, checked: Buffer): number {
  const { crc32 } = process.getBuiltinModule('node:zlib');
  return crc32(checked, crc32(content));
}

/** Writes the file atomically; false when the home cannot be written. */
function keep(path: string, { content, script, uses }: Loaded): boolean {
  const { mkdirSync, renameSync, rmSync, writeFileSync } = process.getBuiltinModule('node:fs');
  const { dirname } = process.getBuiltinModule('node:path');
  const unfinished = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const words = Buffer.from(uses.join(' '));
    const named = Buffer.alloc(Math.ceil(words.length / alignment) * alignment, ' ');
    words.copy(named);
    const [length, checksum] = [Buffer.alloc(checksumBytes), Buffer.alloc(checksumBytes)];
    length.writeUInt32LE(named.length);
    const checked = Buffer.concat([length, named, script.createCachedData()]);
    checksum.writeUInt32LE(checksumOf(content, checked));
    writeFileSync(unfinished, Buffer.concat([checksum, checked]), { mode: 0o600 });
    renameSync(unfinished, path);
    return true;
  } catch {
    rmSync(unfinished, { force: true });
    return false;
  }
}

/** Builds whose code is kept for one file, and how long without a write: code in use is made again. */
const mostBuilds = 4;
const longestKeptMs = 90 * 24 * 3_600_000;

function forgetOld(path: string): void {
  const { readdirSync, rmSync, statSync } = process.getBuiltinModule('node:fs');
  const { basename, dirname, join } = process.getBuiltinModule('node:path');
  const folder = dirname(path);
  const latestFirst = (place: string, isMeant: (name: string) => boolean) =>
    readdirSync(place)
      .filter(isMeant)
      .map((name) => ({ path: join(place, name), keptAtMs: statSync(join(place, name)).mtimeMs }))
      .sort((a, b) => b.keptAtMs - a.keptAtMs);
  const isOld = ({ keptAtMs }: { readonly keptAtMs: number }) => Date.now() - keptAtMs > longestKeptMs;
  const [file = ''] = basename(path).split(/\.[0-9a-f]{8}\.bin$/);
  try {
    const builds = latestFirst(
      folder,
      (name) => name.replace(/(?:\.[0-9a-f]{8})?\.bin(?:\.\d+)?$/, '') === file,
    );
    const otherVersions = latestFirst(dirname(folder), (name) => name !== basename(folder));
    for (const old of [
      ...builds.filter((build, at) => at >= mostBuilds || isOld(build)),
      ...otherVersions.filter(isOld),
    ])
      rmSync(old.path, { recursive: true, force: true });
  } catch {
    // Another process was faster.
  }
}

/**
 * Folder of V8's compiled code in the home; undefined where it is switched off, or others could put code there, which would be
 * run. Makes no home.
 */
function compiledCodeFolder(environment: NodeJS.ProcessEnv): string | undefined {
  const home = chooseHookHome(environment);
  const { join } = process.getBuiltinModule('node:path');
  const folder = join(home, 'compile-cache');
  if (!isOwnFolder(home) || !(isMissing(folder) || isOwnFolder(folder))) return undefined;
  return isOff(join(home, 'config.json'), environment) ? undefined : folder;
}

/**
 * Whether a user switched it off, or may have meant to. Read without the schema of all settings, which is in
 * the very code that is to come from the cache; settings that are wrong are told of by the recall.
 */
function isOff(settingsFile: string, environment: NodeJS.ProcessEnv): boolean {
  const { AFTERWIT_HOOKS_COMPILE_CACHE: variable } = environment;
  if (variable) return variable !== 'on';
  const { readFileSync, statSync } = process.getBuiltinModule('node:fs');
  if (statSync(settingsFile, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const text = readFileSync(settingsFile, 'utf8');
  return text.includes('compileCache') && !saysOn(text);
}

function saysOn(settings: string): boolean {
  try {
    const { hooks } = JSON.parse(settings) as { readonly hooks?: { readonly compileCache?: unknown } };
    return hooks?.compileCache === undefined || hooks.compileCache === 'on';
  } catch {
    return false;
  }
}

/** Files in such a folder are this user's own. Windows has no such bits; there, the profile keeps others out. */
function isOwnFolder(path: string): boolean {
  const found = statOf(path);
  if (found?.isDirectory() !== true) return false;
  const writableByOthers = 0o022;
  return (
    process.getuid === undefined || (found.uid === process.getuid() && (found.mode & writableByOthers) === 0)
  );
}

function isMissing(path: string): boolean {
  return statOf(path) === undefined;
}

/** Status of the link itself when the path is a link. */
function statOf(path: string) {
  return process.getBuiltinModule('node:fs').lstatSync(path, { throwIfNoEntry: false });
}
