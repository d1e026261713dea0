import type { Script } from 'node:vm';
import { compiledCodeFolder } from '../open/compiled-code-folder.ts';
import { settleFlags, underOwnFlags } from './run-flags.ts';

/** V8's compiled code of the files that are loaded after the cache was opened. */
export interface CompileCache {
  /**
   * Stores the code compiled so far for files of which the cache has less or nothing. Takes 10 ms, at most once a version and
   * extent.
   */
  save(extent: RunExtent): void;
}

/** How much of the code has run: what was never called is not compiled, and not kept. */
const runExtents = ['start', 'decision', 'card'] as const;
export type RunExtent = (typeof runExtents)[number];

/** Before the code: a checksum, and how much of it there is, so that the code is aligned as V8 wants it. */
const checksumBytes = 4;
const headerBytes = 8;

/**
 * Has files compiled from what an earlier process kept in the home. Node's own cache keeps no function that runs only later,
 * so that each hook would compile a hundred kilobytes of them again: of 110 ms of CPU time, 20. Never in a folder that
 * others may write, for what lies there is run. A home that is not there is not made. Undefined where it is switched off.
 */
export function openCompileCache(environment: NodeJS.ProcessEnv): CompileCache | undefined {
  const top = compiledCodeFolder(environment);
  if (top === undefined) return undefined;
  const { readFileSync, statSync } = process.getBuiltinModule('node:fs');
  const { basename, dirname, join } = process.getBuiltinModule('node:path');
  const folder = join(top, `${process.version}-${process.arch}`);
  const fresh = new Map<string, Fresh>();
  settleFlags();

  loadWith((filename) => {
    const { Script } = process.getBuiltinModule('node:vm');
    const path = join(folder, `${basename(filename)}.bin`);
    const content = readFileSync(filename);
    const kept = verified(content, () => (statSync(path).isFile() ? readFileSync(path) : Buffer.of()));
    const script = new Script(wrap(content.toString('utf8')), {
      filename,
      ...(kept === undefined ? {} : { cachedData: kept.data }),
    });
    const isKept = kept !== undefined && script.cachedDataRejected !== true;
    const keptExtent = isKept ? kept.extent : nothing;
    if (keptExtent < runExtents.length - 1) fresh.set(path, { content, script, keptExtent });
    return script;
  }, dirname);

  return {
    save(reached) {
      const extent = runExtents.indexOf(reached);
      for (const [path, { content, script, keptExtent }] of fresh)
        if (extent > keptExtent) keep(path, { content, script, extent });
      fresh.clear();
    },
  };
}

/** A file that was compiled from its text, at least in part. */
interface Fresh {
  readonly content: Buffer;
  readonly script: Script;
  /** Position of a {@link RunExtent}. */
  readonly keptExtent: number;
}

const nothing = -1;

interface KeptCode {
  readonly data: Buffer;
  readonly extent: number;
}

type Compile = (filename: string) => Script;
type Wrapper = (
  exports: unknown,
  require: (id: string) => unknown,
  module: NodeModule,
  filename: string,
  folder: string,
) => void;

/** What Node loads a file with, by the end of its name: `require.extensions`, which each `require` has in common. */
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
function verified(content: Buffer, read: () => Buffer): KeptCode | undefined {
  try {
    const bytes = read();
    const checked = bytes.subarray(checksumBytes);
    if (checksumOf(content, checked) !== bytes.readUInt32LE()) return undefined;
    return { data: bytes.subarray(headerBytes), extent: bytes[checksumBytes] ?? nothing };
  } catch {
    return undefined;
  }
}

function checksumOf(content: Buffer, checked: Buffer): number {
  const { crc32 } = process.getBuiltinModule('node:zlib');
  return crc32(checked, crc32(content));
}

/** Writes the file atomically; does nothing when the home cannot be written. */
function keep(
  path: string,
  { content, script, extent }: Pick<Fresh, 'content' | 'script'> & { readonly extent: number },
): void {
  const { mkdirSync, renameSync, rmSync, writeFileSync } = process.getBuiltinModule('node:fs');
  const { dirname } = process.getBuiltinModule('node:path');
  const unfinished = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const checked = Buffer.concat([Buffer.of(extent, 0, 0, 0), script.createCachedData()]);
    const checksum = Buffer.alloc(checksumBytes);
    checksum.writeUInt32LE(checksumOf(content, checked));
    writeFileSync(unfinished, Buffer.concat([checksum, checked]), { mode: 0o600 });
    renameSync(unfinished, path);
  } catch {
    rmSync(unfinished, { force: true });
  }
}
