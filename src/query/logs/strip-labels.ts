/** What a program that runs another puts before each of its lines: `#14 3.21 `, `web-1  | `, `@acme/web:build: `, `<runner:7> `. */
const heads = [/^\S+(?: |$)/, /^\S+ +\S+(?: |$)/] as const;
const longestHead = 80;
/** A label is set off from what it labels. */
const setOff = /[|>\]#)=]|:\S*:/;
/** The line's own: a place in a file, or how bad it is. */
const own = /\.\w{1,8}[:(]\d|err|warn|info|debug|trace|note|fail|pass|fatal|panic|caused|^[!-~]?$/i;
/** Share of the lines with words that have a label; a wrapper's own words stand around them. */
const labelledShare = 0.5;
const fewestLabelled = 3;
const mostNested = 3;
const sampledLines = 1_000;

/**
 * The lines of an output without the label that most of them have in common but for its numbers, of any number of wrappers in each
 * other. Whoever runs a command says nothing about why it failed.
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
  // Two words of a label stand before two words of one that is part of it.
  return [...heads].reverse().flatMap((head) => {
    const counts = new Map<string, number>();
    for (const line of written) {
      const shape = shapeOf(line, head);
      if (shape !== undefined) counts.set(shape, (counts.get(shape) ?? 0) + 1);
    }
    return [...counts].flatMap(([shape, count]) => (count >= least ? [{ head, shape }] : []));
  })[0];
}

/** Of many lines, some from all over. */
function sample(lines: readonly string[]): readonly string[] {
  const step = Math.max(1, Math.floor(lines.length / sampledLines));
  return lines.filter((line, place) => place % step === 0 && line !== '');
}

function withoutLabel(line: string, { head, shape }: Label): string {
  return shapeOf(line, head) === shape ? line.replace(head, '') : line;
}

/** A label without its numbers; undefined of what is none. */
function shapeOf(line: string, head: RegExp): string | undefined {
  const found = head.exec(line.length > longestHead ? line.slice(0, longestHead) : line)?.[0];
  if (found === undefined || !setOff.test(found) || own.test(found)) return undefined;
  return found.trimEnd().replace(/\s+/g, ' ').replace(/\d+/g, '0');
}
