/** A text read in another way, and where each of its parts stands in the text it was made of. */
export interface TextView {
  readonly text: string;
  /** Where a character of the view stands, or the one after the last of a part that was read differently. */
  readonly place: (index: number) => number;
  /** Where a place of the text stands in the view; of a part that was read differently, where its reading begins. */
  readonly indexOf: (place: number) => number;
}

/** Collects the parts of a view in order. */
export class TextViewBuilder {
  #text = '';
  /** Where parts begin, in the view and in the text: one that is copied goes on character by character. */
  readonly #starts: number[] = [0];
  readonly #places: number[] = [0];
  readonly #source: string;
  #end = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Says that another reading stands in the place of a part; what is before it is copied. */
  replace(start: number, end: number, reading: string): void {
    this.#text += this.#source.slice(this.#end, start);
    this.#starts.push(this.#text.length);
    this.#places.push(start);
    this.#text += reading;
    this.#starts.push(this.#text.length);
    this.#places.push(end);
    this.#end = end;
  }

  get isEmpty(): boolean {
    return this.#starts.length === 1;
  }

  build(): TextView {
    const starts = this.#starts;
    const places = this.#places;
    const source = this.#source;
    return {
      text: this.#text + source.slice(this.#end),
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
}

/** The index of the last of ascending numbers that is no greater than another. */
function lastUpTo(ascending: readonly number[], most: number): number {
  let low = 0;
  let high = ascending.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= most) low = middle;
    else high = middle;
  }
  return low;
}
