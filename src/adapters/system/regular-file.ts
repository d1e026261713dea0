import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Windows knows neither flag. */
const waitForNone = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const noLink = constants.O_NOFOLLOW ?? 0;

/** Reads a file that must be a regular one: a pipe in its place would be waited for, and a device may have no end. */
export function withRegularFile<Result>(
  path: string | Buffer,
  read: (file: number, size: number) => Result,
  links: 'followed' | 'refused' = 'refused',
): Result | undefined {
  const file = openRegularFile(path, links);
  if (file === undefined) return undefined;
  try {
    return read(file, fstatSync(file).size);
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** The descriptor is closed by the caller. Undefined where there is no regular file that can be read. */
export function openRegularFile(
  path: string | Buffer,
  links: 'followed' | 'refused' = 'refused',
): number | undefined {
  try {
    const file = openSync(path, links === 'followed' ? waitForNone : waitForNone | noLink);
    if (fstatSync(file).isFile()) return file;
    closeSync(file);
  } catch {
    // Missing, or not to be read.
  }
  return undefined;
}

/** The content of a file; undefined when it cannot be read, is no regular file or is longer than `limitBytes`. */
export function readRegularFile(
  path: string | Buffer,
  limitBytes: number,
  links: 'followed' | 'refused' = 'refused',
): Buffer | undefined {
  return withRegularFile(
    path,
    (file, size) => (size <= limitBytes ? readBytes(file, size, 0) : undefined),
    links,
  );
}

/** So many bytes from a place on, or as many as there are. */
export function readBytes(file: number, size: number, from: number): Buffer {
  const content = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const count = readSync(file, content, filled, size - filled, from + filled);
    if (count === 0) break;
    filled += count;
  }
  return content.subarray(0, filled);
}
