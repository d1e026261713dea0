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
