import type { FailureEntity, FailureEntityKind } from '../model/failure.ts';

const mostEntities = 24;
const longestName = 120;
/** From here on, ports are given out at random. */
const firstEphemeralPort = 32_768;

interface EntityShape {
  readonly kind: FailureEntityKind;
  /** Its first group is the name. */
  readonly shape: RegExp;
}

const quote = '[\'"`‘“]';
const unquote = '[\'"`’”]';
const quoted = `${quote}([^'"\`‘’“”]{1,120})${unquote}`;
const maybeQuoted = `${quote}?([^\\s'"\`‘’“”,;]{1,120}?)${unquote}?(?=[.,;:)]?(?:\\s|$))`;

function entity(kind: FailureEntityKind, source: string, flags = 'i'): EntityShape {
  return { kind, shape: new RegExp(source, `${flags}g`) };
}

/** What stands around a name says what kind of thing it names. */
const shapes: readonly EntityShape[] = [
  entity('module', `\\bNo module named ${maybeQuoted}`),
  entity(
    'module',
    `\\b(?:Cannot find (?:module|package)|Can't resolve|Failed to resolve import|Could not resolve) ${quoted}`,
  ),
  entity('module', `\\b(?:cannot import name) ${quoted}`),
  entity('module', '\\bno required module provides package ([^\\s;:]{1,120})'),
  entity('module', '\\bpackage ([\\w./-]{1,120}) (?:is not in|does not exist)'),
  entity(
    'module',
    `\\b(?:unresolved import|can't find crate for|unresolved module|undeclared (?:crate|module) or? ?\\w*) ${quoted}`,
  ),
  entity('module', '\\bcannot load such file -- (\\S{1,120})'),
  entity('module', '\\b(?:ClassNotFoundException|NoClassDefFoundError): (\\S{1,120})'),
  entity('module', `\\bModule not found: \\S* ?${quoted}`),

  entity('environment_variable', "\\bKeyError: '([A-Z][A-Z0-9_]{2,80})'", ''),
  entity('environment_variable', '\\benv(?:ironment)? ?var(?:iable)?s?:? [\'"`]?([A-Z][A-Z0-9_]{1,80})', 'i'),
  entity(
    'environment_variable',
    '[\'"`]?\\b([A-Z][A-Z0-9]*_[A-Z0-9_]{1,80})[\'"`]? (?:is|was|must be|not) (?:not |required|missing|un)?(?:set|defined|required|missing)',
    '',
  ),
  entity('environment_variable', '\\b(\\w{1,80}): unbound variable'),

  entity('table', `\\bno such (?:table|column): ([\\w.]{1,80})`),
  entity(
    'table',
    `\\b(?:relation|table|column) ${quoted} (?:of relation \\S+ )?(?:does not|doesn't|already) exist`,
  ),

  entity(
    'flag',
    '\\b(?:unrecognized|unknown|unexpected|invalid|no such|illegal|ambiguous)(?: \\w+){0,3}:? ?(?:-- )?[\'"`]?(--?[A-Za-z][\\w-]{0,60})',
  ),
  entity('flag', '\\bflag provided but not defined: (-{1,2}[\\w-]{1,60})'),

  entity(
    'config_key',
    `\\b(?:unknown|unrecognized|invalid|missing|unexpected|unsupported|duplicate) (?:\\w+ ){0,2}(?:key|option|setting|property|field|configuration)s?:? ${quoted}`,
  ),

  entity('package', '\\bNo matching distribution found for ([\\w.-]{1,80})'),
  entity('package', '\\brequirement ([\\w.-]{1,80})'),
  entity('package', `\\bfailed to (?:get|select a version for)(?: the requirement)? ${quoted}`),
  entity('package', '\\bUnable to locate package (\\S{1,80})'),
  entity('package', '\\b(?:peer|notarget No matching version found for) ((?:@[\\w.-]+\\/)?[\\w.-]{1,80})@'),
  entity('package', "'((?:@[\\w.-]+\\/)?[\\w.-]{1,80})@[^']*' is not in (?:this|the npm) registry"),
  entity('package', `\\bCould not find gem ${quoted}`),

  entity('symbol', `\\bname ${quoted} is not defined`),
  entity(
    'symbol',
    `\\b(?:Cannot find name|has no (?:attribute|member|field|method named|exported member)(?: named)?|no (?:method|field|function|associated item) named|undefined (?:method|local variable or method|reference to|name|variable)|undeclared identifier|Property|cannot find (?:value|function|type|macro|struct, variant or union type|trait|attribute)|use of undeclared (?:identifier|type)|multiple definition of|Unresolved reference:?) ${quoted}`,
  ),
  entity('symbol', '\\bundefined: ([\\w.]{1,80})'),
  entity(
    'symbol',
    '\\b([\\w$.]{1,80}) (?:is not defined|is not a (?:function|constructor)|undefined \\(type)',
  ),
  entity('symbol', '\\bsymbol: +(?:\\w+ )?([\\w$]{1,80})'),

  entity('test', '--- FAIL: (\\S{1,120})', ''),
  entity('test', '^(?:FAILED|ERROR) (\\S+::\\S+)', ''),
  entity('test', '^(?:FAIL|ERROR): (\\w+)', ''),
  entity('test', '^test (\\S{1,120}) \\.\\.\\. FAILED', ''),
  entity(
    'test',
    '^\\s*[●✗✕×✖✘] (?!failing tests:|__NUM__ problems? \\()(.{1,120}?)(?: \\(?__(?:DURATION|NUM)__\\)?)?$',
    '',
  ),
  entity('test', '^\\S* ?FAIL\\s+(\\S+\\.(?:test|spec)\\.\\w+)', ''),
  entity('test', '^rspec (\\S+)', ''),

  entity('file', `\\bNo such file or directory: ${quoted}`),
  entity('file', `\\b(?:ENOENT|EACCES|EPERM|EISDIR|ENOTDIR|EEXIST)\\b[^'"]{0,80}${quoted}`, ''),
  entity('file', '\\bno such file or directory: ([^\\s\'"]{1,120})$'),
  entity(
    'file',
    `${maybeQuoted}: (?:stat: )?(?:No such file or directory|Permission denied|Is a directory|Not a directory|File exists|cannot open)`,
  ),
  entity('file', `\\bpathspec ${quoted}`),
  entity('file', `\\bNo rule to make target ${quoted}`),
  entity('file', '\\bCONFLICT \\([^)]{1,40}\\): .*?\\b(?:in|of) (\\S{1,120})$', ''),
  entity('file', `\\bcannot (?:access|open|stat|read) ${quoted}`),

  entity('name', `\\b(\\S{1,80}): (?:command )?not found$`),
  entity('name', `\\bcommand not found: (\\S{1,80})`),
  entity('name', `\\bMissing script: ${quoted}`),
];

/** A name in quotes of which nothing says what it names. */
const anyQuoted = entity('name', `(?<![\\w])${quote}([^\\s'"\`‘’“”]{2,60})${unquote}(?!\\w)`);

const port = /(?:\bport[ :=]{1,3}|(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|::1?\]?):)(\d{2,5})\b/gi;
const packageVersion =
  /(?:^|[\s'"`(])((?:@[\w.-]{1,60}\/)?[A-Za-z][\w.-]{1,60})(?:@|==)[v^~]?(\d{1,5}(?:\.\d{1,6}){1,3})/g;

/** An error line as it was (secrets taken out), and normalised. */
export interface NamedLine {
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
    kinds.set(value, kind);
    entities.push({ kind, value });
  };
  const addAll = ({ kind, shape }: EntityShape, line: string): void => {
    for (const [, value = ''] of line.matchAll(shape)) add(kind, value.trim());
  };
  for (const { redacted, normalised } of lines) {
    for (const shape of shapes) addAll(shape, normalised);
    for (const [, number = ''] of redacted.matchAll(port)) {
      if (Number(number) < firstEphemeralPort) add('port', number);
    }
    for (const [, name = '', version = ''] of redacted.matchAll(packageVersion)) {
      add('package', name);
      add('version', `${name} ${version}`);
    }
  }
  // A name keeps the first kind it was given, by whichever line.
  for (const { normalised } of lines) addAll(anyQuoted, normalised);
  return entities.slice(0, mostEntities);
}
