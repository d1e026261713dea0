// The first file of the single executable: unpacks the package once for each version, and runs its command.
const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { homedir } = require('node:os');
const { dirname, isAbsolute, join } = require('node:path');
const { getRawAsset } = require('node:sea');
const { brotliDecompressSync } = require('node:zlib');

const digestLength = 16;

function unpackOnce() {
  const asset = Buffer.from(getRawAsset('package'));
  const caches = process.env.XDG_CACHE_HOME || process.env.LOCALAPPDATA || join(homedir(), '.cache');
  const folder = join(caches, 'afterwit', asset.toString('latin1', 0, digestLength));
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  const made = mkdtempSync(`${folder}-`);
  const whole = brotliDecompressSync(asset.subarray(digestLength));
  let at = 4 + whole.readUInt32LE();
  for (const [path, size] of JSON.parse(whole.toString('utf8', 4, at))) {
    mkdirSync(dirname(join(made, path)), { recursive: true });
    writeFileSync(join(made, path), whole.subarray(at, at + size));
    at += size;
  }
  try {
    renameSync(made, folder);
  } catch (fault) {
    rmSync(made, { recursive: true, force: true });
    // Another process was first.
    if (!existsSync(folder)) throw fault;
  }
  return folder;
}

const [program = '', , first, ...others] = process.argv;
// A process that ends while one of its threads waits makes room for a Node that does nothing.
if (first === '-e' && others[0] === '0') process.exit(0);
const folder = unpackOnce();
// What the package starts with `process.execPath` names a file of JavaScript, as for Node; no command is a path.
const isFile = first !== undefined && isAbsolute(first) && /\.[cm]?js$/.test(first);
const file = isFile ? first : join(folder, 'dist/bin.js');
process.argv = isFile ? [program, file, ...others] : [program, file, ...process.argv.slice(2)];
createRequire(file)(file);
