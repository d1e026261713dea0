import type { FailureEntity, FailureEntityKind } from '../../model/failure.ts';

/** Text around a name that says what kind of thing it names. */
interface EntityShape {
  readonly kind: FailureEntityKind;
  /** In lower case; one of these is in every line that the shape fits: it is compiled when such a line is met. */
  readonly near: readonly string[];
  /** Its first group is the name. */
  readonly shape: RegExp;
}

const quote = '[\'"`‘“]';
const unquote = '[\'"`’”]';
/** Parts that rows of the tables share. */
const parts: Readonly<Record<string, string>> = {
  '{quote}': quote,
  '{unquote}': unquote,
  '{quoted}': `${quote}([^'"\`‘’“”]{1,120})${unquote}`,
  '{maybe quoted}': `${quote}?([^\\s'"\`‘’“”,;]{1,120}?)${unquote}?(?=[.,;:)]?(?:\\s|$))`,
  /** Words before `not found` or `is not defined` that are no names. */
  '{no name}': '(?!(?:it|this|that|which|what|there|he|she|error|fatal|warning|file|command|usage)\\b)',
};

/**
 * Shapes of names in normalised lines. A row: the kind, with `!` where capitals count; words of which each fitting line has
 * one; the shape.
 */
const nameRows = String.raw`
module "no module named" \bNo module named {maybe quoted}
module "cannot find |can't resolve|failed to resolve|could not resolve" \b(?:Cannot find (?:module|package)|Can't resolve|Failed to resolve import|Could not resolve) {quoted}
module "cannot find module" \bCannot find module ([@\w][\w@./-]{1,120})(?=\s|$)
module "cannot import name" \bcannot import name {maybe quoted}
module "cannot import name" \bcannot import name {quote}[^'"]{1,120}{unquote} from {quoted}
module "no required module" \bno required module provides package ([^\s;:]{1,120})
module "package " \bpackage ([\w./-]{1,120}) (?:is not in|does not exist)
module "unresolved |can't find crate|undeclared " \b(?:unresolved import|can't find crate for|unresolved module|undeclared (?:crate|module) or? ?\w*) {quoted}
module "cannot load such file" \bcannot load such file -- (\S{1,120})
module "classnotfound|noclassdef" \b(?:ClassNotFoundException|NoClassDefFoundError): (\S{1,120})
module "module not found" \bModule not found: \S* ?{quoted}
symbol "is not defined" \bname {quoted} is not defined
symbol "cannot find |has no |no method|no field|no function|no associated|undefined |undeclared |property |multiple definition|unresolved reference" \b(?:Cannot find name|has no (?:attribute|member|field|method named|exported member)(?: named)?|no (?:method|field|function|associated item) named|undefined (?:method|local variable or method|reference to|name|variable)|undeclared identifier|Property|cannot find (?:value|function|type|macro|struct, variant or union type|trait|attribute)|use of undeclared (?:identifier|type)|multiple definition of|Unresolved reference:?) {quoted}
symbol "undefined: " \bundefined: ([\w.]{1,80})
symbol "is not defined|is not a |undefined (type" \b{no name}([\w$.]{1,80}) (?:is not defined|is not a (?:function|constructor)|undefined \(type)
symbol "symbol:" \bsymbol: +(?:\w+ )?([\w$]{1,80})
test! "--- fail" --- FAIL: (\S{1,120})
test! "::" ^(?:FAILED|ERROR) (\S+::\S+)
test! "fail:|error:" ^(?:FAIL|ERROR): (\w+)
test! "... failed" ^test (\S{1,120}) \.\.\. FAILED
test! "●|✗|✕|×|✖|✘" ^\s*[●✗✕×✖✘] (?!failing tests:|__NUM__ problems? \()(.{1,120}?)(?: \(?__(?:DURATION|NUM)__\)?)?$
test! "fail" ^\S* ?FAIL\s+(\S+\.(?:test|spec)\.\w+)
test! "rspec " ^rspec (\S+)
environment_variable! "keyerror" \bKeyError: '([A-Z][A-Z0-9_]{2,80})'
environment_variable! "env" \benv(?:ironment)? ?var(?:iable)?s?:? ['"\x60]?([A-Z][A-Z0-9_]{1,80})\b
environment_variable! "set|defined|required|missing" ['"\x60]?\b([A-Z][A-Z0-9]*_[A-Z0-9_]{1,80})['"\x60]? (?:is |was |must be )?(?:not |un)?(?:set|defined|required|missing)
environment_variable "unbound variable" \b(\w{1,80}): unbound variable
flag "unrecogni|unknown|unexpected|invalid|no such|illegal|ambiguous" \b(?:unrecogni[sz]ed|unknown|unexpected|invalid|no such|illegal|ambiguous)(?: \w+){0,3}:? ?(?:-- )?['"\x60]?(--?[A-Za-z][\w-]{0,60})
flag "unknown option|unknown switch" \bunknown (?:option|switch) [\x60'"]([\w-]{1,60})[\x60'"]
flag "not defined: -" \bflag provided but not defined: (-{1,2}[\w-]{1,60})
flag "required: -|argument -" \b(?:arguments are required:|argument) (-{1,2}[A-Za-z][\w-]{0,60})
config_key "unknown|unrecogni|invalid|missing|unexpected|unsupported|duplicate" \b(?:unknown|unrecogni[sz]ed|invalid|missing|unexpected|unsupported|duplicate) (?:\w+ ){0,2}(?:key|option|setting|property|field|configuration)s?:? {quoted}
config_key! "missing|not found|absent" \bKeyError: (?!(?:required|column|environment|key|missing)\b)['"\x60]?([a-z][\w.-]{1,80})['"\x60]? (?:is )?(?:missing|not found|absent)\b(?=.*(?:config|setting|\.ya?ml|\.toml|\.ini|\.cfg|\.json))
config_key " key " \b(?:required|missing|unknown|invalid|unexpected|config(?:uration)?) key:? ['"\x60]?([a-z]\w*[_.-][\w.-]{1,80})\b
table "no such table" \bno such table: ([\w.]{1,80})
column "no such column" \bno such column: ([\w.]{1,80})
column "column" \b(?:unknown|undefined|missing|has no) column (?:named )?{maybe quoted}
column "keyerror: column" \bKeyError: column ['"\x60]?(\w{1,80})['"\x60]? not found
column "column " \bcolumn {quoted} (?:of relation \S+ )?(?:does not|doesn't|already) exist
table "relation |table " \b(?:relation|table) {quoted} (?:does not|doesn't|already) exist
table " table " \blocked (?:while )?(?:writing|reading|updating) table (\w{1,80})
package "no matching distribution" \bNo matching distribution found for ([\w.-]{1,80})
package "the requirement" \bsatisfies the requirement ([\w.-]{1,80})
package "failed to " \bfailed to (?:get|select a version for)(?: the requirement)? {quoted}
package "no matching package" \bno matching package named {quoted}
package "unable to locate" \bUnable to locate package (\S{1,80})
package "peer |notarget " \b(?:peer|notarget No matching version found for) ((?:@[\w.-]+\/)?[\w.-]{1,80})@
package "registry" '((?:@[\w.-]+\/)?[\w.-]{1,80})@[^']*' is not in (?:this|the npm) registry
package "could not find gem" \bCould not find gem {quoted}
package "called" \bno package called {quoted}
file "no such file" \bNo such file or directory: {quoted}
file! "enoent|eacces|eperm|eisdir|enotdir|eexist" \b(?:ENOENT|EACCES|EPERM|EISDIR|ENOTDIR|EEXIST)\b[^'"]{0,80}{quoted}
file "no such file" \bno such file or directory: ([^\s'"]{1,120})$
file "filenotfounderror: " \bFileNotFoundError: (?!\[)([\w./\\@-]{1,100}\.\w{1,8})\b
file "permission denied: " \bPermission denied: {quoted}
file "no such file|permission denied|is a directory|not a directory|file exists|cannot open" {maybe quoted}: (?:stat: )?(?:No such file or directory|Permission denied|Is a directory|Not a directory|File exists|cannot open)
file "pathspec" \bpathspec {quoted}
file "no rule to make" \bNo rule to make target {quoted}
file! "conflict (" \bCONFLICT \([^)]{1,40}\): .*?\b(?:in|of) (\S{1,120})$
file "cannot " \bcannot (?:access|open|stat|read) {quoted}
name "not found" \b{no name}(\S{1,80}): (?:command )?not found$
name "command not found: " \bcommand not found: (\S{1,80})
name "missing script" \bMissing script: {quoted}
`;

/** Shapes of numbers, in lines that still hold them; the last is an address as Python prints it: `('127.0.0.1', 8000)`. */
const numberRows = String.raw`
shape "and" \((\d{1,9}x\d{1,9}) and \d{1,9}x\d{1,9}\)
shape "and" \(\d{1,9}x\d{1,9} and (\d{1,9}x\d{1,9})\)
shape "shape|size" \b(?:shapes?|sizes?)\b[^[(]{0,30}[[(](\d{1,9}(?:, ?\d{1,9}){0,8},?)[\])]
shape "shape|size" \b(?:shapes?|sizes?)\b.{0,80}[\])] (?:and|but got|vs\.?|from) .{0,30}?[[(](\d{1,9}(?:, ?\d{1,9}){0,8},?)[\])]
device "device|cuda|mps" \b(cuda:\d{1,3}|cuda(?=[ ,.]|$)(?! (?:error|out|driver|gpus?|kernel|version|enabled))|cpu|mps:0|xpu:\d)\b
dtype "dtype|scalar type|ufunc|torch.|tensor" \b(?:torch\.)?(b?float(?:16|32|64)|float8_\w{1,10}|u?int(?:8|16|32|64)|complex(?:64|128))\b
dtype! "scalar type|found" \b(?:scalar type|but found|but got) (Float|Double|Half|Long|Int|Short|Byte|Char|Bool|BFloat16)\b
port "connect|refused|listen|reach|address" \b[a-z][a-z0-9.-]{1,80}:(\d{2,5})\b
port "address|connect|bind" \({quote}[\w.:-]{0,80}{unquote}, ?(\d{2,5})(?:, ?\d{1,9}){0,2}\)
`;

let names: readonly EntityShape[] | undefined;
let numbers: readonly EntityShape[] | undefined;

function nameShapes(): readonly EntityShape[] {
  names ??= shapesIn(nameRows);
  return names;
}

function numberShapes(): readonly EntityShape[] {
  numbers ??= shapesIn(numberRows);
  return numbers;
}

function shapesIn(rows: string): readonly EntityShape[] {
  return [...rows.matchAll(/^(\w+)(!?) "([^"]+)" (.+)$/gm)].map(
    ([, kind, isExact, near = '', source = '']) => {
      let compiled: RegExp | undefined;
      return {
        kind: kind as FailureEntityKind,
        near: near.split('|'),
        get shape() {
          compiled ??= new RegExp(
            source.replace(/\{[a-z ]+\}/g, (part) => parts[part] ?? part),
            isExact ? 'g' : 'gi',
          );
          return compiled;
        },
      };
    },
  );
}

/** A name in quotes whose kind no text around it tells. */
const anyQuoted = new RegExp(`(?<![\\w])${quote}([^\\s'"\`‘’“”]{2,60})${unquote}(?!\\w)`, 'gi');

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
