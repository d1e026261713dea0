/** Row of a table of shapes: the meaning of a line that looks so, and the tool or language that prints it. */
export interface ShapeRow {
  readonly says: string;
  readonly of: string;
  readonly shape: RegExp;
}

/**
 * Reads a table of shapes, one row a line: its meaning, the tool, and the shape up to the end of the line. A word that
 * ends with `~` takes capitals and small letters alike. A new format of errors is a new row.
 */
export function shapeRows(table: string): readonly ShapeRow[] {
  return [...table.matchAll(/^(\S+?)(~?) (\S+) (.+)$/gm)].map(
    ([, says = '', anyCase, of = '', source = '']) => ({
      says,
      of,
      shape: new RegExp(source, anyCase ? 'i' : ''),
    }),
  );
}

/**
 * How much a line of this shape says about why a command failed: 4 the cause beneath another one, 3 the cause, 2 what
 * failed or a detail of it, 1 that something failed.
 */
export type Telling = 4 | 3 | 2 | 1;

/** One shape of line, as one tool or language prints it. */
export interface LineShape {
  readonly of: string;
  readonly telling: Telling;
  readonly shape: RegExp;
  /** The line only announces; the announced text stands on the next line with text, and tells as much. */
  readonly announces?: true;
}

/** In lower case, and without other signs than those of ASCII: that takes half the time. */
const hintWords =
  /error|fail|exception|panic|fatal|cannot|can't|could ?n[o']t|unable|unknown|undefined|undeclared|missing|denied|refused|not (?:found|defined|recognized|installed|supported|allowed|set)|no (?:such|rule|matching|required|module|space|version)|invalid|unexpected|unrecognized|unbound|unresolved|assert|abort|conflict|killed|time(?:d ?|-?)out|expected|received|want |\bgot\b|should|must|mismatch|incorrect|left: |right: |not ok|stopped|multiple definition|is a directory|file exists|bad substitution|too long|sanitizer|rspec |undefined symbol|syntax|overflow|core dumped|^e: |exited|exit (?:status|code)|usage:|rejected|ignored by|what went wrong|caused by|segmentation|out of memory|already in use|err!|:\d+:\d+:? |_test\.go:\d|^e {2}| \d+\) /;
const hintSigns = /[✗✕✖✘×●❌☓]/;

/**
 * Whether a line may have one of the shapes below, each of which holds one of these words or signs. Most lines hold none, and
 * cost only this test.
 */
export function isHinted(line: string): boolean {
  return hintWords.test(line.toLowerCase()) || hintSigns.test(line);
}

/** Lines that look like the shapes below and tell nothing: passes, counts of none, echoes. */
export const uninteresting: readonly RegExp[] = [
  /\b(?:0|no|zero) (?:errors?|failures?|failed|failing|problems?|issues?|conflicts?|exceptions?)\b(?!.*\b[1-9]\d* (?:errors?|failures?|failed))/i,
  /\b(?:errors?|failures?|failed)\s*[:=]\s*(?:0|none|null|false|nil|\[\])\b(?!.*\b(?:errors?|failures?|failed)\s*[:=]\s*[1-9])/i,
  /^\s*(?:✓|✔|√|PASS\b|PASSED\b|ok\b|--- (?:PASS|SKIP)|=== (?:RUN|PAUSE|CONT|NAME)|\[ {7}OK|\[ RUN)/,
  /\.{3,}\s*(?:ok|ignored|passed|skipped|yes|no|done)\b|^\s*(?:checking|looking) (?:for|whether|if|what)\b|^\s*SKIP(?:PED)?\b/i,
  /\bPASSED\b\s*(?:\[\s*\d+%\])?$/,
  /^\s*(?:\+|\$|>{1,2}(?! )|\d+ (?:passing|passed)\b)/,
  /^\s*(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|ar|rustc|javac|Running `|(?:Compiling|Downloading|Downloaded|Fetching|Installing|Unpacking|Preparing|Selecting|Setting up|Get:\d+|Hit:\d+|Collecting|Requirement already|Building|Checking|Fresh|Using|Copying|Creating)\b)/,
  // Lines of a log below the level of an error.
  /^(?!.*\b(?:ERROR|FATAL|error:|failed|panic))(?=.*\b(?:INFO|DEBUG|TRACE)\b)/,
  /^\s*(?:npm (?:ERR!|error) (?:A complete log|\s|path|cwd|command|errno|syscall|node|npm|argv|Tell the author|You can get|This is probably not)|npm (?:ERR!|error)\s*$)/,
  /(?:^|[\s:[(])(?:\w{0,60}warning|warn|note|info|debug|hint|help)(?:\[\S+\])?\s*[:\])]/i,
  /^\s*(?:if|for|while|return|try|catch|throw|raise|except|def|func|fn|const|let|var|import|from|assert|#include|\/\/|\/\*|\*)\b.*[;:{)]?\s*$/,
];

/**
 * Rows of causes, the strongest first, and of equals first the announcements (`+`). The number says how much a line tells;
 * `any` marks shapes of no particular tool.
 */
const causes = String.raw`
4+ rust ^Caused by:\s*$
4+ cargo ^\s*--- stderr$
4 java ^\s*Caused by: \S
3+ rust ^thread '.*' (?:\(\d+\) )?panicked at\x20
3+ gradle ^\* What went wrong:
3+ cmake ^CMake Error\b
3+ ruby ^\s*Failure/Error: |^rake aborted!
3+ git ^The following paths are ignored by\b
3~ any ^\s*(?:\S{1,200}: )?(?:fatal |internal |unhandled |uncaught )?error(?:\[[\w:-]+\])?!?:\s+\S
3 any (?:^|[:)])\s*(?:fatal )?error\b(?:\s+[A-Z]+\d+)?\s*:\s+\S
3 any ^\s*(?:Uncaught |Unhandled |\[?)(?:[\w$.\\]{1,200}(?:::|[.\\]))?[A-Z]\w{0,100}(?:Error|Exception|Failure|Interrupt)\b(?:\s*\[[\w-]+\]|\s*\([\w.-]+\))?(?::|\s*$|\()
3 any ^\s*(?:\.{0,2}[\w@./\\-]{1,300}\.\w{1,8}|<stdin>):\d{1,7}:\d{1,6}:? \S
3 any \b(?:ENOENT|EACCES|EPERM|EEXIST|EADDRINUSE|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EMFILE|ENOSPC|EISDIR|ENOTDIR|ENOTEMPTY|EPIPE|ERESOLVE|ELIFECYCLE|ERR_[A-Z_]{3,60})\b
3~ any \b(?:out of memory|Segmentation fault|core dumped|stack overflow|no space left on device|address already in use|connection refused|permission denied)\b
3 shell : (?:command not found|No such file or directory|Permission denied|not found|Is a directory|Not a directory|File exists|unbound variable|cannot execute\b.*|bad substitution|Argument list too long)\s*$
3 shell \bcommand not found: \S|\bsyntax error near\b|\bsyntax error: \S|unexpected EOF while\b|is not recognized as\b
3~ shell ^\S{1,100}: (?:unrecognized|invalid|unknown|illegal|ambiguous|missing|extra|cannot|can't|could not) \S
3 python ^E {2,}(?:[\w.]+(?:Error|Exception)\b|assert |Failed:)
3 python ^(?:ERROR: )?(?:Could not find a version|No matching distribution|Cannot install|ResolutionImpossible)
3 eslint ^\s+\d+:\d+\s+error\s+\S
3 javascript \b(?:Cannot find (?:module|package)|Can't resolve|Module not found|Failed to resolve import|Missing script|is not exported (?:by|from)|is not a (?:function|constructor))\b
3 javascript ^\s*(?:✘ \[ERROR\]|ERROR in\b|\[!\]|error during build)
3 npm ^(?:npm (?:ERR!|error)|ERR_PNPM_\w+|error An unexpected|➤ YN\d+:.*Error)\s*(?:code \w|Missing|Could not|Unable|No matching|404|Conflicting|peer|notarget|\S.*(?:not found|ENOENT|conflict))
3 go ^panic: |^flag provided but not defined:\x20
3 go \b(?:no required module provides package|cannot find package|is not in (?:GOROOT|std)|missing go\.sum entry|build constraints exclude all)\b
3 java ^Exception in thread\x20
3 maven ^\[ERROR\] \S.*(?::\[\d+,\d+\]|Failed to execute goal|Could not resolve|cannot find symbol)
3 gradle ^e: (?:file:)?\S+
3~ c \bundefined reference to |\bundefined symbols? for|\bcannot find -l|\bmultiple definition of\x20
3 c ^==\d+==\s*ERROR: |^SUMMARY: \w+Sanitizer
3 make \*\*\* No rule to make target\x20
3 ruby \((?:\w+::){0,9}\w*(?:Error|Exception|Exit)\)|^Could not find (?:gem|\S+ in)\b
3 git ^fatal: \S|^CONFLICT \(|^ ! \[(?:remote )?rejected\]
3 docker ^failed to solve: |^Error response from daemon:\x20
3 php ^(?:PHP )?(?:Fatal|Parse) error: |^Failed asserting that\x20
3 lisp ^Debugger entered--Lisp error:\x20
3 elixir ^\s*\*\* \([\w.]+\)\x20
2 any ^[\w@./\\-]{1,300}\.\w{1,8}:\d{1,7}:\s+\S
2 any \b(?:FATAL|CRITICAL|SEVERE|ERROR)\b(?!\s*$| (?:task|command|script|recipe|run) failed\b)
2 any \b(?:HTTP|status(?: code)?)[ :/=]\D{0,12}[45]\d\d\b
2~ any \b(?:timed out|timeout (?:of|after|exceeded)|deadline exceeded|Killed$)
2~ any ^\W{0,4}(?:failed|unable|cannot|can't|could not|couldn't) (?:to )?\w+
2~ shell \b(?:unknown|unrecognized|unexpected|invalid|illegal) (?:option|flag|argument|arguments|subcommand|command|shorthand flag)s?\b
2 python ^E {2,}\S|^(?:FAILED|ERROR) \S+(?:::\S+| - |\.py)|^(?:FAIL|ERROR): \w+ \(
2 javascript ^\s*(?:✗|✕|✖|✘|×|●|❌)\s*(?!failing tests:)\S|^\s+\d{1,4}\) \S|^\s*not ok \d+
2 javascript ^\s*(?:Expected|Received|expected|received|[+-] (?:Expected|Received|expected|actual))\b.{0,40}[:=] ?\S
2 go ^\s*--- FAIL:\x20
2~ go ^\s+\w+_test\.go:\d+: .*\b(?:want(?:ed)?|expect\w*|should|must|fail\w*|errors?|unexpected|incorrect\w*|mismatch\w*|got|not|invalid|missing|cannot|nil)\b
2 rust ^test \S.* \.\.\. FAILED|^\s*(?:left|right):\x20
2 gradle ^\S.* > .* FAILED$
2 ruby ^rspec \./\S+
1~ any \b(?:failed to|unable to|cannot|can't|could not|couldn't|is not (?:defined|set|installed|supported|allowed)|not found|no such|unexpected|invalid|unknown|missing)\b
1 any ^\s*(?:\S+:? )?(?:FAILED|FAILURE|FAIL|ERRORS?)\b
1~ any \b(?:exit(?:ed)?(?: with)?(?: exit)? (?:code|status):? [1-9]\d*|exited with [1-9]\d*|returned (?:a )?non-?zero)\b
1~ any \b[1-9]\d* (?:failed|failing|failures?|errors?|problems?)\b
1 npm ^npm (?:ERR!|error) \S
1 go ^\s+\w+_test\.go:\d+: \S
1 maven ^Tests run: .*(?:Failures|Errors): [1-9]
1 make ^g?make(?:\[\d+\])?: \*\*\* |^ninja: build stopped
`;

let read: readonly LineShape[] | undefined;

export function strongestFirst(): readonly LineShape[] {
  read ??= shapeRows(causes).map(({ says, of, shape }) => ({
    of,
    shape,
    telling: Number(says[0]) as Telling,
    ...(says.endsWith('+') ? { announces: true } : {}),
  }));
  return read;
}

/**
 * Messages of a program about the end of another that it ran. The name and the failure of the inner program are
 * circumstance: it has said itself why it failed. Where the outer program finds the fault (`No rule to make target`,
 * `404 Not Found`), it says so in other lines.
 */
const shapes: readonly RegExp[] = [
  // Any program: `exited with code 1`, `returned a non-zero code: 2`, `(exit status 2)`, `Error 1` of make.
  /\b(?:exit(?:ed)?|returned|terminated|finished|ended|failed)\b.{0,40}\b(?:code|status|value|with)\b.{0,8}\d{1,3}\)?\.?$/i,
  /\bexited \(?-?\d{1,3}\)?$|\bexit(?:ed with)? (?:code|status):? \d{1,3}\b/i,
  /^(?:g?make|mingw32-make|ninja|just|rake|invoke)(?:\[\d+\])?: (?:\*{3} .{0,200}Error \d|Leaving|Entering|Target .{0,200}not remade|build stopped)|recipe for target .{0,200} failed/i,
  /^npm (?:ERR!|error|warn)\s*(?:$|code (?:ELIFECYCLE|\d)|errno \d|path |workspace |location |command |Lifecycle |Failed at |Exit status|Test failed|This is probably not|A complete log|.{0,200}_logs|\S{1,100}@\S{1,40} [\w:-]{1,60}: `)/i,
  /^(?:error Command failed|error: Recipe |\s?ELIFECYCLE|lerna ERR!|.{0,20}NX {2,4}(?:Running|Ran) |.{0,10}ERROR {1,3}run failed|Failed: {4})/i,
  /^(?:BUILD FAILED|\* Try:|> Run with --|\[ERROR\] (?:-> \[Help|Re-run Maven|For more information|To see the full|After correcting)|\[error\] \(.{1,100}\) .{0,80}(?:Failed|unsuccessful))/i,
  /^(?:-{4,8}|\s*>\s*\[.{1,60}\d\/\d+\] .{0,200}|(?:#\d+ )?ERROR: (?:failed to solve|process |Service ).{0,400}|The command ['"].{0,400}|executor failed running .{0,400})$/i,
  /^##\[|^travis_|^Done\. Your build|^ERROR: Job failed/,
];
const readCharacters = 500;

export function isWrapperLine(line: string): boolean {
  const text = line.length > readCharacters ? line.slice(0, readCharacters) : line;
  return shapes.some((shape) => shape.test(text));
}

/** What a line says beside that another program ended. */
export function withoutReport(line: string): string {
  return shapes.reduce((text, shape) => text.replace(shape, ' '), line.slice(0, readCharacters));
}

const why =
  /err(?:or|!)|fail|exception|panic|fatal|cannot|can't|could not|unable|unknown|undefined|undeclared|missing|denied|refused|not (?:found|ok|defined)|no such|invalid|unexpected|expected|received|assert|conflict|mismatch|abort|timed? ?out|[✗✕✖✘×☓]|[^=!][!=]==? |(?:http|status)\D{0,20}[45]\d\d\b|:<line>:?/i;
const little = /\b(?:warn(?:ing)?|note|debug|info)\b/i;

/**
 * Faults, in the words of any language's errors: something is absent, refused, taken, not as it was to be. `failed`,
 * `error` and `exited` say only that it ended badly.
 */
const what =
  /\b(?:cannot|can't|could(?:n't| not)|unable|un(?:known(?! (?:error|failure|reason|cause))|defined|declared|resolved|bound|recogni[sz]ed|expected|supported|reachable(?!=)|satisfied)|missing|denied|refused|rejected|forbidden|not [a-z]{2,20}(?<!complete|run|ok)|doe?s(?:n't| not)|is not|isn't|no (?:such|rule|matching|matches|module|space|version|required|[a-z]{1,20} (?:named|called|with|module|found|provides|in))|caused by:? (?!\w+ (?:exited|failed))|: no (?!error|fail|problem|warning)[a-z]+|never|needs?|requires?|failed to (?!build|run|solve|compile|execute|complete|install|start|deploy|update|upgrade|test|publish|release|export|finish|boot|spawn|launch)[a-z]+|invalid|illegal|expect(?:ed|ing|s|ion)?|received|got|want(?:ed)?|should|must|conflict\w*|mismatch\w*|already|locked|time(?:d |-)?out|exceeded|overflow|too (?:long|many|large|few|short|big)|out of [a-z]+|null|nil|divi\w+ by|duplicate\w*|ambiguous|corrupt\w*|expired|unavailable|panicked)\b|error\[[A-Z]+\d+\]|[^=!][!=]==? |(?:http|status)\D{0,20}[45]\d\d\b|^\W{0,4}[\w@./\\+-]+\.[A-Za-z]\w{0,7}[:(]<line>\S* (?:\S+ ){3}/i;

/** Names of the errors of a system. */
const errno = /\bE(?:CONN|ADDR|ACCES|PERM|NOENT|NOSPC|EXIST|TIMEDOUT|NOTFOUND)[A-Z]*\b/;

/** Lines whose cause is said elsewhere: above, by a server or program that failed itself, or by the awaited one. */
const elsewhere =
  /\b(?:previous|above) (?:errors?|messages?|output|logs?)\b|\b(?:logs?|output|errors?|messages?) above\b|\berror 50\d\b|\bwait(?:ing|ed) (?:for|on|until)\b|deadline exceeded|(?:non-zero|unsuccessful) (?:exit|return)/i;

/** Whether a line says what is wrong, not only that something ended badly. */
export function saysWhat(line: string): boolean {
  return (what.test(line) || errno.test(line)) && !elsewhere.test(line);
}

/** Whether a line says that something is wrong, and is no warning. */
export function saysWhy(line: string): boolean {
  return why.test(line) && !little.test(line);
}
