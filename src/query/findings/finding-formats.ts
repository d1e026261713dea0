/**
 * How a checker writes a finding down. The shape names the facts of a line: `path`, `line`, `rule`, `says`, and `code`,
 * a rule of the checker that `rule` names. Facts that the line lacks stand in another line.
 */
export interface FindingFormat {
  /** Empty: of any checker; the language of the file stands for it. */
  readonly tool: string;
  readonly shape: RegExp;
  /** Where the place stands that the line lacks. Default: in the last line that told one. */
  readonly place?: 'below';
  /** It tells of a failing test, wherever that stands. */
  readonly isTest?: true;
  /** It goes on with the facts of the last lines; without, a line that names a file begins anew. */
  readonly joins?: true;
  readonly example: string;
  /** Finding read from the example: `rule path:line`. */
  readonly finds: string;
}

const path = String.raw`(?<path>(?:[A-Za-z]:)?[\w@.+/\\\[\]()-]{0,300}?[\w@+\])-]\.\w{1,10}|(?:\S{0,200}\/)?(?:Dockerfile|Makefile|Rakefile|Gemfile))`;
const token = String.raw`[A-Za-z@-][\w@/:.+-]{0,79}`;
/** `E0308`, `SA1019`, `MD013/line-length`, `Style/StringLiterals`. */
const code = String.raw`(?<rule>[A-Z][A-Za-z]{0,9}-?\d{1,5}(?:\/[\w-]+)?|[A-Z]\w*(?:\/\w+)+)`;
const severity = '(?:fatal error|error|warning|warn|info|information|style|note|hint|[CWEFIR])';
const at = (text: string) => new RegExp(text, 'u');

/** Ahead of these stand rows of checkers that are to be called by their names, or that write otherwise. */
const general: readonly FindingFormat[] = [
  {
    tool: '',
    shape: at(
      String.raw`^\s{0,4}(?:\[\w+\] )?${path}:(?<line>\d{1,7}):\d{1,6}(?:-\d+)?(?::| -)? (?<says>\S.*?)\s+[[(](?:[Ee]rror\/|[Ww]arning\/)?(?<rule>${token})(?:,[\w.,-]+)?[\])](?:\s+\[.*\])?$`,
    ),
    example: 'lib/a.dart:7:3: warning: The value is unused. [unused_local_variable]',
    finds: 'unused_local_variable lib/a.dart:7',
  },
  {
    tool: '',
    shape: at(
      String.raw`^\s{0,4}(?:\[\w+\] )?${path}:(?<line>\d{1,7}): ${severity}: (?<says>\S.*?)\s+[[(](?<rule>${token})[\])]$`,
    ),
    example: 'src/a.c:7: warning: unused variable [unused-variable]',
    finds: 'unused-variable src/a.c:7',
  },
  {
    tool: '',
    shape: at(
      String.raw`^\s{0,4}${path}:(?<line>\d{1,7})(?::\d{1,6})?:?(?: -)? (?:${severity}[: ] ?)?(?:\[Correctable\] )?${code}:?(?: \[\W\])? (?<says>\S.*)$`,
    ),
    example: 'docs/a.md:7 MD013/line-length Line length [Expected: 80; Actual: 95]',
    finds: 'MD013/line-length docs/a.md:7',
  },
  {
    tool: '',
    shape: at(
      String.raw`^\s{0,4}${path}\((?<line>\d{1,7})(?:,\d{1,6}){0,3}\): ${severity} ${code}: (?<says>.+?)(?: \[.*\])?$`,
    ),
    example: 'src/A.cs(7,13): warning CS0168: The variable is declared but never used [/x/A.csproj]',
    finds: 'CS0168 src/A.cs:7',
  },
  {
    tool: '',
    shape: at(
      String.raw`^\s+(?<line>\d{1,7}):\d{1,6}\s+(?:(?:${severity}|[^\w\s])\s+)?(?<says>\S.*?)(?:\s{2,}(?<rule>${token})|\s+\((?<rule2>${token})\))$`,
    ),
    example: 'styles/a.css\n  7:3  ✖  Expected a lowercase hex color  color-hex-case',
    finds: 'color-hex-case styles/a.css:7',
  },
  {
    tool: '',
    shape: at(
      String.raw`^\s{0,4}(?:${severity}|[^\w\s])(?:\[| [\w-]+\()(?<rule>${token})[\])]: (?<says>\S.*)$`,
    ),
    place: 'below',
    example: 'error[no-explicit-any]: `any` type is not allowed\n --> src/a.ts:7:3',
    finds: 'no-explicit-any src/a.ts:7',
  },
  { tool: '', shape: at(`^${path}:?$`), example: '', finds: '' },
  {
    tool: '',
    shape: at(String.raw`^\s*(?:-->|╭─\[|at |┌─) ?${path}:(?<line>\d{1,7}):\d{1,6}\]?$`),
    joins: true,
    example: '',
    finds: '',
  },
];

const listed: readonly FindingFormat[] = [
  {
    tool: 'golangci-lint',
    shape: at(
      String.raw`^(?<path>\S{1,300}\.go):(?<line>\d{1,7})(?::\d{1,6})?: (?:(?<code>[A-Za-z][\w-]{1,40}): )?(?<says>\S.*) \((?<rule>[a-z][a-z0-9_]{2,30})\)$`,
    ),
    example: 'cmd/a.go:7:3: G104: Errors unhandled (gosec)\n\tf.Close()\n\t^',
    finds: 'gosec G104 cmd/a.go:7',
  },
  {
    tool: 'eslint',
    shape: at(
      String.raw`^\s+(?<line>\d{1,7}):\d{1,6}\s+(?:error|warning)\s{2,}(?<says>\S.*?)\s{2,}(?<rule>${token})$`,
    ),
    example:
      "src/a.ts\n  7:3  error  'x' is assigned a value but never used  @typescript-eslint/no-unused-vars",
    finds: '@typescript-eslint/no-unused-vars src/a.ts:7',
  },
  {
    tool: 'eslint',
    shape: at(
      String.raw`^${path}: line (?<line>\d{1,7}), col \d+, (?:Error|Warning) - (?<says>\S.*) \((?<rule>${token})\)$`,
    ),
    example: 'src/a.js: line 7, col 3, Error - Missing semicolon. (semi)',
    finds: 'semi src/a.js:7',
  },
  {
    tool: 'biome',
    shape: at(
      String.raw`^${path}:(?<line>\d{1,7}):\d{1,6} (?<rule>(?:lint|assist|suppressions)\/[\w/]+)\s*(?<says>.*?)\s*━*$`,
    ),
    example: 'src/a.ts:7:3 lint/suspicious/noExplicitAny ━━━━━━━━━━',
    finds: 'lint/suspicious/noExplicitAny src/a.ts:7',
  },
  {
    tool: 'tsc',
    shape: at(
      String.raw`^${path}(?:\((?<line>\d{1,7}),\d+\):|:(?<line2>\d{1,7}):\d+ -) error (?<rule>TS\d{3,5}): (?<says>.+)$`,
    ),
    example: "src/a.ts(7,3): error TS2322: Type 'string' is not assignable to type 'number'.",
    finds: 'TS2322 src/a.ts:7',
  },
  {
    tool: 'pylint',
    shape: at(
      String.raw`^${path}:(?<line>\d{1,7}):\d{1,6}: [CRWEF]\d{4}: (?<says>\S.*) \((?<rule>[a-z][a-z0-9-]+)\)$`,
    ),
    example: 'pkg/a.py:7:0: C0116: Missing function or method docstring (missing-function-docstring)',
    finds: 'missing-function-docstring pkg/a.py:7',
  },
  {
    tool: 'mypy',
    shape: at(
      String.raw`^(?<path>\S{1,300}\.pyi?):(?<line>\d{1,7})(?::\d{1,6})?: error: (?<says>\S.*?)\s+\[(?<rule>[a-z][a-z-]{1,40})\]$`,
    ),
    example: 'pkg/a.py:7: error: Incompatible return value type (got "int", expected "str")  [return-value]',
    finds: 'return-value pkg/a.py:7',
  },
  {
    tool: 'pyright',
    shape: at(
      String.raw`^\s*(?<path>\S{1,300}\.pyi?):(?<line>\d{1,7}):\d{1,6} - (?:error|warning): (?<says>\S.*?)(?: \((?<rule>report\w+)\))?$`,
    ),
    example:
      '  /x/pkg/a.py:7:3 - error: Argument of type "None" is not assignable\n    "None" is not "str" (reportArgumentType)',
    finds: 'reportArgumentType /x/pkg/a.py:7',
  },
  {
    tool: 'pyright',
    shape: at(String.raw`^\s{4,}\S.* \((?<rule>report\w+)\)$`),
    joins: true,
    example: '',
    finds: '',
  },
  {
    tool: 'ruff, flake8',
    shape: at(
      String.raw`^(?<path>\S{1,300}\.(?:pyi?|ipynb)):(?<line>\d{1,7})(?::\d{1,6})?: (?:\[\W\] )?(?<rule>[A-Z]{1,4}\d{3,4}):? (?:\[\W\] )?(?<says>.+)$`,
    ),
    example: 'pkg/a.py:7:8: F401 [*] `os` imported but unused',
    finds: 'F401 pkg/a.py:7',
  },
  {
    tool: 'ruff, flake8',
    shape: at(String.raw`^(?<rule>[A-Z]{1,4}\d{3,4}):? (?:\[\W\] )?(?<says>\S.+)$`),
    place: 'below',
    example: 'F401 [*] `os` imported but unused\n --> pkg/a.py:7:8\n  |\n7 | import os\n  |        ^^',
    finds: 'F401 pkg/a.py:7',
  },
  {
    tool: 'rustc',
    shape: at(String.raw`^(?:error|warning)\[(?<rule>E\d{4})\]: (?<says>.+)$`),
    place: 'below',
    example: 'error[E0308]: mismatched types\n --> src/a.rs:7:5',
    finds: 'E0308 src/a.rs:7',
  },
  {
    tool: 'clippy',
    shape: at('^(?:error|warning): (?<says>[^:]+)$'),
    place: 'below',
    example:
      'warning: unneeded `return` statement\n --> src/a.rs:7:5\n  |\n7 |     return x;\n  |     ^^^^^^^^\n  = note: `#[warn(clippy::needless_return)]` on by default',
    finds: 'clippy::needless_return src/a.rs:7',
  },
  {
    tool: 'clippy',
    shape: at(
      String.raw`^\s+= (?:note: .*#\[(?:warn|deny)\((?<rule>[\w:]+)\)\]|note: .*-[DW] (?<rule2>[\w:-]+)|help: .*rust-clippy\/.*#(?<rule3>\w+))`,
    ),
    joins: true,
    example: '',
    finds: '',
  },
  {
    tool: 'javac',
    shape: at(
      String.raw`^(?:\[\w+\] )?(?<path>\S{1,300}\.java):(?:(?<line>\d{1,7}):|\[(?<line2>\d{1,7}),\d+\]) (?:error: |warning: )?(?:\[(?<rule>[a-z-]+)\] (?<says>.+)|(?<rule2>[a-z][a-z ]{5,40}[a-z])(?:[:;].*|(?<says2> .*))?)$`,
    ),
    example: 'src/A.java:7: error: cannot find symbol',
    finds: 'cannot find symbol src/A.java:7',
  },
  {
    tool: 'ktlint',
    shape: at(
      String.raw`^(?<path>\S{1,300}\.kts?):(?<line>\d{1,7}):\d{1,6}:? (?<says>\S.*) \((?<rule>[a-z][\w:-]+)\)$`,
    ),
    example: '/x/src/A.kt:7:3: Unexpected blank line(s) before "}" (standard:no-blank-line-before-rbrace)',
    finds: 'standard:no-blank-line-before-rbrace /x/src/A.kt:7',
  },
  {
    tool: 'rubocop',
    shape: at(
      String.raw`^${path}:(?<line>\d{1,7}):\d{1,6}: [CWEFIR]: (?:\[Correctable\] )?(?<rule>[A-Z]\w+(?:\/\w+)+): (?<says>.+)$`,
    ),
    example: 'lib/a.rb:7:3: C: [Correctable] Style/StringLiterals: Prefer single-quoted strings',
    finds: 'Style/StringLiterals lib/a.rb:7',
  },
  {
    tool: 'shellcheck',
    shape: at(String.raw`^In (?<path>\S{1,300}) line (?<line>\d{1,7}):$`),
    example: '',
    finds: '',
  },
  {
    tool: 'shellcheck',
    shape: at(String.raw`^\s*\^-*\^? ?(?:-- )?(?<rule>SC\d{4})(?: \(\w+\))?: (?<says>.+)$`),
    example:
      'In bin/a.sh line 7:\nrm $file\n   ^---^ SC2086 (info): Double quote to prevent globbing and word splitting.',
    finds: 'SC2086 bin/a.sh:7',
  },
  {
    tool: 'shellcheck',
    shape: at(
      String.raw`^(?<path>\S{1,300}):(?<line>\d{1,7}):\d{1,6}: (?:error|warning|note): (?<says>\S.*) \[(?<rule>SC\d{4})\]$`,
    ),
    example: 'bin/a.sh:7:4: note: Double quote to prevent globbing and word splitting. [SC2086]',
    finds: 'SC2086 bin/a.sh:7',
  },
  {
    tool: 'checkstyle',
    shape: at(String.raw`<file\b[^>]*\bname="(?<path>[^"]{1,300})"`),
    example: '',
    finds: '',
  },
  {
    tool: 'checkstyle',
    shape: at(
      String.raw`<error\b(?=[^>]*\bline="(?<line>\d{1,7})")(?=[^>]*\bmessage="(?<says>[^"]*)")[^>]*\bsource="(?:[^"]*\.)?(?<rule>[\w/:-]+?)(?:Check)?"`,
    ),
    example:
      '<file name="/x/src/A.java"><error line="7" column="3" severity="error" message="&apos;7&apos; is a magic number." source="com.puppycrawl.tools.checkstyle.checks.coding.MagicNumberCheck"/></file>',
    finds: 'MagicNumber /x/src/A.java:7',
  },
  {
    tool: 'checkstyle',
    shape: at(
      String.raw`^\[(?:ERROR|WARN|INFO)\] ${path}:(?<line>\d{1,7})(?::\d{1,6})?: (?<says>\S.*) \[(?<rule>[A-Z]\w+)\]$`,
    ),
    example: "[ERROR] /x/src/A.java:7:3: '7' is a magic number. [MagicNumber]",
    finds: 'MagicNumber /x/src/A.java:7',
  },
];

const tests: readonly FindingFormat[] = [
  {
    ...{
      tool: 'test',
      isTest: true,
      shape: at(String.raw`^(?:FAILED|ERROR) (?<path>\S{1,300}?\.py)::(?<rule>\S{1,200})`),
    },
    example: 'FAILED tests/test_lid.py::test_boils - assert 1 == 2',
    finds: 'test_boils tests/test_lid.py:0',
  },
  {
    ...{ tool: 'test', isTest: true, shape: at(String.raw`^\s*--- FAIL: (?<rule>[\w/.-]{1,200}) \(`) },
    example: '--- FAIL: TestLid/boils (0.02s)',
    finds: 'TestLid/boils :0',
  },
  {
    ...{ tool: 'test', isTest: true, shape: at(String.raw`^test (?<rule>[\w:]{1,200}) \.\.\. FAILED$`) },
    example: 'test lid::boils ... FAILED',
    finds: 'lid::boils :0',
  },
  {
    ...{
      tool: 'test',
      isTest: true,
      shape: at(String.raw`^\s*FAIL\s+(?<path>\S{1,300}\.[cm]?[jt]sx?) > (?<rule>\S.{0,200})$`),
    },
    example: ' FAIL  src/lid.test.ts > the lid > boils',
    finds: 'the lid > boils src/lid.test.ts:0',
  },
  {
    ...{
      tool: 'test',
      isTest: true,
      shape: at(String.raw`<testcase\b(?=[^>]*\bname="(?<rule>[^"]{1,200})")`),
      place: 'below',
    },
    example:
      '<testcase classname="Lid" name="boils" time="0.1"><failure message="cold">trace</failure></testcase>',
    finds: 'boils :0',
  },
  { ...{ tool: 'test', isTest: true, shape: at('<failure\\b'), joins: true }, example: '', finds: '' },
];

/** The first that fits a line is taken. A new format is a row; a checker that writes as others do needs none. */
export const findingFormats: readonly FindingFormat[] = [...tests, ...listed, ...general];
