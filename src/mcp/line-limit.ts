import { Transform, type TransformCallback, type Writable } from 'node:stream';

/** Longest accepted line, in bytes. Each message is one line. */
const mostLineBytes = 1_048_576;

/** Bytes kept of each end of a long line, enough for the id of its request. */
const endBytes = 256;
const firstBytes = 65_536;
const newline = 0x0a;

interface LineLimitOptions {
  /** Reading stops while this stream is full, so that requests do not pile up. */
  readonly answersTo: Writable;
  /** Called for each skipped line, with the id of its request if it can be found, and with how the line begins. */
  readonly onTooLong: (id: string | number | undefined, head: string) => void;
}

/** Passes complete lines on, each by itself, and skips those that are too long. Holds at most one line. */
export class LineLimit extends Transform {
  readonly #options: LineLimitOptions;
  /** Buffer of the current line: its first {@link #held} bytes, or both ends of a line that is too long. */
  #line = Buffer.allocUnsafe(firstBytes);
  #held = 0;
  /** Length of the current line so far, in bytes. */
  #bytes = 0;

  constructor(options: LineLimitOptions) {
    super({ readableObjectMode: true });
    this.#options = options;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.#add(chunk.subarray(start, end + 1));
      this.#endLine();
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
    const { answersTo } = this.#options;
    if (answersTo.writableNeedDrain) answersTo.once('drain', done);
    else done();
  }

  #add(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > mostLineBytes) this.#keepEnds(piece);
    else this.#append(piece);
  }

  #append(piece: Buffer): void {
    if (this.#bytes > this.#line.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes, 2 * this.#line.length));
      this.#line.copy(larger, 0, 0, this.#held);
      this.#line = larger;
    }
    this.#held += piece.copy(this.#line, this.#held);
  }

  #keepEnds(piece: Buffer): void {
    const held = this.#line.subarray(0, this.#held);
    const head = Buffer.concat([held.subarray(0, endBytes), piece.subarray(0, endBytes)]);
    const tail = Buffer.concat([held.subarray(-endBytes), piece.subarray(-endBytes)]);
    this.#line = Buffer.concat([head.subarray(0, endBytes), tail.subarray(-endBytes)]);
    this.#held = this.#line.length;
  }

  #endLine(): void {
    const held = this.#line.subarray(0, this.#held);
    if (this.#bytes <= mostLineBytes) this.push(Buffer.from(held));
    else this.#options.onTooLong(findId(held), held.toString('latin1', 0, endBytes));
    this.#held = 0;
    this.#bytes = 0;
    if (this.#line.length !== firstBytes) this.#line = Buffer.allocUnsafe(firstBytes);
  }
}

const idField = '"jsonrpc":\\s*"2[.]0",\\s*"id":\\s*(-?\\d{1,15}|"[\\w:.-]{1,64}")';
const idAtStart = new RegExp(`^\\s*\\{\\s*${idField}\\s*,`);
const idAtEnd = new RegExp(`,\\s*${idField}\\s*\\}\\s*$`);

/** Finds the id of a request in the two ends of its line, directly inside the outermost braces. */
function findId(ends: Buffer): string | number | undefined {
  const head = ends.toString('latin1', 0, endBytes);
  const tail = ends.toString('latin1', endBytes);
  const [, found] = idAtStart.exec(head) ?? idAtEnd.exec(tail) ?? [];
  return found === undefined ? undefined : (JSON.parse(found) as string | number);
}
