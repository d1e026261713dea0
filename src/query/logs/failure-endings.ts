/** A line that a tool or language prints only when a command fails. */
interface FailureEnding {
  readonly of: string;
  readonly shape: RegExp;
  /** Counts only among the last lines; an earlier one may have been handled. */
  readonly atEnd?: true;
}

/** Every line that matches a shape below contains one of these. */
export const endingHint =
  /fail|error|panic|Traceback|fatal|exit|CONFLICT|rejected|not found|No such|Caused by|undefined|ERR!|No rule|No targets|Node.js v|issues:|violations:|offense/i;

export const failureEndings: readonly FailureEnding[] = [
  { of: 'python', shape: /^=+ (?:.*, )?[1-9]\d* (?:failed|errors?)\b.* in [\d.]+s/ },
  { of: 'python', shape: /^[1-9]\d* (?:failed|errors?)\b.* in [\d.]+s/ },
  { of: 'python', shape: /^(?:FAILED|ERROR) \S+\.py(?:::\S+)?(?: - |$)/ },
  { of: 'python', shape: /^ImportError while loading conftest '/ },
  { of: 'python', shape: /^ERROR: (?:file or directory not found|usage): /, atEnd: true },
  { of: 'python', shape: /^FAILED \((?:failures|errors)=\d+/ },
  { of: 'python', shape: /^Found [1-9]\d* errors? in [1-9]\d* files?\b/ },
  {
    of: 'python',
    shape: /^(?:[a-z_][\w.]*\.)?[A-Z]\w*(?:Error|Exception|Interrupt|Exit)(?:: .*)?$/,
    atEnd: true,
  },
  { of: 'javascript', shape: /^\s*(?:Tests?|Test Suites|Test Files):?\s+(?:.*, )?[1-9]\d* failed\b/ },
  { of: 'javascript', shape: /^\s*[1-9]\d* failing$/ },
  { of: 'javascript', shape: /^# fail [1-9]\d*$|^ℹ fail [1-9]\d*$/ },
  { of: 'javascript', shape: /^✖ [1-9]\d* problems? \([1-9]\d* errors?/ },
  { of: 'typescript', shape: /^\S.*(?:\(\d+,\d+\)|:\d+:\d+(?: -)?):? error TS\d+: / },
  { of: 'typescript', shape: /^error TS\d+: |^Found [1-9]\d* errors?(?: in |\.)/ },
  {
    of: 'npm',
    shape:
      /^npm (?:ERR!|error) (?:code \S|Missing script|Lifecycle script|Test failed)|^ ?ELIFECYCLE |^\s*ERR_PNPM_\w+/,
  },
  { of: 'javascript', shape: /^Node\.js v\d+\.\d+\.\d+$/, atEnd: true },
  { of: 'go', shape: /^--- FAIL: / },
  { of: 'go', shape: /^FAIL(?:\s+\S+\s+(?:[\d.]+s|\[(?:build|setup) failed\]))?$/ },
  { of: 'go', shape: /^(?:panic: |exit status [1-9]\d*$)/, atEnd: true },
  { of: 'go', shape: /^(?:\.{0,2}[\w/.-]+)\.go:\d+:\d+: (?:undefined: |cannot use |syntax error|expected )/ },
  {
    of: 'rust',
    shape: /^error(?:\[E\d{4}\])?: (?:could not compile|aborting due to|test failed|[a-z`].*)/,
    atEnd: true,
  },
  { of: 'rust', shape: /^error\[E\d{4}\]: |^test result: FAILED\./ },
  { of: 'java', shape: /^BUILD FAILED\b|^FAILURE: Build failed|^\[(?:ERROR|INFO)\] BUILD FAILURE/ },
  { of: 'java', shape: /^(?:Exception in thread "|Caused by: \S)/, atEnd: true },
  { of: 'c', shape: /^(?:g?make|ninja)(?:\[\d+\])?: (?:\*\*\* .*(?:Error \d+|Stop\.)|build stopped: )/ },
  { of: 'c', shape: /^collect2: error: ld returned|^\d+ errors? generated\.$|^ld: symbol\(s\) not found/ },
  { of: 'c', shape: /^\S+\.(?:c|cc|cpp|cxx|h|hpp|m|mm|swift):\d+:\d+: (?:fatal )?error: / },
  { of: 'cmake', shape: /^-- Configuring incomplete, errors occurred!/ },
  {
    of: 'ruby',
    shape:
      /^[1-9]\d* examples?, [1-9]\d* failures?|^rake aborted!|^\d+ runs, .* [1-9]\d* (?:failures|errors),/,
  },
  { of: 'php', shape: /^(?:FAILURES!|ERRORS!)$|^(?:PHP )?(?:Fatal|Parse) error: / },
  { of: 'elixir', shape: /^\d+ tests?, [1-9]\d* failures?/ },
  { of: 'dotnet', shape: /^Build FAILED\.$|^Failed!\s+- Failed:\s+[1-9]/ },
  { of: 'git', shape: /^fatal: \S/, atEnd: true },
  {
    of: 'git',
    shape:
      /^CONFLICT \(|^ ! \[(?:remote )?rejected\]|^error: failed to push some refs|^error: could not apply /,
  },
  { of: 'checkers', shape: /^[1-9]\d* (?:issues|violations):$|, [1-9]\d* offenses? detected/, atEnd: true },
  { of: 'docker', shape: /^ERROR: failed to (?:solve|build)|^Error response from daemon: /, atEnd: true },
  { of: 'pip', shape: /^ERROR: (?:Could not|No matching|Cannot|Failed|ResolutionImpossible)/, atEnd: true },
  {
    of: 'shell',
    shape:
      /^(?:\/\S+\/)?(?:ba|z|da)?sh: (?:line \d+: |\d+: )?\S.*: (?:command not found|not found|No such file or directory|Permission denied)$/,
    atEnd: true,
  },
  { of: 'shell', shape: /^zsh:(?:\d+:)? command not found: \S/, atEnd: true },
  { of: 'mise', shape: /^\[[\w:.-]+\] ERROR task failed$/ },
  { of: 'just', shape: /^error: Recipe `[^`]+` failed|^task: Failed to run task/ },
  { of: 'turbo', shape: /^ERROR {2}run failed: command {2}exited|^\s*Failed: {4}\S+#\S+/ },
];
