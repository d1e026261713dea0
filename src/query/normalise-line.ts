const unit = '(?:ns|µs|μs|us|ms|s|secs?|seconds?|milliseconds?|m|mins?|minutes?|h|hrs?|hours?)';
const amount = String.raw`\d{1,12}(?:\.\d{1,12})? ?${unit}`;
const clock = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?`;

/**
 * Text that changes from run to run, or from machine to machine. The first alternative that fits at a place wins, so a
 * part to be kept stands before its look-alike. Each is bounded or cannot restart: no input makes them slow.
 */
const alternatives = {
  kept: String.raw`__[A-Z]+__|\b(?:HTTP(?:\/[\d.]{1,4})?|status(?: code)?)[ :=]{1,3}[1-5]\d\d\b|\bexit(?:ed)?(?: with)? (?:code|status):? \d{1,3}\b|\[Errno -?\d{1,3}\]|\bos error \d{1,3}\b|\b[A-Z]{2,8}-\d{3,6}\b|\b[A-Za-z]\w{0,60}(?:-[A-Za-z]\w{0,30}){0,6}-\d{1,3}(?:-[A-Za-z]\w{0,30}){0,6}\.[A-Za-z]\w{0,7}\b(?!\.)`,
  uuid: String.raw`\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b`,
  url: String.raw`\b(?!file:)[a-zA-Z][a-zA-Z0-9+]{1,10}:\/\/[^\s'"\`<>)\]}]+`,
  path: String.raw`(?<![\w.~/\\-])(?:file:\/\/)?(?:~(?=\/))?(?:\/[\w.@+~%-]+){2,}\/?|\b[A-Za-z]:(?:[\\/]{1,2}[\w.@+~%-]+)+[\\/]?`,
  time: String.raw`\b\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]${clock}(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?)?(?!\w)|\b[A-Z][a-z]{2} {1,2}\d{1,2},? (?:\d{4} )?\d{1,2}:\d{2}:\d{2}(?: \d{4})?\b|(?<![\w.:])\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?\b`,
  duration: String.raw`(?<![\w.])${amount}(?: ?${amount}){0,2}(?!\w)`,
  address: String.raw`(?<![\w.])(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[?::1?\]?)(?::\d{2,5})?\b|\bport[ :=]{1,3}\d{2,5}\b`,
  hex: String.raw`\b0[xX][0-9a-fA-F]{1,64}\b|\b(?=[a-f]{0,64}\d)(?=\d{0,64}[a-f])[0-9a-f]{7,64}\b`,
  number: String.raw`(?<![\w.])(?:v\d{1,40}(?=\.\d)|\d{1,40})(?:[.,]\d{1,40})*(?: ?(?:[kKMGT]i?B|B|bytes)\b|%|(?!\w))`,
} as const;

const volatile = new RegExp(
  Object.entries(alternatives)
    .map(([name, source]) => `(?<${name}>${source})`)
    .join('|'),
  'g',
);

const mostRounds = 8;
const temporaryFolder =
  /^(?:\/private)?\/(?:tmp|var\/tmp|dev\/shm|var\/folders\/[^/]+\/[^/]+\/T)\/|[\\/]Te?mp[\\/]+/i;
const fileName = /^[\w@+-][\w.@+~%-]*\.[A-Za-z]\w{0,7}$/;

/**
 * A line without the parts that change from one run, checkout or machine to the next. Paths inside the working tree
 * become relative to it, other absolute ones `path_<last name>`, those in temporary folders `__TMP__`; times,
 * durations, ids, ports and numbers become placeholders. Error codes, exit codes, HTTP statuses and names stay.
 * Idempotent, linear time.
 * @param worktree top folder of the working tree, when known
 */
export function normaliseLine(line: string, worktree?: string): string {
  let text = line;
  // Once a part is a placeholder, the text beside it may be read differently, so that the result is looked at again.
  for (let round = 0; round < mostRounds; round++) {
    const own = worktree === undefined ? text : relativeTo(worktree, text);
    const next = own.replace(/\s+/g, ' ').trim().replace(volatile, placeholder);
    if (next === text) break;
    text = next;
  }
  return text;
}

function placeholder(match: string, ...rest: readonly unknown[]): string {
  const groups = rest.at(-1) as Readonly<Record<keyof typeof alternatives, string | undefined>>;
  if (groups.kept !== undefined) return match;
  if (groups.uuid !== undefined) return '__UUID__';
  if (groups.url !== undefined) return normalisedUrl(match);
  if (groups.path !== undefined) return normalisedPath(match);
  if (groups.time !== undefined) return '__TIME__';
  if (groups.duration !== undefined) return '__DURATION__';
  if (groups.address !== undefined)
    return match.replace(/:\d+$|\d{2,5}$/, portPlaceholder).replace(/^[\d.]+/, '__IP__');
  return groups.hex === undefined ? '__NUM__' : '__HEX__';
}

function portPlaceholder(port: string): string {
  return port.startsWith(':') ? ':__PORT__' : '__PORT__';
}

function normalisedUrl(url: string): string {
  const [scheme = '', place = ''] = url.replace(/[?#].*$/, '').split('://', 2);
  return `${scheme}://${place.replace(volatile, placeholder)}`;
}

function normalisedPath(path: string): string {
  const plain = path.replace(/^file:\/\//, '');
  const names = plain.split(/[\\/]+/).filter((name) => name !== '');
  const last = names.at(-1) ?? '';
  const temporary = temporaryFolder.exec(plain);
  if (temporary === null) return `path_${last}`.replace(volatile, placeholder);
  // The first name below a temporary folder was made up for one run.
  const depth = plain
    .slice(temporary.index + temporary[0].length)
    .split(/[\\/]+/)
    .filter(Boolean).length;
  return depth > 1 && fileName.test(last) ? `__TMP__/${last}`.replace(volatile, placeholder) : '__TMP__';
}

/** On macOS, temporary and home folders are also known under `/private`. */
function relativeTo(worktree: string, line: string): string {
  const top = worktree.replace(/[\\/]+$/, '');
  if (top.length < 2 || !line.includes(top)) return line;
  const literal = top.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const place = new RegExp(
    String.raw`(?<![\w.~/\\-])(?:file:\/\/)?(?:\/private)?${literal}(?:[\\/]+|(?![\w.@+~%-]))`,
    'g',
  );
  return line.replace(place, (match) => (/[\\/]$/.test(match) ? '' : '.'));
}
