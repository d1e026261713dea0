/** A text read in another way, and where each of its parts stands in the text it was made of. */
export interface TextView {
  readonly text: string;
  /** How many of its parts were read differently. */
  readonly replaced: number;
  /** Where a character of the view stands, or the one after the last of a part that was read differently. */
  readonly place: (index: number) => number;
  /** Where a place of the text stands in the view; of a part that was read differently, where its reading begins. */
  readonly indexOf: (place: number) => number;
}

const firstCapacity = 256;

/** Collects the parts of a view in order. No reading may be longer than the part it stands for. */
export class TextViewBuilder {
  readonly #source: string;
  /** Characters one by one: a text with an escape every few of them would be a million short strings. */
  readonly #codes: Uint16Array;
  #length = 0;
  #isWide = false;
  /** Where parts begin, in the view and in the text: one that is copied goes on character by character. */
  #starts = new Int32Array(firstCapacity);
  #places = new Int32Array(firstCapacity);
  #parts = 1;
  #end = 0;

  constructor(source: string) {
    this.#source = source;
    this.#codes = new Uint16Array(source.length);
  }

  /** Says that another reading stands in the place of a part; what is before it is copied. */
  replace(start: number, end: number, reading: string): void {
    this.#copyUntil(start);
    this.#beginPart(start);
    for (let index = 0; index < reading.length; index++) this.#put(reading.charCodeAt(index));
    this.#beginPart(end);
    this.#end = end;
  }

  /** As {@link replace} does it for a reading of one character. */
  replaceByCode(start: number, end: number, code: number): void {
    this.#copyUntil(start);
    this.#beginPart(start);
    this.#put(code);
    this.#beginPart(end);
    this.#end = end;
  }

  build(): TextView {
    this.#copyUntil(this.#source.length);
    const starts = this.#starts.subarray(0, this.#parts);
    const places = this.#places.subarray(0, this.#parts);
    return {
      text: textOf(this.#codes.subarray(0, this.#length), this.#isWide),
      replaced: this.#parts >> 1,
      place(index) {
        const part = lastUpTo(starts, index);
        const inside = index - (starts[part] as number);
        // Odd parts are read differently: a place within one is its beginning.
        return part % 2 === 1 ? (places[part] as number) : (places[part] as number) + inside;
      },
      indexOf(place) {
        const part = lastUpTo(places, place);
        const inside = place - (places[part] as number);
        return part % 2 === 1 ? (starts[part] as number) : (starts[part] as number) + inside;
      },
    };
  }

  #copyUntil(end: number): void {
    for (let index = this.#end; index < end; index++) this.#put(this.#source.charCodeAt(index));
  }

  #put(code: number): void {
    this.#codes[this.#length++] = code;
    if (code > 255) this.#isWide = true;
  }

  #beginPart(place: number): void {
    if (this.#parts === this.#starts.length) {
      this.#starts = grown(this.#starts);
      this.#places = grown(this.#places);
    }
    this.#starts[this.#parts] = this.#length;
    this.#places[this.#parts] = place;
    this.#parts++;
  }
}

function grown(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * numbers.length);
  more.set(numbers);
  return more;
}

/** In one byte a character where that is enough: such strings are searched faster. */
function textOf(codes: Uint16Array, isWide: boolean): string {
  if (!isWide) return Buffer.from(codes).toString('latin1');
  return Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength).toString('utf16le');
}

/** The index of the last of ascending numbers that is no greater than another. */
function lastUpTo(ascending: Int32Array, most: number): number {
  let low = 0;
  let high = ascending.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= most) low = middle;
    else high = middle;
  }
  return low;
}
