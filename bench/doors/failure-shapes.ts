import type { ExampleNames } from './example-names.ts';

/** The values that change each time the same command fails in the same way. */
interface FailureRun {
  readonly seconds: string;
  readonly processId: number;
  readonly clock: string;
  readonly line: number;
  readonly temporary: string;
  readonly passed: number;
}

type About = (names: ExampleNames) => string;

/** How one kind of failure reads. */
export interface FailureShape {
  readonly command: About;
  readonly exitCode: number;
  readonly output: (names: ExampleNames, run: FailureRun) => string;
  readonly remedies: readonly About[];
}

/** Failures as the tools of several languages print them. */
export const failureShapes: readonly FailureShape[] = [
  {
    command: ({ folder, module }) => `python -m pytest ${folder}/tests/test_${module}.py`,
    exitCode: 2,
    output: (
      { folder, module, library },
      { seconds, line },
    ) => `============================= test session starts ==============================
platform linux -- Python 3.12.4, pytest-8.3.2, pluggy-1.5.0
collected 0 items / 1 error

==================================== ERRORS ====================================
_______________ ERROR collecting ${folder}/tests/test_${module}.py ________________
ImportError while importing test module '/home/ada/work/${folder}/tests/test_${module}.py'.
Traceback:
${folder}/${module}.py:${line}: in <module>
    import ${library}_${module}
E   ModuleNotFoundError: No module named '${library}_${module}'
=========================== short test summary info ============================
ERROR ${folder}/tests/test_${module}.py
=============================== 1 error in ${seconds}s ===============================`,
    remedies: [
      ({ library, module }) =>
        `${library}_${module} is an extra: pip install -e '.[${library}]' before the tests.`,
      ({ folder }) =>
        `Run it from the top with the virtual environment of ${folder}: source .venv/bin/activate.`,
    ],
  },
  {
    command: ({ folder, module }) => `pytest -q ${folder}/tests/test_${module}.py`,
    exitCode: 1,
    output: (
      { folder, module, type, call, test },
      { seconds, line, passed },
    ) => `F${'.'.repeat(passed % 60)}                        [100%]
=================================== FAILURES ===================================
_________________________ test_${test} __________________________

    def test_${test}():
        value = ${type}().${call}([])
>       assert value == ['${module}']
E       AssertionError: assert ['${call}'] == ['${module}']
E         At index 0 diff: '${call}' != '${module}'

${folder}/tests/test_${module}.py:${line}: AssertionError
=========================== short test summary info ============================
FAILED ${folder}/tests/test_${module}.py::test_${test} - AssertionError: assert ['${call}'] == ['${module}']
1 failed, ${passed} passed in ${seconds}s`,
    remedies: [
      ({ type, call }) => `${type}.${call} must not be handed a shared list: copy it before it is sorted.`,
      ({ folder, module }) =>
        `The expected rows of ${module} are generated: make fixtures in ${folder}/tests.`,
    ],
  },
  {
    command: ({ folder, module }) => `python ${folder}/manage.py ${module}`,
    exitCode: 1,
    output: ({ folder, module, variable, call }, { line, clock }) => `${clock} starting ${module}
Traceback (most recent call last):
  File "/srv/${folder}/manage.py", line ${line}, in <module>
    main()
  File "/srv/${folder}/${module}.py", line ${line + 7}, in ${call}
    return os.environ['${variable}']
           ~~~~~~~~~~^^^^^^^^^^^^^^^^
KeyError: '${variable}'`,
    remedies: [
      ({ variable, folder }) => `${variable} comes from ${folder}/.env.example: copy it to .env first.`,
    ],
  },
  {
    command: ({ module }) => `npm test -- ${module}`,
    exitCode: 1,
    output: ({ folder, module, type }, { seconds, line, passed }) => `> test
> jest ${module}

 FAIL  ${folder}/${module}.test.js
  ● Test suite failed to run

    Cannot find module './generated/${module}' from '${folder}/${module}.js'

    Require stack:
      ${folder}/${module}.js
      ${folder}/${module}.test.js

    > ${line} | const { ${type} } = require('./generated/${module}');
         |                       ^

Test Suites: 1 failed, ${passed} passed, ${passed + 1} total
Time:        ${seconds} s`,
    remedies: [
      ({ module }) => `generated/${module} is not in git: npm run generate makes it.`,
      ({ folder, module }) => `npm run build --workspace ${folder} before the tests of ${module}.`,
    ],
  },
  {
    command: ({ folder, module }) => `npx vitest run ${folder}/${module}.test.ts`,
    exitCode: 1,
    output: (
      { folder, module, test, call, type },
      { seconds, line, passed },
    ) => ` RUN  v3.2.4 /home/ada/work/${folder}

 ❯ ${folder}/${module}.test.ts (${passed} tests | 1 failed) ${passed * 3}ms
   × ${type} > ${test} ${passed}ms
     → Cannot read properties of undefined (reading '${call}')

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  ${folder}/${module}.test.ts > ${type} > ${test}
TypeError: Cannot read properties of undefined (reading '${call}')
 ❯ ${folder}/${module}.ts:${line}:19

 Test Files  1 failed (1)
   Duration  ${seconds}s`,
    remedies: [({ type, call }) => `${type} is made lazily: await ready() before ${call} is asked for.`],
  },
  {
    command: ({ folder }) => `npx tsc -p ${folder}`,
    exitCode: 2,
    output: ({ folder, module, type, call }, { line }) =>
      `${folder}/${module}.ts(${line},14): error TS2345: Argument of type '${type}' is not assignable to parameter of type '${type}Options'.
  Property '${call}' is missing in type '${type}' but required in type '${type}Options'.`,
    remedies: [
      ({ type, call }) =>
        `${type}Options took on ${call} in the last major version; pass { ${call}: undefined } no more, leave it out and use ${type}Input.`,
    ],
  },
  {
    command: ({ folder }) => `npx eslint ${folder}`,
    exitCode: 1,
    output: ({ folder, module, call }, { line, passed }) => `
/home/ada/work/${folder}/${module}.js
  ${line}:7  error  '${call}' is assigned a value but never used  no-unused-vars

✖ 1 problem (1 error, ${passed % 7} warnings)`,
    remedies: [({ call, module }) => `${call} in ${module} is for its side effect: write void ${call}().`],
  },
  {
    command: ({ folder }) => `npm ci --prefix ${folder}`,
    exitCode: 1,
    output: ({ module, library }, { clock, temporary }) => `npm error code ERESOLVE
npm error ERESOLVE could not resolve
npm error
npm error While resolving: ${module}@2.1.0
npm error Found: ${library}@5.0.0
npm error Could not resolve dependency:
npm error peer ${library}@"^4.0.0" from ${library}-${module}@1.8.2
npm error A complete log of this run can be found in: ${temporary}/_logs/2026-11-02T${clock}-debug-0.log`,
    remedies: [
      ({ library, module }) =>
        `${library}-${module} has no release for ${library} 5 yet: keep the override in package.json.`,
    ],
  },
  {
    command: ({ folder }) => `go test ./${folder}/...`,
    exitCode: 1,
    output: ({ folder, module, type, call }, { line, seconds }) => `# example.org/work/${folder}/${module}
${folder}/${module}/${module}.go:${line}:12: undefined: ${type}${call}
FAIL\texample.org/work/${folder}/${module} [build failed]
ok  \texample.org/work/${folder}/other\t${seconds}s
FAIL`,
    remedies: [({ folder, type }) => `${type} is generated: go generate ./${folder}/... before go test.`],
  },
  {
    command: ({ folder, test }) => `go test ./${folder}/... -run Test_${test}`,
    exitCode: 1,
    output: ({ folder, module, test, call }, { line, seconds }) => `--- FAIL: Test_${test} (${seconds}s)
    ${module}_test.go:${line}: ${call}: got "${module}", want "${folder}"
FAIL
FAIL\texample.org/work/${folder}/${module}\t${seconds}s
FAIL`,
    remedies: [
      ({ call, module }) => `${call} of ${module} depends on the order of a map: sort the keys first.`,
    ],
  },
  {
    command: () => 'cargo build',
    exitCode: 101,
    output: ({ folder, module, type }, { line }) => `   Compiling ${module} v0.4.2
error[E0432]: unresolved import \`crate::${module}::${type}\`
  --> ${folder}/src/main.rs:${line}:5
   |
${line} | use crate::${module}::${type};
   |     ^^^^^^^^^^^^ no \`${type}\` in \`${module}\`

For more information about this error, try \`rustc --explain E0432\`.
error: could not compile \`${module}\` (bin "${module}") due to 1 previous error`,
    remedies: [({ type, library }) => `${type} is behind a feature: cargo build --features ${library}.`],
  },
  {
    command: ({ module }) => `cargo test -p ${module}`,
    exitCode: 101,
    output: ({ folder, module, test, call }, { line, seconds, passed }) => `running ${passed} tests
test ${module}::${test} ... FAILED

failures:

---- ${module}::${test} stdout ----
thread '${module}::${test}' panicked at ${folder}/src/${module}.rs:${line}:9:
called \`Option::unwrap()\` on a \`None\` value: ${call}
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace

test result: FAILED. ${passed - 1} passed; 1 failed; 0 ignored; finished in ${seconds}s`,
    remedies: [
      ({ call, variable }) =>
        `${call} needs ${variable} in the environment of the tests; .cargo/config.toml sets it.`,
    ],
  },
  {
    command: ({ type }) => `mvn -q test -Dtest=${type}Test`,
    exitCode: 1,
    output: (
      { folder, module, type, call, test },
      { line, seconds },
    ) => `[ERROR] Tests run: 1, Failures: 0, Errors: 1, Skipped: 0, Time elapsed: ${seconds} s <<< FAILURE! -- in org.example.${module}.${type}Test
[ERROR] org.example.${module}.${type}Test.${test} -- Time elapsed: ${seconds} s <<< ERROR!
java.lang.NullPointerException: Cannot invoke "org.example.${module}.${type}.${call}()" because "this.${module}" is null
\tat org.example.${module}.${type}Test.${test}(${type}Test.java:${line})
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test) on project ${folder}: There are test failures.`,
    remedies: [({ type, module }) => `${type}Test needs MockitoExtension, or ${module} is never injected.`],
  },
  {
    command: ({ folder }) => `./gradlew :${folder.replaceAll('/', ':')}:compileJava`,
    exitCode: 1,
    output: ({ folder, module, type }, { line, seconds }) => `> Task :${folder}:compileJava FAILED
/home/ada/work/${folder}/src/main/java/org/example/${module}/${type}.java:${line}: error: cannot find symbol
    return new ${type}Builder();
               ^
  symbol:   class ${type}Builder
  location: class org.example.${module}.${type}
1 error

FAILURE: Build failed with an exception.
BUILD FAILED in ${seconds}s`,
    remedies: [
      ({ type }) =>
        `${type}Builder comes from annotation processing: clean the IDE output, then ./gradlew --rerun-tasks.`,
    ],
  },
  {
    command: ({ module }) => `./scripts/migrate-${module}.sh`,
    exitCode: 2,
    output: ({ module, port }, { clock, processId }) => `${clock} [${processId}] migrating ${module}
psql: error: connection to server at "localhost" (127.0.0.1), port ${port} failed: Connection refused
\tIs the server running on that host and accepting TCP/IP connections?`,
    remedies: [
      ({ port, module }) =>
        `The database of ${module} listens on ${port} only under docker compose up ${module}-db.`,
    ],
  },
  {
    command: ({ module }) => `make ${module}`,
    exitCode: 2,
    output: (
      { folder, module, call },
      { processId },
    ) => `${folder}/${module}.sh: line ${processId % 90}: ${call}-${module}: command not found
make: *** [Makefile:${processId % 200}: ${module}] Error 127`,
    remedies: [
      ({ call, module }) =>
        `${call}-${module} is installed by ./scripts/bootstrap.sh; run it once per machine.`,
    ],
  },
];
