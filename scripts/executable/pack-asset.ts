import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** Of 11: most of the file is Node, which is not compressed. */
const effort = 5;

/**
 * Files as one: 16 characters of their digest, which names the folder that they are unpacked to, then, compressed, the length of a list of paths and
 * sizes in 4 bytes, that list in JSON, and their contents in its order. `launch.cjs` reads it.
 */
export function packAsset(root: string, paths: readonly string[]): Buffer {
  const contents = paths.map((path) => readFileSync(join(root, path)));
  const list = Buffer.from(JSON.stringify(paths.map((path, at) => [path, contents[at]?.length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(list.length);
  const whole = Buffer.concat([length, list, ...contents]);
  const digest = createHash('sha256').update(whole).digest('hex').slice(0, 16);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: effort,
    [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
  };
  return Buffer.concat([Buffer.from(digest), brotliCompressSync(whole, { params })]);
}
