import type { HookInput } from './parse-hook-input.ts';

/** The beginning contains the command and the folder; the end of an output says most about a failure. */
const headBytes = 2 * 1_048_576;
const tailBytes = 6 * 1_048_576;

/** An input read piece by piece: about 8 MiB of it are kept. */
export interface GatheredInput {
  take(chunk: Buffer): void;
  whole(): HookInput;
}

export function gatherChunks(): GatheredInput {
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
