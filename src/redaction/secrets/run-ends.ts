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
