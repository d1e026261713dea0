import type { ChangeStatus } from '../../model/repository.ts';

/** Called with each token as a range of bytes; the buffer is valid during the call only. */
type TakeToken = (buffer: Buffer, start: number, end: number) => void;

/**
 * Cuts a stream into its NUL-terminated tokens. Of a token longer than `limitBytes` (a message of 100 MB) only the
 * beginning is held.
 */
export function createNulTokens(limitBytes: number, take: TakeToken): (chunk: Buffer) => void {
  /** Beginning of a token that a chunk left unfinished. */
  let carried: Buffer[] = [];
  let carriedBytes = 0;
  const carry = (chunk: Buffer, start: number, end: number): void => {
    const part = chunk.subarray(start, Math.min(end, start + limitBytes - carriedBytes));
    if (part.length === 0) return;
    carried.push(part);
    carriedBytes += part.length;
  };
  return (chunk) => {
    let start = 0;
    let end = chunk.indexOf(0);
    if (carriedBytes > 0 && end !== -1) {
      carry(chunk, 0, end);
      const token = Buffer.concat(carried, carriedBytes);
      carried = [];
      carriedBytes = 0;
      take(token, 0, token.length);
      start = end + 1;
      end = chunk.indexOf(0, start);
    }
    for (; end !== -1; end = chunk.indexOf(0, start)) {
      take(chunk, start, Math.min(end, start + limitBytes));
      start = end + 1;
    }
    carry(chunk, start, chunk.length);
  };
}

/** Reads a stream of chunks by lines and by counts. Both give undefined once the stream has ended too early. */
interface ByteSource {
  /** Up to the next line break, which is passed over; for short lines. */
  line(): Promise<string | undefined>;
  /** The next `size` bytes, of which only the first `keep` are held and returned. */
  take(size: number, keep: number): Promise<Buffer | undefined>;
}

export function openByteSource(stream: AsyncIterable<Buffer>): ByteSource {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const chunk = await chunks.next();
    if (chunk.done === true) return false;
    rest = rest.length === 0 ? chunk.value : Buffer.concat([rest, chunk.value]);
    return true;
  };
  return {
    async line() {
      let end = rest.indexOf(10);
      while (end === -1) {
        if (!(await more())) return undefined;
        end = rest.indexOf(10);
      }
      const text = rest.toString('latin1', 0, end);
      rest = rest.subarray(end + 1);
      return text;
    },
    async take(size, keep) {
      const kept: Buffer[] = [];
      for (let left = size, room = keep; left > 0; ) {
        if (rest.length === 0 && !(await more())) return undefined;
        const part = rest.subarray(0, left);
        if (room > 0) kept.push(part.subarray(0, room));
        rest = rest.subarray(part.length);
        left -= part.length;
        room -= part.length;
      }
      return Buffer.concat(kept);
    },
  };
}

/**
 * How changes are read, from the most detailed to the cheapest: similar files count as renamed (reads blobs), identical
 * files do (reads trees only), none do, no changes at all (reads commits only).
 */
export type ChangeDetail = 'similar_renames' | 'exact_renames' | 'no_renames' | 'no_changes';

export const changeDetails: readonly ChangeDetail[] = [
  'similar_renames',
  'exact_renames',
  'no_renames',
  'no_changes',
];

export const renameFlags: Readonly<Record<Exclude<ChangeDetail, 'no_changes'>, readonly string[]>> = {
  similar_renames: ['-M', '-l400'],
  exact_renames: ['-M100%'],
  no_renames: ['--no-renames'],
};

/** Git's letter for the change of a file; a number behind it says how similar the two are. */
export function changeStatus(letter: string): ChangeStatus {
  return statuses[letter.charAt(0)] ?? 'modified';
}

const statuses: Readonly<Record<string, ChangeStatus>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type_changed',
};
