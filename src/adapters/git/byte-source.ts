/** Reads a stream of chunks by lines and by counts. Both give undefined once the stream has ended too early. */
export interface ByteSource {
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
