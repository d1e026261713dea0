/** A run of characters of a token that goes on over line ends, and where each of its characters stands. */
export interface JoinedRun {
  readonly joined: string;
  /** Where the character of the text stands that is at an index of the run. */
  readonly place: (index: number) => number;
  /** How many characters the first line holds. */
  readonly first: number;
}

const longestLine = 400;
const longestRun = 1_200;
const mostLines = 24;
const run = new RegExp(String.raw`[\w+/=.-]{0,${longestLine}}`, 'y');
/**
 * How a line ends within a token, and how the next goes on: at a column, with `\`, escaped in a string, as strings that are
 * put together; quoted in a mail, commented, diffed, indented.
 */
const joint = /["']?[ \t]{0,4}[+.]?[ \t]{0,4}(?:\\?\n|\\n)[ \t>|+#*]{0,24}["']?(?=[\w+/=.-])/y;

/** Undefined where the run at an index, which ends at another, does not go on in another line. */
export function readAcrossLines(
  text: string,
  from: number,
  runEnd: number,
  literal: string,
): JoinedRun | undefined {
  // Too long for a line, but for the `+` or the dot that a line may end with.
  if (runEnd > from + longestLine + 1) return undefined;
  let joined = '';
  const pieces: (readonly [index: number, place: number])[] = [];
  let at = from;
  let first = 0;
  for (let line = 0; line < mostLines && joined.length < longestRun; line++) {
    run.lastIndex = at;
    run.test(text);
    let end = run.lastIndex;
    joint.lastIndex = end;
    // Mail marks a line that goes on with `=`, which may stand in a token too.
    const goesOn = joint.test(text);
    if (goesOn && text[end - 1] === '=' && text[end] === '\n') end--;
    if (line === 0 && !goesOn) return undefined;
    // Where another one of its kind begins, the one before has ended.
    if (line > 0 && text.slice(at, end).includes(literal)) {
      if (line === 1) return undefined;
      break;
    }
    pieces.push([joined.length, at]);
    joined += text.slice(at, end);
    if (line === 0) first = joined.length;
    if (!goesOn) break;
    at = joint.lastIndex;
  }
  const place = (index: number): number => {
    const [start, begin] = pieces.findLast(([start]) => start <= index) ?? [0, from];
    return begin + index - start;
  };
  return { joined, place, first };
}
