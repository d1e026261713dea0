/**
 * What a hash in a sketch stands for. `spine`: a word of the lines that say best why it failed. `name`: a name in any line that
 * says that something is wrong. `place`: that name is one of a file or a test. `finding`: a made-up name in a line that names one
 * failure. `value`: a value that was compared, with the word before it.
 */
export type SketchMark = 'spine' | 'name' | 'place' | 'finding' | 'value';

export const sketchMarks: Readonly<Record<SketchMark, number>> = {
  spine: 1,
  name: 2,
  place: 4,
  finding: 8,
  value: 16,
};
const markBits = 32;

/** A hash of 24 bits with its marks, as one number. */
export function sketchEntry(hash: number, marks: number): number {
  return hash * markBits + marks;
}

export function readSketchEntry(entry: number): { readonly hash: number; readonly marks: number } {
  return { hash: Math.floor(entry / markBits), marks: entry % markBits };
}
