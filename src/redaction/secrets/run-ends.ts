/** Where runs of one set of characters end: each is read once, however many places within it are asked about. */
export class RunEnds {
  readonly #run: RegExp;
  readonly #text: string;
  #start = 0;
  #end = -1;

  /** @param characters Source of the class of characters, `[\w-]`. */
  constructor(text: string, characters: string) {
    this.#text = text;
    this.#run = new RegExp(`${characters}*`, 'y');
  }

  /** The end of the run that an index stands in; the index itself, if it stands in none. */
  endAt(index: number): number {
    if (index < this.#start || index > this.#end) {
      this.#run.lastIndex = index;
      this.#run.test(this.#text);
      this.#start = index;
      this.#end = this.#run.lastIndex;
    }
    return this.#end;
  }
}

/** Where a mark stands next: each is looked for once, however many places before it are asked about. */
export class NextPlaces {
  readonly #text: string;
  readonly #mark: string;
  #from = 0;
  #next = -1;

  constructor(text: string, mark: string) {
    this.#text = text;
    this.#mark = mark;
  }

  /** The first place at or behind an index; infinite, if there is none. */
  after(index: number): number {
    if (index < this.#from || index > this.#next) {
      const next = this.#text.indexOf(this.#mark, index);
      this.#from = index;
      this.#next = next === -1 ? Number.POSITIVE_INFINITY : next;
    }
    return this.#next;
  }
}
