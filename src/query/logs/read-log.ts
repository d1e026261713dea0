import { type LineMarks, marksOf } from './line-marks.ts';

/** The lines of an output that hold words, with their marks. A mark is computed when it is first asked for. */
export class ReadLog {
  readonly lines: readonly string[];
  /** Indices of the lines that hold words. */
  readonly written: readonly number[];
  readonly #marks = new Map<number, LineMarks>();

  constructor(lines: readonly string[]) {
    this.lines = lines;
    const written: number[] = [];
    for (const [index, line] of lines.entries()) if (line !== '') written.push(index);
    this.written = written;
  }

  get size(): number {
    return this.written.length;
  }

  text(place: number): string {
    return this.lines[this.written[place] ?? -1] ?? '';
  }

  /** Number of empty lines before a line. */
  gapBefore(place: number): number {
    const index = this.written[place];
    return index === undefined ? 0 : index - (this.written[place - 1] ?? -1) - 1;
  }

  marks(place: number): LineMarks {
    let marks = this.#marks.get(place);
    if (marks === undefined) {
      marks = this.#announced(place, marksOf(this.text(place)));
      this.#marks.set(place, marks);
    }
    return marks;
  }

  /** A line that `Caused by:` announces is the cause. */
  #announced(place: number, marks: LineMarks): LineMarks {
    if (marks.announces || place === 0 || marks.telling === 4) return marks;
    const above = this.text(place - 1);
    return above.length < 200 && marksOf(above).announces ? { ...marks, telling: 4 } : marks;
  }
}
