import type { FailureEntityKind } from '../../model/failure.ts';

/** What stands around a name says what kind of thing it names. */
export interface EntityShape {
  readonly kind: FailureEntityKind;
  /** In lower case; one of these is in every line that the shape fits: it is compiled when such a line is met. */
  readonly near: readonly string[];
  /** Its first group is the name. */
  readonly shape: RegExp;
}

const quote = '[\'"`‘“]';
const unquote = '[\'"`’”]';
const quoted = `${quote}([^'"\`‘’“”]{1,120})${unquote}`;
const maybeQuoted = `${quote}?([^\\s'"\`‘’“”,;]{1,120}?)${unquote}?(?=[.,;:)]?(?:\\s|$))`;
/** What stands before `not found` or `is not defined` without being a name. */
const noName = '(?!(?:it|this|that|which|what|there|he|she|error|fatal|warning|file|command|usage)\\b)';

function entity(kind: FailureEntityKind, near: string, source: string, flags = 'i'): EntityShape {
  let compiled: RegExp | undefined;
  return {
    kind,
    near: near.split('|'),
    get shape() {
      compiled ??= new RegExp(source, `${flags}g`);
      return compiled;
    },
  };
}

let all: readonly EntityShape[] | undefined;

/** Read from normalised lines. */
export function entityShapes(): readonly EntityShape[] {
  all ??= [...codeShapes(), ...settingShapes(), ...dataShapes(), ...packageShapes(), ...placeShapes()];
  return all;
}

let numbers: readonly EntityShape[] | undefined;

/** Read from lines whose numbers still stand there. */
export function numberShapes(): readonly EntityShape[] {
  numbers ??= [
    entity('shape', 'and', '\\((\\d{1,9}x\\d{1,9}) and \\d{1,9}x\\d{1,9}\\)'),
    entity('shape', 'and', '\\(\\d{1,9}x\\d{1,9} and (\\d{1,9}x\\d{1,9})\\)'),
    entity(
      'shape',
      'shape|size',
      '\\b(?:shapes?|sizes?)\\b[^[(]{0,30}[[(](\\d{1,9}(?:, ?\\d{1,9}){0,8},?)[\\])]',
    ),
    entity(
      'shape',
      'shape|size',
      '\\b(?:shapes?|sizes?)\\b.{0,80}[\\])] (?:and|but got|vs\\.?|from) .{0,30}?[[(](\\d{1,9}(?:, ?\\d{1,9}){0,8},?)[\\])]',
    ),
    entity(
      'device',
      'device|cuda|mps',
      '\\b(cuda:\\d{1,3}|cuda(?=[ ,.]|$)(?! (?:error|out|driver|gpus?|kernel|version|enabled))|cpu|mps:0|xpu:\\d)\\b',
    ),
    entity(
      'dtype',
      'dtype|scalar type|ufunc|torch.|tensor',
      '\\b(?:torch\\.)?(b?float(?:16|32|64)|float8_\\w{1,10}|u?int(?:8|16|32|64)|complex(?:64|128))\\b',
    ),
    entity(
      'dtype',
      'scalar type|found',
      '\\b(?:scalar type|but found|but got) (Float|Double|Half|Long|Int|Short|Byte|Char|Bool|BFloat16)\\b',
      '',
    ),
    entity('port', 'connect|refused|listen|reach|address', '\\b[a-z][a-z0-9.-]{1,80}:(\\d{2,5})\\b'),
    // An address as Python prints it: `('127.0.0.1', 8000)`, `('::1', 8000, 0, 0)`.
    entity(
      'port',
      'address|connect|bind',
      `\\(${quote}[\\w.:-]{0,80}${unquote}, ?(\\d{2,5})(?:, ?\\d{1,9}){0,2}\\)`,
    ),
  ];
  return numbers;
}

const codeShapes = (): readonly EntityShape[] => [
  entity('module', 'no module named', `\\bNo module named ${maybeQuoted}`),
  entity(
    'module',
    "cannot find |can't resolve|failed to resolve|could not resolve",
    `\\b(?:Cannot find (?:module|package)|Can't resolve|Failed to resolve import|Could not resolve) ${quoted}`,
  ),
  entity('module', 'cannot find module', '\\bCannot find module ([@\\w][\\w@./-]{1,120})(?=\\s|$)'),
  entity('module', 'cannot import name', `\\bcannot import name ${maybeQuoted}`),
  entity(
    'module',
    'cannot import name',
    `\\bcannot import name ${quote}[^'"]{1,120}${unquote} from ${quoted}`,
  ),
  entity('module', 'no required module', '\\bno required module provides package ([^\\s;:]{1,120})'),
  entity('module', 'package ', '\\bpackage ([\\w./-]{1,120}) (?:is not in|does not exist)'),
  entity(
    'module',
    "unresolved |can't find crate|undeclared ",
    `\\b(?:unresolved import|can't find crate for|unresolved module|undeclared (?:crate|module) or? ?\\w*) ${quoted}`,
  ),
  entity('module', 'cannot load such file', '\\bcannot load such file -- (\\S{1,120})'),
  entity(
    'module',
    'classnotfound|noclassdef',
    '\\b(?:ClassNotFoundException|NoClassDefFoundError): (\\S{1,120})',
  ),
  entity('module', 'module not found', `\\bModule not found: \\S* ?${quoted}`),
  entity('symbol', 'is not defined', `\\bname ${quoted} is not defined`),
  entity(
    'symbol',
    'cannot find |has no |no method|no field|no function|no associated|undefined |undeclared |property |multiple definition|unresolved reference',
    `\\b(?:Cannot find name|has no (?:attribute|member|field|method named|exported member)(?: named)?|no (?:method|field|function|associated item) named|undefined (?:method|local variable or method|reference to|name|variable)|undeclared identifier|Property|cannot find (?:value|function|type|macro|struct, variant or union type|trait|attribute)|use of undeclared (?:identifier|type)|multiple definition of|Unresolved reference:?) ${quoted}`,
  ),
  entity('symbol', 'undefined: ', '\\bundefined: ([\\w.]{1,80})'),
  entity(
    'symbol',
    'is not defined|is not a |undefined (type',
    `\\b${noName}([\\w$.]{1,80}) (?:is not defined|is not a (?:function|constructor)|undefined \\(type)`,
  ),
  entity('symbol', 'symbol:', '\\bsymbol: +(?:\\w+ )?([\\w$]{1,80})'),
  entity('test', '--- fail', '--- FAIL: (\\S{1,120})', ''),
  entity('test', '::', '^(?:FAILED|ERROR) (\\S+::\\S+)', ''),
  entity('test', 'fail:|error:', '^(?:FAIL|ERROR): (\\w+)', ''),
  entity('test', '... failed', '^test (\\S{1,120}) \\.\\.\\. FAILED', ''),
  entity(
    'test',
    '●|✗|✕|×|✖|✘',
    '^\\s*[●✗✕×✖✘] (?!failing tests:|__NUM__ problems? \\()(.{1,120}?)(?: \\(?__(?:DURATION|NUM)__\\)?)?$',
    '',
  ),
  entity('test', 'fail', '^\\S* ?FAIL\\s+(\\S+\\.(?:test|spec)\\.\\w+)', ''),
  entity('test', 'rspec ', '^rspec (\\S+)', ''),
];

const settingShapes = (): readonly EntityShape[] => [
  entity('environment_variable', 'keyerror', "\\bKeyError: '([A-Z][A-Z0-9_]{2,80})'", ''),
  entity(
    'environment_variable',
    'env',
    '\\benv(?:ironment)? ?var(?:iable)?s?:? [\'"`]?([A-Z][A-Z0-9_]{1,80})\\b',
    '',
  ),
  entity(
    'environment_variable',
    'set|defined|required|missing',
    '[\'"`]?\\b([A-Z][A-Z0-9]*_[A-Z0-9_]{1,80})[\'"`]? (?:is |was |must be )?(?:not |un)?(?:set|defined|required|missing)',
    '',
  ),
  entity('environment_variable', 'unbound variable', '\\b(\\w{1,80}): unbound variable'),
  entity(
    'flag',
    'unrecogni|unknown|unexpected|invalid|no such|illegal|ambiguous',
    '\\b(?:unrecogni[sz]ed|unknown|unexpected|invalid|no such|illegal|ambiguous)(?: \\w+){0,3}:? ?(?:-- )?[\'"`]?(--?[A-Za-z][\\w-]{0,60})',
  ),
  entity('flag', 'unknown option|unknown switch', '\\bunknown (?:option|switch) [`\'"]([\\w-]{1,60})[`\'"]'),
  entity('flag', 'not defined: -', '\\bflag provided but not defined: (-{1,2}[\\w-]{1,60})'),
  entity(
    'flag',
    'required: -|argument -',
    '\\b(?:arguments are required:|argument) (-{1,2}[A-Za-z][\\w-]{0,60})',
  ),
  entity(
    'config_key',
    'unknown|unrecogni|invalid|missing|unexpected|unsupported|duplicate',
    `\\b(?:unknown|unrecogni[sz]ed|invalid|missing|unexpected|unsupported|duplicate) (?:\\w+ ){0,2}(?:key|option|setting|property|field|configuration)s?:? ${quoted}`,
  ),
  entity(
    'config_key',
    'missing|not found|absent',
    '\\bKeyError: (?!(?:required|column|environment|key|missing)\\b)[\'"`]?([a-z][\\w.-]{1,80})[\'"`]? (?:is )?(?:missing|not found|absent)\\b(?=.*(?:config|setting|\\.ya?ml|\\.toml|\\.ini|\\.cfg|\\.json))',
    '',
  ),
  entity(
    'config_key',
    ' key ',
    '\\b(?:required|missing|unknown|invalid|unexpected|config(?:uration)?) key:? [\'"`]?([a-z]\\w*[_.-][\\w.-]{1,80})\\b',
  ),
];

const dataShapes = (): readonly EntityShape[] => [
  entity('table', 'no such table', '\\bno such table: ([\\w.]{1,80})'),
  entity('column', 'no such column', '\\bno such column: ([\\w.]{1,80})'),
  entity('column', 'column', `\\b(?:unknown|undefined|missing|has no) column (?:named )?${maybeQuoted}`),
  entity('column', 'keyerror: column', '\\bKeyError: column [\'"`]?(\\w{1,80})[\'"`]? not found'),
  entity('column', 'column ', `\\bcolumn ${quoted} (?:of relation \\S+ )?(?:does not|doesn't|already) exist`),
  entity('table', 'relation |table ', `\\b(?:relation|table) ${quoted} (?:does not|doesn't|already) exist`),
  entity('table', ' table ', '\\blocked (?:while )?(?:writing|reading|updating) table (\\w{1,80})'),
];

const packageShapes = (): readonly EntityShape[] => [
  entity('package', 'no matching distribution', '\\bNo matching distribution found for ([\\w.-]{1,80})'),
  entity('package', 'the requirement', '\\bsatisfies the requirement ([\\w.-]{1,80})'),
  entity('package', 'failed to ', `\\bfailed to (?:get|select a version for)(?: the requirement)? ${quoted}`),
  entity('package', 'no matching package', `\\bno matching package named ${quoted}`),
  entity('package', 'unable to locate', '\\bUnable to locate package (\\S{1,80})'),
  entity(
    'package',
    'peer |notarget ',
    '\\b(?:peer|notarget No matching version found for) ((?:@[\\w.-]+\\/)?[\\w.-]{1,80})@',
  ),
  entity(
    'package',
    'registry',
    "'((?:@[\\w.-]+\\/)?[\\w.-]{1,80})@[^']*' is not in (?:this|the npm) registry",
  ),
  entity('package', 'could not find gem', `\\bCould not find gem ${quoted}`),
  entity('package', 'called', `\\bno package called ${quoted}`),
];

const placeShapes = (): readonly EntityShape[] => [
  entity('file', 'no such file', `\\bNo such file or directory: ${quoted}`),
  entity(
    'file',
    'enoent|eacces|eperm|eisdir|enotdir|eexist',
    `\\b(?:ENOENT|EACCES|EPERM|EISDIR|ENOTDIR|EEXIST)\\b[^'"]{0,80}${quoted}`,
    '',
  ),
  entity('file', 'no such file', '\\bno such file or directory: ([^\\s\'"]{1,120})$'),
  entity('file', 'filenotfounderror: ', '\\bFileNotFoundError: (?!\\[)([\\w./\\\\@-]{1,100}\\.\\w{1,8})\\b'),
  entity('file', 'permission denied: ', `\\bPermission denied: ${quoted}`),
  entity(
    'file',
    'no such file|permission denied|is a directory|not a directory|file exists|cannot open',
    `${maybeQuoted}: (?:stat: )?(?:No such file or directory|Permission denied|Is a directory|Not a directory|File exists|cannot open)`,
  ),
  entity('file', 'pathspec', `\\bpathspec ${quoted}`),
  entity('file', 'no rule to make', `\\bNo rule to make target ${quoted}`),
  entity('file', 'conflict (', '\\bCONFLICT \\([^)]{1,40}\\): .*?\\b(?:in|of) (\\S{1,120})$', ''),
  entity('file', 'cannot ', `\\bcannot (?:access|open|stat|read) ${quoted}`),
  entity('name', 'not found', `\\b${noName}(\\S{1,80}): (?:command )?not found$`),
  entity('name', 'command not found: ', '\\bcommand not found: (\\S{1,80})'),
  entity('name', 'missing script', `\\bMissing script: ${quoted}`),
];

/** A name in quotes of which nothing says what it names. */
export const anyQuoted = new RegExp(`(?<![\\w])${quote}([^\\s'"\`‘’“”]{2,60})${unquote}(?!\\w)`, 'gi');
