import { describe, expect, it } from 'vitest';
import type { FailureEntityKind } from '../model/failure.ts';
import { profileFailure } from './profile-failure.ts';

interface Case {
  readonly tool: string;
  readonly output: string;
  /** Error lines, the most telling first; further ones may follow. */
  readonly lines: readonly string[];
  readonly types?: readonly string[];
  readonly entities?: readonly (readonly [FailureEntityKind, string])[];
}

const worktree = '/home/ada/ledger';

const cases: readonly Case[] = [
  {
    tool: 'python traceback',
    output: `Loading 12 plugins
Traceback (most recent call last):
  File "/home/ada/ledger/main.py", line 7, in <module>
    from ledger.report import Sheet
  File "/home/ada/ledger/ledger/report.py", line 3, in <module>
    import openpyxl
ModuleNotFoundError: No module named 'openpyxl'`,
    lines: ["ModuleNotFoundError: No module named 'openpyxl'"],
    types: ['ModuleNotFoundError'],
    entities: [['module', 'openpyxl']],
  },
  {
    tool: 'pytest',
    output: `============ test session starts ============
collected 41 items
tests/test_money.py ....F..                                   [ 17%]
================= FAILURES ==================
______________ test_rounds_half _____________
    def test_rounds_half():
>       assert round_money(2.5) == 3
E       assert 2 == 3
E        +  where 2 = round_money(2.5)
tests/test_money.py:18: AssertionError
========== short test summary info ==========
FAILED tests/test_money.py::test_rounds_half - assert 2 == 3
======== 1 failed, 40 passed in 0.42s =======`,
    lines: ['E assert __NUM__ == __NUM__'],
    entities: [['test', 'tests/test_money.py::test_rounds_half']],
  },
  {
    tool: 'node',
    output: `node:internal/modules/cjs/loader:1228
  throw err;
  ^

Error: Cannot find module 'left-join'
Require stack:
- /home/ada/ledger/src/index.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15) {
  code: 'MODULE_NOT_FOUND'
}

Node.js v24.1.0`,
    lines: ["Error: Cannot find module 'left-join'"],
    entities: [['module', 'left-join']],
  },
  {
    tool: 'node listening',
    output: `Error: listen EADDRINUSE: address already in use :::8080
    at Server.setupListenHandle [as _listen2] (node:net:1937:16)`,
    lines: ['Error: listen EADDRINUSE: address already in use :::__PORT__'],
    types: ['Error', 'EADDRINUSE'],
    entities: [['port', '8080']],
  },
  {
    tool: 'python listening',
    output: `ERROR:    [Errno 98] error while attempting to bind on address ('127.0.0.1', 8000): address already in use
OSError: [Errno 98] Address already in use: ('::1', 8001, 0, 0)`,
    lines: [
      "ERROR: [Errno 98] error while attempting to bind on address ('__IP__', __NUM__): address already in use",
      "OSError: [Errno 98] Address already in use: ('::__PORT__', __NUM__, __NUM__, __NUM__)",
    ],
    types: ['OSError'],
    entities: [
      ['port', '8000'],
      ['port', '8001'],
    ],
  },
  {
    tool: 'tsc',
    output: `src/store/open.ts(41,17): error TS2345: Argument of type 'string' is not assignable to parameter of type 'Path'.
src/store/open.ts(58,3): error TS2304: Cannot find name 'closeAll'.`,
    lines: [
      "src/store/open.ts(__NUM__): error TS2345: Argument of type 'string' is not assignable to parameter of type 'Path'.",
      "src/store/open.ts(__NUM__): error TS2304: Cannot find name 'closeAll'.",
    ],
    types: ['TS2345', 'TS2304'],
    entities: [['symbol', 'closeAll']],
  },
  {
    tool: 'eslint',
    output: `
/home/ada/ledger/src/app.js
  12:7  error  'total' is assigned a value but never used  no-unused-vars

✖ 1 problem (1 error, 0 warnings)`,
    lines: ["__NUM__:__NUM__ error 'total' is assigned a value but never used no-unused-vars"],
  },
  {
    tool: 'jest',
    output: `FAIL src/cart.test.ts
  ● cart › adds an item

    expect(received).toBe(expected) // Object.is equality

    Expected: 2
    Received: 1

      at Object.<anonymous> (src/cart.test.ts:14:24)

Tests:       1 failed, 8 passed, 9 total`,
    lines: ['● cart › adds an item', 'Expected: __NUM__', 'Received: __NUM__'],
    entities: [['test', 'cart › adds an item']],
  },
  {
    tool: 'vitest',
    output: ` ❯ src/cart.test.ts (3 tests | 1 failed) 12ms
     × keeps the order 5ms
AssertionError: expected [ 'b', 'a' ] to deeply equal [ 'a', 'b' ]
 Test Files  1 failed (1)`,
    lines: [
      "AssertionError: expected [ 'b', 'a' ] to deeply equal [ 'a', 'b' ]",
      '× keeps the order __DURATION__',
    ],
    types: ['AssertionError'],
    entities: [['test', 'keeps the order']],
  },
  {
    tool: 'npm',
    output: `npm error code ERESOLVE
npm error ERESOLVE could not resolve
npm error While resolving: web@1.0.0
npm error Found: react@19.0.0
npm error A complete log of this run can be found in: /home/ada/.npm/_logs/2026-03-01T10_00_00_000Z-debug-0.log`,
    lines: ['npm error code ERESOLVE', 'npm error ERESOLVE could not resolve'],
    types: ['ERESOLVE'],
  },
  {
    tool: 'npm script',
    output:
      'npm error Missing script: "lint:fix"\nnpm error\nnpm error To see a list of scripts, run:\nnpm error   npm run',
    lines: ['npm error Missing script: "lint:fix"'],
    entities: [['name', 'lint:fix']],
  },
  {
    tool: 'go test',
    output: `=== RUN   TestBalance
    ledger_test.go:31: Balance() = 4, want 5
--- FAIL: TestBalance (0.03s)
FAIL
FAIL	example.org/ledger	0.214s
FAIL`,
    lines: [
      'ledger_test.go:__NUM__: Balance() = __NUM__, want __NUM__',
      '--- FAIL: TestBalance (__DURATION__)',
    ],
    entities: [['test', 'TestBalance']],
  },
  {
    tool: 'go build',
    output: '# example.org/ledger/cmd\ncmd/main.go:12:5: undefined: openStore',
    lines: ['cmd/main.go:__NUM__:__NUM__: undefined: openStore'],
    entities: [['symbol', 'openStore']],
  },
  {
    tool: 'rustc',
    output: `   Compiling ledger v0.3.0 (/home/ada/ledger)
error[E0308]: mismatched types
  --> src/lib.rs:10:5
error: could not compile \`ledger\` (lib) due to 1 previous error`,
    lines: ['error[E0308]: mismatched types'],
    types: ['E0308'],
  },
  {
    tool: 'rust panic',
    output: `running 1 test
test sums ... FAILED

---- sums stdout ----
thread 'sums' panicked at src/lib.rs:22:9:
assertion failed: total.is_some()
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace`,
    lines: ["thread 'sums' panicked at src/lib.rs:__NUM__:__NUM__:", 'assertion failed: total.is_some()'],
    entities: [['test', 'sums']],
  },
  {
    tool: 'cargo',
    output: `error: failed to get \`serde\` as a dependency of package \`ledger v0.1.0\`

Caused by:
  download of config.json failed

Caused by:
  Could not resolve host: index.example.org`,
    lines: ['Caused by:', 'download of config.json failed', 'Could not resolve host: index.example.org'],
    entities: [['package', 'serde']],
  },
  {
    tool: 'java',
    output: `Exception in thread "main" java.lang.RuntimeException: start failed
	at org.example.Main.main(Main.java:9)
Caused by: java.lang.ClassNotFoundException: org.postgresql.Driver
	... 3 more`,
    lines: ['Caused by: java.lang.ClassNotFoundException: org.postgresql.Driver'],
    types: ['ClassNotFoundException', 'RuntimeException'],
    entities: [['module', 'org.postgresql.Driver']],
  },
  {
    tool: 'gradle',
    output: `> Task :app:compileJava FAILED

FAILURE: Build failed with an exception.

* What went wrong:
Could not resolve all files for configuration ':app:runtimeClasspath'.

BUILD FAILED in 3s`,
    lines: ['* What went wrong:', "Could not resolve all files for configuration ':app:runtimeClasspath'."],
  },
  {
    tool: 'maven',
    output: `[INFO] Compiling 14 source files
[ERROR] /home/ada/ledger/src/main/java/App.java:[21,9] cannot find symbol
  symbol:   method closeQuietly()
[INFO] BUILD FAILURE`,
    lines: ['[ERROR] src/main/java/App.java:[__NUM__] cannot find symbol'],
  },
  {
    tool: 'c',
    output: `gcc -Wall -c -o error.o error.c
error.c: In function 'main':
error.c:14:3: error: implicit declaration of function 'strlcpy'
make: *** [Makefile:8: error.o] Error 1`,
    lines: ["error.c:__NUM__:__NUM__: error: implicit declaration of function 'strlcpy'"],
  },
  {
    tool: 'linker',
    output:
      "/usr/bin/ld: main.o: undefined reference to `ledger_open'\ncollect2: error: ld returned 1 exit status",
    lines: ["path_ld: main.o: undefined reference to `ledger_open'"],
    entities: [['symbol', 'ledger_open']],
  },
  {
    tool: 'ruby',
    output: "app.rb:3:in `require': cannot load such file -- pg (LoadError)\n\tfrom app.rb:3:in `<main>'",
    lines: ["app.rb:__NUM__:in `require': cannot load such file -- pg (LoadError)"],
    types: ['LoadError'],
    entities: [['module', 'pg']],
  },
  {
    tool: 'shell',
    output: './deploy.sh: line 4: terraform: command not found',
    lines: ['./deploy.sh: line __NUM__: terraform: command not found'],
    entities: [['name', 'terraform']],
  },
  {
    tool: 'unset variable',
    output: './run.sh: line 9: DATABASE_URL: unbound variable',
    lines: ['./run.sh: line __NUM__: DATABASE_URL: unbound variable'],
    entities: [['environment_variable', 'DATABASE_URL']],
  },
  {
    tool: 'git',
    output: `Auto-merging src/index.ts
CONFLICT (content): Merge conflict in src/index.ts
error: could not apply 3fa9c21... Add totals`,
    lines: ['CONFLICT (content): Merge conflict in src/index.ts'],
    entities: [['file', 'src/index.ts']],
  },
  {
    tool: 'pip',
    output: `Collecting ledgerlib
ERROR: Could not find a version that satisfies the requirement ledgerlib (from versions: none)
ERROR: No matching distribution found for ledgerlib`,
    lines: ['ERROR: Could not find a version that satisfies the requirement ledgerlib (from versions: none)'],
    entities: [['package', 'ledgerlib']],
  },
  {
    tool: 'docker',
    output: `#9 ERROR: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1
ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1`,
    lines: ['#__NUM__ ERROR: process "path_sh -c npm ci" did not complete successfully: exit code: 1'],
  },
  {
    tool: 'a wrapper around words of no known shape',
    output:
      'the lid does not fit\nnpm ERR! code ELIFECYCLE\nnpm ERR! Exit status 1\nmake: *** [Makefile:3: cup] Error 1',
    lines: ['the lid does not fit'],
  },
  {
    tool: 'database',
    output: 'sqlite3.OperationalError: no such table: invoices',
    lines: ['sqlite3.OperationalError: no such table: invoices'],
    types: ['OperationalError'],
    entities: [['table', 'invoices']],
  },
  {
    tool: 'unknown option',
    output: "error: unknown option '--watchh'\n(Did you mean --watch?)",
    lines: ["error: unknown option '--watchh'"],
    entities: [['flag', '--watchh']],
  },
];

describe('profileFailure', () => {
  it.each(cases)('$tool: finds why', ({ output, lines, types = [], entities = [] }) => {
    const profile = profileFailure({ output, worktree });
    expect(profile.errorLines.slice(0, lines.length)).toEqual(lines);
    expect(profile.exceptionTypes).toEqual(expect.arrayContaining([...types]));
    for (const [kind, value] of entities) expect(profile.entities).toContainEqual({ kind, value });
    expect(profile.guessed).toBeUndefined();
  });

  it.each(cases)('$tool: shows the lines that say why', ({ output, lines }) => {
    const { excerpt } = profileFailure({ output: `${'all is well\n'.repeat(500)}${output}`, worktree });
    expect(excerpt.split('\n').length).toBeLessThanOrEqual(40);
    const words = (lines[0] ?? '').match(/[A-Za-z]{4,}/g) ?? [];
    for (const word of words.filter((name) => !/^path$|PORT|DURATION/.test(name)))
      expect(excerpt).toContain(word);
  });

  it('takes the last lines where no line has a known shape', () => {
    expect(profileFailure({ output: 'the lamp went out' }).errorLines).toEqual(['the lamp went out']);
    const long = Array.from(
      { length: 30 },
      (_, place) => `step ${String.fromCharCode(97 + (place % 26))} went by`,
    );
    expect(profileFailure({ output: long.join('\n') }).guessed).toBe(true);
  });

  it('says nothing about nothing', () => {
    expect(profileFailure({ output: '' })).toEqual({
      errorLines: [],
      excerpt: '',
      exceptionTypes: [],
      entities: [],
    });
  });

  it('leaves out what passed, what was logged and what was counted as none', () => {
    const output = `✓ rejects an error
ok  	example.org/errors	0.1s
test parses_error ... ok
2026-03-01 10:00:00 INFO error budget loaded
0 errors, 2 warnings
gcc -o error.o error.c
fatal: bad object HEAD`;
    expect(profileFailure({ output }).errorLines).toEqual(['fatal: bad object HEAD']);
  });

  it('reads past the envelope of an agent tool', () => {
    expect(profileFailure({ output: 'Exit code 2\nfatal: no remote' }).excerpt).toBe('fatal: no remote');
  });

  it('shows where it left lines out', () => {
    const output = ['error: first', ...Array.from({ length: 200 }, () => 'between'), 'error: last'].join(
      '\n',
    );
    const { excerpt } = profileFailure({ output });
    expect(excerpt.split('\n')[0]).toBe('error: first');
    expect(excerpt).toContain('\n…\n');
    expect(excerpt).toContain('error: last');
  });

  it('knows the command by its family', () => {
    expect(
      profileFailure({ output: 'x', command: 'cd web && CI=1 npm run test:unit | tail' }).command?.family,
    ).toBe('npm run test:unit');
  });

  it('keeps no secret, however long the line it stands in', () => {
    const secret = ['ghp', '_', 'aB3dE5gH7jK9mN1pQ3sT5vX7zA2cE4gI6kM8'].join('');
    for (const padding of [0, 200, 290, 380, 1_190, 7_980]) {
      const output = `error: push to https://x:${secret}@example.org failed\nerror: ${'y '.repeat(padding / 2)}${secret} refused`;
      const profile = JSON.stringify(profileFailure({ output, command: `TOKEN=${secret} git push` }));
      for (let start = 4; start + 12 <= secret.length; start += 4) {
        expect(profile).not.toContain(secret.slice(start, start + 12));
      }
    }
  });

  it('does not cut a private key out of its block', () => {
    const body = Array.from({ length: 25 }, (_, place) => `${'Q'.repeat(40)}${place}abcdefghijklmnopqrst`);
    const key = ['-----BEGIN RSA PRIVATE', ' KEY-----'].join('');
    const output = [key, ...body, key.replace('BEGIN', 'END'), 'error: key rejected'].join('\n');
    expect(profileFailure({ output }).excerpt).not.toContain('abcdefghijklmnopqrst');
  });
});

it('takes the heading above the failing tests of node:test for neither an error nor a test', () => {
  const output = [
    '✖ boils (12.3ms)',
    'ℹ fail 1',
    '',
    '✖ failing tests:',
    '',
    '✖ boils (12.3ms)',
    "  'test failed'",
  ];
  const { errorLines, entities } = profileFailure({
    command: 'npm test',
    output: output.join('\n'),
    exitCode: 1,
  });
  expect(errorLines.join('\n')).not.toContain('failing tests');
  expect(entities).toContainEqual({ kind: 'test', value: 'boils' });
  expect(entities.map(({ value }) => value)).not.toContain('failing tests:');
});
