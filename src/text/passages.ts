/** A sentence or a line of a text, by its place. */
export interface Passage {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

const boundary = /[.!?](?=\s)|\n/g;
/** Longer runs without an end of a sentence are cut at a space, such as a table that was pasted as one line. */
const longestPassage = 300;

/** The sentences and lines of a text, in order, without the spaces between them. */
export function splitPassages(text: string): readonly Passage[] {
  const passages: Passage[] = [];
  let start = 0;
  const take = (end: number): void => {
    for (const piece of piecesOf(text, start, end)) passages.push(piece);
    start = end;
  };
  for (const { index } of text.matchAll(boundary)) take(index + 1);
  take(text.length);
  return passages;
}

function* piecesOf(text: string, from: number, to: number): Iterable<Passage> {
  let start = from;
  while (to - start > longestPassage) {
    const space = text.lastIndexOf(' ', start + longestPassage);
    const end = space > start + longestPassage / 2 ? space : start + longestPassage;
    yield* trimmed(text, start, end);
    start = end;
  }
  yield* trimmed(text, start, to);
}

function* trimmed(text: string, from: number, to: number): Iterable<Passage> {
  let start = from;
  let end = to;
  while (start < end && isSpace(text, start)) start += 1;
  while (end > start && isSpace(text, end - 1)) end -= 1;
  if (end > start) yield { start, end };
}

function isSpace(text: string, at: number): boolean {
  return text.charCodeAt(at) <= 0x20 || text.charCodeAt(at) === 0xa0;
}

/** `problem_statement: Lids come off` names the text after it. */
const label = /^\s*[a-z][\w-]{0,30}:\s+/;
const word = /[\p{L}_][\p{L}\p{N}_'-]*/gu;
const fewestWords = 3;
const longestRead = 4_000;

/**
 * Returns the subject of a request in one line: its first line that says something by itself. A line that ends with a
 * colon announces what follows; a name, an address or the tag of a form says nothing.
 */
export function requestTitle(request: string): string {
  const lines = request.slice(0, longestRead).split('\n');
  const told = lines.map((line) => line.replace(label, '').trim());
  const says = (line: string) =>
    !/[:>]$/.test(line) && / /.test(line) && (line.match(word)?.length ?? 0) >= fewestWords;
  return told.find(says) ?? told.find((line) => line !== '') ?? '';
}
