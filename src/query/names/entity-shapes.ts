import type { FailureEntityKind } from '../../model/failure.ts';

/** Text around a name that says what kind of thing it names. */
export interface EntityShape {
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

export function nameShapes(): readonly EntityShape[] {
  names ??= shapesIn(nameRows);
  return names;
}

export function numberShapes(): readonly EntityShape[] {
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
export const anyQuoted = new RegExp(`(?<![\\w])${quote}([^\\s'"\`‘’“”]{2,60})${unquote}(?!\\w)`, 'gi');
