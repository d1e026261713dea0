const standardInput = 0;
const chunkBytes = 65_536;

/**
 * Reads standard input without Node's streams, which take 6 ms of CPU time: nine of ten hooks learn from their input that
 * there is nothing to do. A thread reads, since an input that never ends would block this one.
 * @returns the input, and whether a thread still waits for more: Node would wait for that thread before it ends
 */
export function readInput() {
  // Without it, as on Windows, there would be no end while that thread waits.
  if (process.execve === undefined) return { input: gatherInput(process.stdin), isWaiting: () => false };
  const { read } = process.getBuiltinModule('node:fs');
  const gathered = gatherChunks();
  let isWaiting = true;
  const input = new Promise<HookInput>((resolve, reject) => {
    const next = (): void => {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      read(standardInput, chunk, 0, chunkBytes, null, (fault, length) => {
        isWaiting = fault === null && length > 0;
        // A terminal or pipe that its owner does not wait for: only a stream is told when there is more.
        if (fault?.code === 'EAGAIN') resolve(gatherInput(process.stdin, gathered));
        else if (fault !== null) reject(fault);
        else if (length === 0) resolve(gathered.whole());
        else {
          gathered.take(chunk.subarray(0, length));
          next();
        }
      });
    };
    next();
  });
  return { input, isWaiting: () => isWaiting };
}

/** Ends the process although a thread waits, by replacing it with an idle Node. Returns where that is impossible. */
export function endWhileWaiting(): void {
  try {
    process.execve?.(process.execPath, [process.execPath, '-e', '0'], {});
  } catch {
    // Then Node ends when the input does.
  }
}

/** The beginning contains the command and the folder; the end of an output says most about a failure. */
const headBytes = 2 * 1_048_576;
const tailBytes = 6 * 1_048_576;

/** An input read piece by piece: about 8 MiB of it are kept. */
interface GatheredInput {
  take(chunk: Buffer): void;
  whole(): HookInput;
}

function gatherChunks(): GatheredInput {
  const head: Buffer[] = [];
  const tail: Buffer[] = [];
  let headLength = 0;
  let tailLength = 0;
  let wasCut = false;
  return {
    take(chunk) {
      if (headLength < headBytes) {
        headLength += chunk.length;
        head.push(chunk);
        return;
      }
      tailLength += chunk.length;
      tail.push(chunk);
      for (let [first] = tail; first && tailLength - first.length >= tailBytes; [first] = tail) {
        tailLength -= first.length;
        tail.shift();
        wasCut = true;
      }
    },
    whole: () =>
      wasCut
        ? { head: Buffer.concat(head), tail: Buffer.concat(tail) }
        : { head: Buffer.concat([...head, ...tail]) },
  };
}

/** Reads a stream to its end, after the chunks gathered before. */
export function gatherInput(stream: NodeJS.ReadableStream, gathered = gatherChunks()): Promise<HookInput> {
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => gathered.take(chunk)).on('error', reject);
    stream.on('end', () => resolve(gathered.whole()));
  });
}

/** Standard input of a hook; only the beginning and the end of a long input are kept. */
export interface HookInput {
  readonly head: Buffer;
  /** Absent when `head` is all of it. */
  readonly tail?: Buffer;
}

/** How far from the cut a blank is searched. */
const seamBytes = 65_536;
const blank = 0x20;

/**
 * Parses the JSON on standard input. The part cut from its middle is nearly always inside one long string, the
 * command's output, which becomes shorter. Both cuts are moved to a blank, because a blank is never part of an escape
 * or of a multi-byte character.
 * @throws SyntaxError when it is not JSON, or the cut was outside of a string
 */
export function parseHookInput({ head, tail }: HookInput): unknown {
  if (tail === undefined) return JSON.parse(head.toString('utf8'));
  const end = head.lastIndexOf(blank);
  const start = tail.subarray(0, seamBytes).indexOf(blank);
  if (end < head.length - seamBytes || start < 0) throw new SyntaxError('a long input without a blank');
  return JSON.parse(`${head.toString('utf8', 0, end)} … ${tail.toString('utf8', start + 1)}`);
}
