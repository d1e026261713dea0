import type { HookInput } from './parse-hook-input.ts';

/** The beginning contains the command and the folder; the end of an output says most about a failure. */
const headBytes = 2 * 1_048_576;
const tailBytes = 6 * 1_048_576;

/**
 * Reads a stream to its end and keeps about 8 MiB of it. Uses events: reading synchronously is 4 ms faster, but then an
 * unclosed pipe would block the process beyond any deadline.
 */
export function gatherInput(stream: NodeJS.ReadableStream): Promise<HookInput> {
  const head: Buffer[] = [];
  const tail: Buffer[] = [];
  let headLength = 0;
  let tailLength = 0;
  let wasCut = false;

  function take(chunk: Buffer): void {
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
  }

  return new Promise((resolve, reject) => {
    stream.on('data', take).on('error', reject);
    stream.on('end', () =>
      resolve(
        wasCut
          ? { head: Buffer.concat(head), tail: Buffer.concat(tail) }
          : { head: Buffer.concat([...head, ...tail]) },
      ),
    );
  });
}
