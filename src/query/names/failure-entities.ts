import type { FailureEntity, FailureEntityKind } from '../../model/failure.ts';
import { anyQuoted, type EntityShape, nameShapes, numberShapes } from './entity-shapes.ts';

const mostEntities = 24;
const longestName = 120;
/** From here on, ports are given out at random. */
const firstEphemeralPort = 32_768;

const port = /(?:\bport[ :=]{1,3}|(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|::1?\]?):)(\d{2,5})\b/gi;
/** Where a shell that was given its script in words says that it stood. */
const shellPlace = /^\(eval\)/;
/** A kind of failure, where a file might stand: `ENOENT: no such file or directory`. */
const failureKind = /^E[A-Z]{2,14}$|(?:Error|Exception)$/;
const packageVersion =
  /(?:^|[\s'"`(])((?:@[\w.-]{1,60}\/)?[A-Za-z][\w.-]{1,60})(?:@|==)[v^~]?(\d{1,5}(?:\.\d{1,6}){1,3})/g;

/** An error line as it was (secrets taken out), and normalised. */
interface NamedLine {
  readonly redacted: string;
  readonly normalised: string;
}

/** Names that error lines are about, in order, without duplicates, at most 24. */
export function failureEntities(lines: readonly NamedLine[]): readonly FailureEntity[] {
  const kinds = new Map<string, FailureEntityKind>();
  const entities: FailureEntity[] = [];
  const add = (kind: FailureEntityKind, value: string): void => {
    if (value === '' || kinds.has(value) || value.length > longestName || /^(?:__[A-Z]+__|\W+)$/.test(value))
      return;
    if (shellPlace.test(value) || (kind === 'file' && failureKind.test(value))) return;
    if (kind === 'port' && Number(value) >= firstEphemeralPort) return;
    kinds.set(value, kind);
    entities.push({ kind, value });
  };
  const addAll = (shapes: readonly EntityShape[], line: string): void => {
    const lower = line.toLowerCase();
    for (const known of shapes) if (fits(lower, known)) addMatches(known.kind, known.shape, line);
  };
  const addMatches = (kind: FailureEntityKind, shape: RegExp, line: string): void => {
    for (const [, value = ''] of line.matchAll(shape)) add(kind, value.trim());
  };
  for (const { redacted, normalised } of lines) {
    addAll(nameShapes(), normalised);
    addMatches('port', port, redacted);
    addAll(numberShapes(), redacted);
    for (const [, name = '', version = ''] of redacted.matchAll(packageVersion)) {
      add('package', name);
      add('version', `${name} ${version}`);
    }
  }
  // A name keeps the first kind that a line gave it.
  for (const { normalised } of lines) addMatches('name', anyQuoted, normalised);
  return entities.slice(0, mostEntities);
}

function fits(lower: string, { near }: EntityShape): boolean {
  return near.some((words) => lower.includes(words));
}

const mostTypes = 8;

/** Names that languages, compilers, linters, databases and the operating system give to kinds of failure. */
const shapes: readonly RegExp[] = [
  /(?<![\w-])(?:[A-Z][A-Za-z0-9]{0,80}(?:Error|Exception|Failure|Fault|Interrupt|Warning|Exit)(?=[:\s([\])]|$)|Error(?=: ))/g,
  /\b(?:TS|CS|BC|FS|C|LNK|MSB|NU|NETSDK|SC|YN|E|W|F|B|S|D|N|I|PL[CEWR]|UP|SIM|RUF|G|SA|ST)\d{3,5}\b/g,
  /\b(?:E(?:NOENT|ACCES|PERM|EXIST|ADDRINUSE|CONNREFUSED|CONNRESET|CONNABORTED|HOSTUNREACH|NOTFOUND|TIMEDOUT|MFILE|NOSPC|ISDIR|NOTDIR|NOTEMPTY|PIPE|INVAL|BUSY|XDEV|ROFS|AI_AGAIN|RESOLVE|BADENGINE|LIFECYCLE|INTEGRITY|404|401|403)|ERR_[A-Z_]{3,60}|SQLITE_[A-Z_]{3,30}|SIG(?:SEGV|ABRT|KILL|BUS|ILL|FPE|TERM))\b/g,
  /\b[A-Z]{2,8}-\d{3,6}\b/g,
  /\bHTTP(?:\/[\d.]{1,4})? [45]\d\d\b/g,
  /^(?:panic|fatal)(?=: )/g,
];

/** Kinds of failure named in these lines, without packages and modules before the name, in order, without duplicates. */
export function exceptionTypes(lines: readonly string[]): readonly string[] {
  const types = new Set<string>();
  for (const line of lines) {
    for (const shape of shapes) {
      for (const [type] of line.matchAll(shape)) types.add(type.replace(/^HTTP\/\S+/, 'HTTP'));
    }
  }
  return [...types].slice(0, mostTypes);
}

const kindEndings = /(?:Error|Exception|Failure|Fault|Interrupt|Warning|Exit)$/;

/** Whether a name is that of a kind of error, which any number of failures have. */
export function isExceptionType(name: string): boolean {
  return kindEndings.test(name);
}

/** `  12:5  error  …`: a finding in the file that stands above all findings in it (eslint, stylelint, markdownlint). */
const finding = /^\s+\d+:\d+\s+(?:error|✖|×)\s/;
const fileAlone = /^(?:[A-Za-z]:)?[\w@./\\-]+\.\w{1,8}$/;
/** Most lines between a file's name and its finding. */
const longestList = 200;

/** An error line, led by the file it is about where that stands above it: without, findings in two files read alike. */
export function withFile(lines: readonly string[], index: number): string {
  const line = lines[index] ?? '';
  if (!finding.test(line)) return line;
  for (let above = index - 1; above >= Math.max(0, index - longestList); above--) {
    const header = lines[above]?.trimEnd() ?? '';
    if (fileAlone.test(header)) return `${header}: ${line.trim()}`;
    if (header !== '' && !/^\s/.test(header)) return line;
  }
  return line;
}
