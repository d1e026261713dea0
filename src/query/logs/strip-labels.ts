/** The label that a program puts before each line of the program it runs: `#14 3.21 `, `web-1  | `, `@acme/web:build: `, `<runner:7> `. */
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
