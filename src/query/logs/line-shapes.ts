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
  /** The line only announces; what it announces stands on the next line with text, and tells as much. */
  readonly announces?: true;
}

/** In lower case, and without other signs than those of ASCII: that takes half the time. */
const hintWords =
  /error|fail|exception|panic|fatal|cannot|can't|could ?n[o']t|unable|unknown|undefined|undeclared|missing|denied|refused|not (?:found|defined|recognized|installed|supported|allowed|set)|no (?:such|rule|matching|required|module|space|version)|invalid|unexpected|unrecognized|unbound|unresolved|assert|abort|conflict|killed|time(?:d ?|-?)out|expected|received|want |\bgot\b|should|must|mismatch|incorrect|left: |right: |not ok|stopped|multiple definition|is a directory|file exists|bad substitution|too long|sanitizer|rspec |undefined symbol|syntax|overflow|core dumped|^e: |exited|exit (?:status|code)|usage:|rejected|ignored by|what went wrong|caused by|segmentation|out of memory|already in use|err!|:\d+:\d+:? |_test\.go:\d|^e {2}| \d+\) /;
const hintSigns = /[✗✕✖✘×●❌☓]/;

/**
 * Whether a line may have one of the shapes below, each of which holds one of these words or signs. Most lines of most outputs
 * hold none, and cost no more than this test.
 */
export function isHinted(line: string): boolean {
  return hintWords.test(line.toLowerCase()) || hintSigns.test(line);
}

/** Lines that look like the shapes below and tell nothing: what passed, what was counted as none, what was echoed. */
export const uninteresting: readonly RegExp[] = [
  /\b(?:0|no|zero) (?:errors?|failures?|failed|failing|problems?|issues?|conflicts?|exceptions?)\b(?!.*\b[1-9]\d* (?:errors?|failures?|failed))/i,
  /\b(?:errors?|failures?|failed)\s*[:=]\s*(?:0|none|null|false|nil|\[\])\b(?!.*\b(?:errors?|failures?|failed)\s*[:=]\s*[1-9])/i,
  /^\s*(?:✓|✔|√|PASS\b|PASSED\b|ok\b|--- (?:PASS|SKIP)|=== (?:RUN|PAUSE|CONT|NAME)|\[ {7}OK|\[ RUN)/,
  /\.{3,}\s*(?:ok|ignored|passed|skipped|yes|no|done)\b|^\s*(?:checking|looking) (?:for|whether|if|what)\b|^\s*SKIP(?:PED)?\b/i,
  /\bPASSED\b\s*(?:\[\s*\d+%\])?$/,
  /^\s*(?:\+|\$|>{1,2}(?! )|\d+ (?:passing|passed)\b)/,
  /^\s*(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|ar|rustc|javac|Running `|(?:Compiling|Downloading|Downloaded|Fetching|Installing|Unpacking|Preparing|Selecting|Setting up|Get:\d+|Hit:\d+|Collecting|Requirement already|Building|Checking|Fresh|Using|Copying|Creating)\b)/,
  // Of a log, what was below the level of an error.
  /^(?!.*\b(?:ERROR|FATAL|error:|failed|panic))(?=.*\b(?:INFO|DEBUG|TRACE)\b)/,
  /^\s*(?:npm (?:ERR!|error) (?:A complete log|\s|path|cwd|command|errno|syscall|node|npm|argv|Tell the author|You can get|This is probably not)|npm (?:ERR!|error)\s*$)/,
  /(?:^|[\s:[(])(?:\w{0,60}warning|warn|note|info|debug|hint|help)(?:\[\S+\])?\s*[:\])]/i,
  /^\s*(?:if|for|while|return|try|catch|throw|raise|except|def|func|fn|const|let|var|import|from|assert|#include|\/\/|\/\*|\*)\b.*[;:{)]?\s*$/,
];

/** In order of the tools; a line takes the strongest shape it has. */
const lineShapes: readonly LineShape[] = [
  {
    of: 'any',
    telling: 3,
    shape: /^\s*(?:\S{1,200}: )?(?:fatal |internal |unhandled |uncaught )?error(?:\[[\w:-]+\])?!?:\s+\S/i,
  },
  { of: 'any', telling: 3, shape: /[:)]\s*(?:fatal )?error\b(?:\s+[A-Z]+\d+)?\s*:\s+\S/ },
  {
    of: 'any',
    telling: 3,
    shape:
      /^\s*(?:Uncaught |Unhandled |\[?)(?:[\w$.\\]{1,200}(?:::|[.\\]))?[A-Z]\w{0,100}(?:Error|Exception|Failure|Interrupt)\b(?:\s*\[[\w-]+\]|\s*\([\w.-]+\))?(?::|\s*$|\()/,
  },
  { of: 'any', telling: 3, shape: /^\s*(?:\.{0,2}[\w@./\\-]{1,300}\.\w{1,8}|<stdin>):\d{1,7}:\d{1,6}:? \S/ },
  { of: 'any', telling: 2, shape: /^[\w@./\\-]{1,300}\.\w{1,8}:\d{1,7}:\s+\S/ },
  {
    of: 'any',
    telling: 2,
    shape: /\b(?:FATAL|CRITICAL|SEVERE|ERROR)\b(?!\s*$| (?:task|command|script|recipe|run) failed\b)/,
  },
  { of: 'any', telling: 2, shape: /\b(?:HTTP|status(?: code)?)[ :/=]\D{0,12}[45]\d\d\b/ },
  {
    of: 'any',
    telling: 3,
    shape:
      /\b(?:ENOENT|EACCES|EPERM|EEXIST|EADDRINUSE|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EMFILE|ENOSPC|EISDIR|ENOTDIR|ENOTEMPTY|EPIPE|ERESOLVE|ELIFECYCLE|ERR_[A-Z_]{3,60})\b/,
  },
  {
    of: 'any',
    telling: 3,
    shape:
      /\b(?:out of memory|Segmentation fault|core dumped|stack overflow|no space left on device|address already in use|connection refused|permission denied)\b/i,
  },
  {
    of: 'any',
    telling: 2,
    shape: /\b(?:timed out|timeout (?:of|after|exceeded)|deadline exceeded|Killed$)/i,
  },
  { of: 'any', telling: 2, shape: /^\W{0,4}(?:failed|unable|cannot|can't|could not|couldn't) (?:to )?\w+/i },
  {
    of: 'any',
    telling: 1,
    shape:
      /\b(?:failed to|unable to|cannot|can't|could not|couldn't|is not (?:defined|set|installed|supported|allowed)|not found|no such|unexpected|invalid|unknown|missing)\b/i,
  },
  { of: 'any', telling: 1, shape: /^\s*(?:\S+:? )?(?:FAILED|FAILURE|FAIL|ERRORS?)\b/ },
  {
    of: 'any',
    telling: 1,
    shape:
      /\b(?:exit(?:ed)?(?: with)?(?: exit)? (?:code|status):? [1-9]\d*|exited with [1-9]\d*|returned (?:a )?non-?zero)\b/i,
  },
  { of: 'any', telling: 1, shape: /\b[1-9]\d* (?:failed|failing|failures?|errors?|problems?)\b/i },

  {
    of: 'shell',
    telling: 3,
    shape:
      /: (?:command not found|No such file or directory|Permission denied|not found|Is a directory|Not a directory|File exists|unbound variable|cannot execute\b.*|bad substitution|Argument list too long)\s*$/,
  },
  {
    of: 'shell',
    telling: 3,
    shape:
      /\bcommand not found: \S|\bsyntax error near\b|\bsyntax error: \S|unexpected EOF while\b|is not recognized as\b/,
  },
  {
    of: 'shell',
    telling: 3,
    shape:
      /^\S{1,100}: (?:unrecognized|invalid|unknown|illegal|ambiguous|missing|extra|cannot|can't|could not) \S/i,
  },
  {
    of: 'shell',
    telling: 2,
    shape:
      /\b(?:unknown|unrecognized|unexpected|invalid|illegal) (?:option|flag|argument|arguments|subcommand|command|shorthand flag)s?\b/i,
  },

  { of: 'python', telling: 3, shape: /^E {2,}(?:[\w.]+(?:Error|Exception)\b|assert |Failed:)/ },
  { of: 'python', telling: 2, shape: /^E {2,}\S/ },
  { of: 'python', telling: 2, shape: /^(?:FAILED|ERROR) \S+(?:::\S+| - |\.py)/ },
  { of: 'python', telling: 2, shape: /^(?:FAIL|ERROR): \w+ \(/ },
  { of: 'python', telling: 3, shape: /^\S+\.pyi?:\d+: error: / },
  {
    of: 'python',
    telling: 3,
    shape:
      /^(?:ERROR: )?(?:Could not find a version|No matching distribution|Cannot install|ResolutionImpossible)/,
  },

  { of: 'typescript', telling: 3, shape: /\berror TS\d{3,5}: / },
  { of: 'eslint', telling: 3, shape: /^\s+\d+:\d+\s+error\s+\S/ },
  {
    of: 'javascript',
    telling: 3,
    shape:
      /\b(?:Cannot find (?:module|package)|Can't resolve|Module not found|Failed to resolve import|Missing script|is not exported (?:by|from)|is not a (?:function|constructor))\b/,
  },
  { of: 'javascript', telling: 3, shape: /^\s*(?:✘ \[ERROR\]|ERROR in\b|\[!\]|error during build)/ },
  { of: 'javascript', telling: 2, shape: /^\s*(?:✗|✕|✖|✘|×|●|❌)\s*(?!failing tests:)\S/ },
  { of: 'javascript', telling: 2, shape: /^\s+\d{1,4}\) \S/ },
  {
    of: 'javascript',
    telling: 2,
    shape:
      /^\s*(?:Expected|Received|expected|received|[+-] (?:Expected|Received|expected|actual))\b.{0,40}[:=] ?\S/,
  },
  { of: 'javascript', telling: 2, shape: /^\s*(?:not ok \d+)/ },
  {
    of: 'npm',
    telling: 3,
    shape:
      /^(?:npm (?:ERR!|error)|ERR_PNPM_\w+|error An unexpected|➤ YN\d+:.*Error)\s*(?:code \w|Missing|Could not|Unable|No matching|404|Conflicting|peer|notarget|\S.*(?:not found|ENOENT|conflict))/,
  },
  { of: 'npm', telling: 1, shape: /^npm (?:ERR!|error) \S/ },

  { of: 'go', telling: 3, shape: /^panic: / },
  { of: 'go', telling: 2, shape: /^\s*--- FAIL: / },
  // What a test logs looks like what it complains of.
  {
    of: 'go',
    telling: 2,
    shape:
      /^\s+\w+_test\.go:\d+: .*\b(?:want(?:ed)?|expect\w*|should|must|fail\w*|errors?|unexpected|incorrect\w*|mismatch\w*|got|not|invalid|missing|cannot|nil)\b/i,
  },
  { of: 'go', telling: 1, shape: /^\s+\w+_test\.go:\d+: \S/ },
  {
    of: 'go',
    telling: 3,
    shape:
      /\b(?:no required module provides package|cannot find package|is not in (?:GOROOT|std)|missing go\.sum entry|build constraints exclude all)\b/,
  },
  { of: 'go', telling: 1, shape: /^FAIL\b/ },
  { of: 'go', telling: 3, shape: /^flag provided but not defined: / },

  { of: 'rust', telling: 3, shape: /^error(?:\[E\d{4}\])?: / },
  { of: 'rust', telling: 3, shape: /^thread '.*' (?:\(\d+\) )?panicked at /, announces: true },
  { of: 'rust', telling: 2, shape: /^test \S.* \.\.\. FAILED/ },
  { of: 'rust', telling: 2, shape: /^\s*(?:left|right): / },
  { of: 'rust', telling: 4, shape: /^Caused by:\s*$/, announces: true },
  { of: 'cargo', telling: 4, shape: /^\s*--- stderr$/, announces: true },

  { of: 'java', telling: 4, shape: /^\s*Caused by: \S/ },
  { of: 'java', telling: 3, shape: /^Exception in thread / },
  {
    of: 'maven',
    telling: 3,
    shape: /^\[ERROR\] \S.*(?::\[\d+,\d+\]|Failed to execute goal|Could not resolve|cannot find symbol)/,
  },
  { of: 'maven', telling: 1, shape: /^Tests run: .*(?:Failures|Errors): [1-9]/ },
  { of: 'gradle', telling: 3, shape: /^\* What went wrong:/, announces: true },
  { of: 'gradle', telling: 3, shape: /^e: (?:file:)?\S+/ },
  { of: 'gradle', telling: 1, shape: /^FAILURE: |^BUILD FAILED/ },
  { of: 'gradle', telling: 2, shape: /^\S.* > .* FAILED$/ },

  {
    of: 'c',
    telling: 3,
    shape:
      /\bundefined reference to |\bundefined symbols? for|\bcannot find -l|\bmultiple definition of |\berror (?:LNK|C)\d{4}\b/i,
  },
  { of: 'c', telling: 3, shape: /^==\d+==\s*ERROR: |^SUMMARY: \w+Sanitizer/ },
  { of: 'make', telling: 3, shape: /\*\*\* No rule to make target / },
  { of: 'make', telling: 1, shape: /^g?make(?:\[\d+\])?: \*\*\* |^ninja: build stopped/ },
  { of: 'cmake', telling: 3, shape: /^CMake Error\b/, announces: true },

  { of: 'ruby', telling: 3, shape: /\((?:\w+::){0,9}\w*(?:Error|Exception|Exit)\)/ },
  { of: 'ruby', telling: 3, shape: /^\s*Failure\/Error: /, announces: true },
  { of: 'ruby', telling: 2, shape: /^rspec \.\/\S+/ },
  { of: 'ruby', telling: 3, shape: /^rake aborted!/, announces: true },
  { of: 'ruby', telling: 3, shape: /^Could not find (?:gem|\S+ in)\b/ },

  { of: 'git', telling: 3, shape: /^fatal: \S/ },
  { of: 'git', telling: 3, shape: /^CONFLICT \(/ },
  { of: 'git', telling: 3, shape: /^ ! \[(?:remote )?rejected\]/ },
  { of: 'git', telling: 3, shape: /^The following paths are ignored by\b/, announces: true },

  { of: 'docker', telling: 3, shape: /^(?:ERROR: )?failed to solve: |^Error response from daemon: / },
  { of: 'docker', telling: 2, shape: /^\s*>?>>? ?ERROR\b|^ERROR \[/ },

  { of: 'php', telling: 3, shape: /^(?:PHP )?(?:Fatal|Parse) error: |^Failed asserting that / },
  { of: 'lisp', telling: 3, shape: /^Debugger entered--Lisp error: / },
  { of: 'elixir', telling: 3, shape: /^\s*\*\* \([\w.]+\) / },
];

let sorted: readonly LineShape[] | undefined;

/** The first that fits is the strongest; of equals, one that announces the next line. */
export function strongestFirst(): readonly LineShape[] {
  sorted ??= lineShapes.toSorted(
    (left, right) =>
      right.telling - left.telling || Number(right.announces ?? false) - Number(left.announces ?? false),
  );
  return sorted;
}

/**
 * What a program that ran another says of its end. Which one it was, and that it failed, is circumstance: why it failed, the
 * program inside has said. Where such a program itself finds the fault (`No rule to make target`, `404 Not Found`), it says so in
 * other lines.
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

const why =
  /err(?:or|!)|fail|exception|panic|fatal|cannot|can't|could not|unable|unknown|undefined|undeclared|missing|denied|refused|not (?:found|ok|defined)|no such|invalid|unexpected|expected|received|assert|conflict|mismatch|abort|timed? ?out|[✗✕✖✘×☓]|[^=!][!=]==? |(?:http|status)\D{0,20}[45]\d\d\b|:<line>:?/i;
const little = /\b(?:warn(?:ing)?|note|debug|info)\b/i;

/** Whether a line says that something is wrong, and is no warning. */
export function saysWhy(line: string): boolean {
  return why.test(line) && !little.test(line);
}
