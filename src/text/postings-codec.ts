/**
 * Postings of one term as bytes: for each document the gap to the one before (from `base` for the first) and the term's
 * frequency there, both as LEB128 varints. Ordinals ascend strictly.
 */
export function encodePostings(
  ordinals: ArrayLike<number>,
  frequencies: ArrayLike<number>,
  base: number,
): Uint8Array {
  const bytes = new Uint8Array(ordinals.length * 8);
  let end = 0;
  let previous = base;
  for (let i = 0; i < ordinals.length; i++) {
    end = writeVarint(bytes, end, (ordinals[i] as number) - previous);
    end = writeVarint(bytes, end, frequencies[i] as number);
    previous = ordinals[i] as number;
  }
  return bytes.slice(0, end);
}

/**
 * Reads what {@link encodePostings} wrote into `ordinals` and `frequencies`, from position `start` on.
 * @returns the position after the last entry written
 */
export function decodePostings(
  bytes: Uint8Array,
  base: number,
  target: { readonly ordinals: Uint32Array; readonly frequencies: Uint16Array },
  start: number,
): number {
  let previous = base;
  let end = start;
  let position = 0;
  while (position < bytes.length) {
    let byte = bytes[position++] as number;
    let gap = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[position++] as number;
      gap |= (byte & 0x7f) << shift;
    }
    byte = bytes[position++] as number;
    let frequency = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[position++] as number;
      frequency |= (byte & 0x7f) << shift;
    }
    previous += gap >>> 0;
    target.ordinals[end] = previous;
    target.frequencies[end] = frequency;
    end++;
  }
  return end;
}

function writeVarint(bytes: Uint8Array, start: number, value: number): number {
  let position = start;
  let rest = value >>> 0;
  while (rest > 0x7f) {
    bytes[position++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[position++] = rest;
  return position;
}
