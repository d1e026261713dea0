import { createHash } from 'node:crypto';
import { closeSync, read } from 'node:fs';
import { promisify } from 'node:util';
import { openRegularFile, readBytes, withRegularFile } from '../system/regular-file.ts';

/** The beginning of a regular file; undefined when it cannot be read. */
export function readHead(path: string, bytes: number): Buffer | undefined {
  return readPart(path, bytes, () => 0);
}

/** The end of a regular file; undefined when it cannot be read. */
export function readTail(path: string, bytes: number): Buffer | undefined {
  return readPart(path, bytes, (size) => Math.max(0, size - bytes));
}

function readPart(path: string, bytes: number, startIn: (size: number) => number): Buffer | undefined {
  return withRegularFile(path, (file, size) => readBytes(file, Math.min(bytes, size), startIn(size)));
}

const headBytes = 4_096;

/**
 * Returns the mark of a transcript: `bytes:SHA-256` of its beginning. A file that has grown since is compared by as many
 * bytes as it had.
 */
export function headDigestOf(path: string, known?: string): string | undefined {
  const knownBytes = Number(known?.split(':')[0] ?? Number.NaN);
  const bytes = knownBytes > 0 && knownBytes <= headBytes ? knownBytes : headBytes;
  const head = readHead(path, bytes);
  return head && `${head.length}:${createHash('sha256').update(head).digest('hex')}`;
}

const chunkBytes = 1_048_576;
/** A longer line is not held in memory: it carries an image, or a file that was read. */
const longestLineBytes = 16_777_216;
const newline = 0x0a;

const readInto = promisify(read);

/** A line of a file, without its end. */
export interface FileLine {
  /** Absent for a line that is too long to be held. */
  readonly text?: string;
  /** Bytes of the file up to the next line. */
  readonly endOffset: number;
  /** The file ends here, without an end of the line. */
  readonly isTorn: boolean;
}

/**
 * Lines from a place on, in chunks; a file that shrinks meanwhile ends there, a missing or unreadable file has none.
 * Several lines are given at once, because waiting for each costs more than reading it.
 */
export async function* readLines(
  path: string,
  offset: number,
  signal?: AbortSignal,
): AsyncGenerator<readonly FileLine[]> {
  const file = openRegularFile(path);
  if (file === undefined) return;
  try {
    const assembly = new LineAssembly(offset);
    const chunk = Buffer.allocUnsafe(chunkBytes);
    for (let at = offset; ; ) {
      signal?.throwIfAborted();
      const { bytesRead } = await readInto(file, chunk, 0, chunkBytes, at);
      if (bytesRead === 0) break;
      at += bytesRead;
      yield assembly.take(chunk.subarray(0, bytesRead));
    }
    const rest = assembly.rest();
    if (rest !== undefined) yield [rest];
  } finally {
    closeSync(file);
  }
}

/** Puts lines together that begin in one chunk and end in another. */
class LineAssembly {
  #offset: number;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(offset: number) {
    this.#offset = offset;
  }

  take(chunk: Buffer): readonly FileLine[] {
    const lines: FileLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#add(chunk.subarray(start, end));
      lines.push(this.#line(1));
      start = end + 1;
    }
    // Copied, because the chunk is filled again.
    this.#add(Buffer.from(chunk.subarray(start)));
    return lines;
  }

  rest(): FileLine | undefined {
    return this.#bytes === 0 ? undefined : this.#line(0);
  }

  #add(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > longestLineBytes) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  #line(endBytes: 0 | 1): FileLine {
    this.#offset += this.#bytes + endBytes;
    const isHeld = this.#bytes <= longestLineBytes;
    const [first, ...others] = this.#pieces;
    const whole = others.length === 0 ? first : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#bytes = 0;
    return {
      ...(isHeld ? { text: whole?.toString('utf8') ?? '' } : {}),
      endOffset: this.#offset,
      isTorn: endBytes === 0,
    };
  }
}
