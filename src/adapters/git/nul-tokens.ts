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
