/** A longer output is read at its two ends only, so that the work is bounded. */
const wholeOutputCharacters = 10_485_760;
const headCharacters = 2_097_152;
const tailCharacters = 8_388_608;
const headLines = 80_000;
const tailLines = 320_000;

/** A longer line is printed data; anything it says about a failure is at its start. */
const longestLine = 8_000;

const escapeCharacter = '\u001b';
const bell = '\u0007';
const oneByteEscape = '\u009b';
/** Control sequences, which a terminal obeys and does not show: colours, cursor movements, window titles, links. */
const controlSequence = new RegExp(
  [
    `(?:${escapeCharacter}\\[|${oneByteEscape})[0-?]*[ -/]*[@-~]?`,
    `${escapeCharacter}\\][^${bell}${escapeCharacter}]*(?:${bell}|${escapeCharacter}\\\\)?`,
    `${escapeCharacter}[()*+][0-9A-Za-z]?`,
    `${escapeCharacter}[ -/]*[0-~]?`,
  ].join('|'),
  'g',
);
const opensPrivateKey = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const insidePrivateKey = /^(?:\s|\\n|[A-Za-z0-9+/=:,;.-])*$/;

/**
 * Gives the lines that a reader of the terminal would see. Control sequences, times of a log and labels of
 * wrappers are removed, and an overwritten line (`\r`) keeps its last state. The inside of private keys is
 * removed here, because a later excerpt could not recognise it.
 */
export function terminalLines(output: string): readonly string[] {
  const shown = firstAndLastLines(bothEnds(output)).map(visible);
  return withoutPrivateKeys(stripLabels(stripStamps(shown)));
}

function firstAndLastLines(text: string): readonly string[] {
  let headEnd = 0;
  for (let line = 0; line < headLines && headEnd !== -1; line++) headEnd = text.indexOf('\n', headEnd + 1);
  // Without this return, the search for the tail would stop at a line break at index 0 and repeat it to its limit.
  if (headEnd === -1) return text.split('\n');
  let tailStart = text.length;
  for (let line = 0; line < tailLines && tailStart > headEnd; line++)
    tailStart = text.lastIndexOf('\n', tailStart - 1);
  if (tailStart <= headEnd) return text.split('\n');
  return [...text.slice(0, headEnd).split('\n'), '', ...text.slice(tailStart + 1).split('\n')];
}

function bothEnds(output: string): string {
  if (output.length <= wholeOutputCharacters) return output;
  const head = output.slice(0, headCharacters);
  const tail = output.slice(-tailCharacters);
  // A line that is cut in the middle could show half of a secret, so it is dropped.
  const wholeHead = head.slice(0, Math.max(head.lastIndexOf('\n'), 0) || longestLine);
  const tailStart = tail.search(/[\r\n]/);
  return `${wholeHead}\n\n${tailStart === -1 ? '' : tail.slice(tailStart + 1)}`;
}

function visible(line: string): string {
  let text = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (text.includes('\r')) text = lastState(text);
  if (text.length > longestLine) text = text.slice(0, longestLine);
  if (text.includes(escapeCharacter) || text.includes(oneByteEscape))
    text = text.replace(controlSequence, '');
  return text.trimEnd();
}

function lastState(line: string): string {
  let end = line.length;
  while (end > 0) {
    const start = line.lastIndexOf('\r', end - 1) + 1;
    const state = line.slice(start, end);
    if (state.trim() !== '') return state;
    end = start - 1;
  }
  return '';
}

function withoutPrivateKeys(lines: readonly string[]): readonly string[] {
  let inside = false;
  return lines.filter((line) => {
    if (inside && insidePrivateKey.test(line)) {
      inside = !line.includes('-----END');
      return false;
    }
    inside = line.includes('-----BEGIN') && opensPrivateKey.test(line) && !line.includes('-----END');
    return true;
  });
}

/** The prefix that a CI system or container adds to every line: the time and, before it, perhaps the job and step. */
const stamp =
  /^(?:[^\t]{1,120}\t[^\t]{0,120}\t)?\ufeff?\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?(?: |$)/;
/** Share of lines with a stamp from which on a log counts as stamped. Not every program of a job is stamped. */
const mostLines = 0.6;
const fewestLines = 3;
const looksLike = /\d{4}-\d\d-\d\d[T ]\d\d:/;

/**
 * Removes the times before the lines of a log if most lines have one, because the start of a line tells what it is. If only
 * a few lines have a time, the program itself printed it, and it stays.
 */
export function stripStamps(lines: readonly string[]): readonly string[] {
  if (!lines.slice(0, fewestLines).some((line) => looksLike.test(line.slice(0, 300)))) return lines;
  let written = 0;
  let stamped = 0;
  const bare = lines.map((line) => {
    if (line === '') return line;
    written += 1;
    const found = stamp.exec(line)?.[0];
    if (found === undefined) return line;
    stamped += 1;
    return line.slice(found.length);
  });
  return stamped >= Math.max(fewestLines, mostLines * written) ? bare : lines;
}

/** Labels before each line of a program that another runs: `#14 3.21 `, `web-1  | `, `@acme/web:build: `, `<runner:7> `. */
const heads = [/^\S+(?: |$)/, /^\S+ +\S+(?: |$)/] as const;
const longestHead = 80;
/** A character that separates a label from the line. */
const setOff = /[|>\]#)=]|:\S*:/;
/** Parts of the line itself, not of a label: a place in a file, or a severity. */
const own = /\.\w{1,8}[:(]\d|err|warn|info|debug|trace|note|fail|pass|fatal|panic|caused|^[!-~]?$/i;
/** Share of lines that must have the label. The wrapper's own lines have none. */
const labelledShare = 0.5;
const fewestLabelled = 3;
const mostNested = 3;
const sampledLines = 1_000;

/**
 * Removes the label that most lines share, ignoring its numbers: who runs a command does not say why it failed. Nested
 * wrappers are removed one after the other. Example: `#14 3.21 error: no such file` becomes `error: no such file`.
 */
export function stripLabels(lines: readonly string[]): readonly string[] {
  let bare = lines;
  for (let depth = 0; depth < mostNested; depth++) {
    const label = commonLabel(bare);
    if (label === undefined) break;
    bare = bare.map((line) => withoutLabel(line, label));
  }
  return bare;
}

interface Label {
  readonly head: RegExp;
  readonly shape: string;
}

function commonLabel(lines: readonly string[]): Label | undefined {
  const written = sample(lines);
  const least = Math.max(fewestLabelled, labelledShare * written.length);
  // A label of two words is tried before one of a single word, which may be part of it.
  return [...heads].reverse().flatMap((head) => {
    const counts = new Map<string, number>();
    for (const line of written) {
      const shape = shapeOf(line, head);
      if (shape !== undefined) counts.set(shape, (counts.get(shape) ?? 0) + 1);
    }
    return [...counts].flatMap(([shape, count]) => (count >= least ? [{ head, shape }] : []));
  })[0];
}

/** Takes lines from all parts of a long output. */
function sample(lines: readonly string[]): readonly string[] {
  const step = Math.max(1, Math.floor(lines.length / sampledLines));
  return lines.filter((line, place) => place % step === 0 && line !== '');
}

function withoutLabel(line: string, { head, shape }: Label): string {
  return shapeOf(line, head) === shape ? line.replace(head, '') : line;
}

/** The label with its numbers replaced by 0; undefined if the line has none. */
function shapeOf(line: string, head: RegExp): string | undefined {
  const found = head.exec(line.length > longestHead ? line.slice(0, longestHead) : line)?.[0];
  if (found === undefined || !setOff.test(found) || own.test(found)) return undefined;
  return found.trimEnd().replace(/\s+/g, ' ').replace(/\d+/g, '0');
}
