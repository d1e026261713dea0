import { describe, expect, it } from 'vitest';
import type { FailureEntity } from '../../model/failure.ts';
import { redact } from '../../redaction/redact.ts';
import { type ComparedFailure, compareFailures } from './compare-failures.ts';
import { readExcerpt } from './read-excerpt.ts';

interface Told {
  readonly family?: string;
  readonly types?: readonly string[];
  readonly entities?: readonly FailureEntity[];
  readonly linesWith?: (word: string) => readonly string[];
}

function failure(
  output: string,
  { family, types = [], entities = [], linesWith }: Told = {},
): ComparedFailure {
  return {
    profile: {
      ...(family === undefined ? {} : { command: { program: family, family } }),
      errorLines: [],
      excerpt: redact(output),
      exceptionTypes: types,
      entities,
    },
    excerpt: readExcerpt(output),
    ...(linesWith === undefined ? {} : { linesWith }),
  };
}

const strengthOf = (asked: string, known: string, told: Told = {}) =>
  compareFailures(failure(asked, told), failure(known, told)).strength;

/** Ways in which tools say that something is wrong; `x` and `y` are two things of one kind. */
const sayings: readonly (readonly [kind: string, say: (thing: string) => string, x: string, y: string])[] = [
  ['module', (x) => `ModuleNotFoundError: No module named '${x}'`, 'openpyxl', 'requests'],
  ['value', (x) => `E   assert ${x} == 19.0 in the totals of the winter invoices`, '19.5', '-81.0'],
  ['expected value', (x) => `AssertionError: expected the kettle to hold ${x} cups`, '3', '4'],
  ['status', (x) => `Error: Request failed with status code ${x} while opening the ledger`, '401', '429'],
  ['status', (x) => `HTTP ${x} returned by the kitchen registry for the manifest`, '500', '429'],
  ['version', (x) => `error: the kettle needs a lid of version ${x} or later to compile`, '2.1.0', '2.4.0'],
  ['code', (x) => `src/lid.ts(3,1): error ${x}: the type of the lid cannot be boiled`, 'TS2345', 'TS2322'],
  [
    'symbol',
    (x) => `src/lid.c:9:2: error: use of undeclared identifier ${x} in the spout`,
    'boilIt',
    'pourIt',
  ],
  ['file', (x) => `fatal error: ${x}: No such file or directory, included by the kettle`, 'lid.h', 'spout.h'],
  ['rule', (x) => `the cups are never used by anybody in the kitchen  error  ${x}`, 'no-unused', 'no-shadow'],
  ['key', (x) => `KeyError: environment variable ${x} is missing from the kitchen`, 'TEA_TOKEN', 'CUP_TOKEN'],
  [
    'URL',
    (x) => `error: failed to fetch ${x} from the kitchen`,
    'https://a.example/lid',
    'https://a.example/cup',
  ],
];
const around = [
  'Setting the table for three guests',
  'Boiling water in the copper kettle',
  'The kitchen stops here',
];
const within = (line: string) => [around[0], around[1], line, around[2]].join('\n');

describe('compareFailures', () => {
  it.each(sayings)('knows a failure again, and no other %s for the same', (_, say, x, y) => {
    expect(strengthOf(within(say(x)), within(say(x)))).toBe('same');
    expect(strengthOf(within(say(y)), within(say(x)))).not.toBe('same');
  });

  it('says what stands where the other has another', () => {
    const [, say, x, y] = sayings[0] as (typeof sayings)[number];
    const { reason } = compareFailures(failure(within(say(y))), failure(within(say(x))));
    expect(reason).toBe('it says requests where the known one says openpyxl');
  });

  it.each<[string, (line: string, at: number) => string]>([
    ['times', (line, at) => `[2031-05-0${at} 10:11:1${at}] ${line}`],
    ['durations', (line, at) => `${line} (took ${at}.25 s)`],
    ['addresses in memory', (line, at) => `${line} at 0x7ffe${at}00a`],
    ['process ids', (line, at) => `kettle[3171${at}]: ${line}`],
    ['temporary folders', (line, at) => `${line} in /tmp/pot-x${at}z/cup`],
    ['checkouts', (line, at) => `${line} (/home/user${at}/work${at}/kitchen/lid.c)`],
    ['random ports', (line, at) => `${line} on localhost:4917${at}`],
    ['hosts', (line, at) => `${line} from 10.0.4.${at}`],
    ['lines of code', (line, at) => `src/lid.c:${at}:${at}: ${line}`],
  ])('does not mind %s', (_, print) => {
    const output = (at: number) =>
      [...around, 'Error: no water in the copper kettle'].map((line) => print(line, at)).join('\n');
    expect(strengthOf(output(1), output(7))).toBe('same');
  });

  it.each([
    [
      'docker',
      ['ERROR: failed to solve: process "/bin/sh -c make cup" did not complete successfully: exit code: 2'],
    ],
    [
      'npm',
      ['npm ERR! code ELIFECYCLE', 'npm ERR! errno 1', 'npm ERR! Failed at the kettle@1.0.0 test script.'],
    ],
    ['make', ['make[2]: *** [Makefile:77: cup] Error 1', 'make: *** [all] Error 2']],
    ['gradle', ['* Try:', '> Run with --stacktrace option to get the stack trace.', 'BUILD FAILED in 7s']],
    ['CI', ['##[error]Process completed with exit code 1.', 'The command "npm test" exited with 1.']],
  ])('reads past what %s says around it', (_, said) => {
    const inner = within('Error: no water in the copper kettle');
    expect(strengthOf([inner, ...said].join('\n'), inner)).toBe('same');
    const other = within('Error: the handle of the lid is missing').replaceAll('water', 'milk');
    expect(strengthOf([other, ...said].join('\n'), [inner, ...said].join('\n'))).not.toBe('same');
  });

  it('does not take a failure for the same by what a wrapper says alone', () => {
    const wrap = (inner: readonly string[]) =>
      [
        ...inner,
        '------',
        'ERROR: failed to solve: process "/bin/sh -c apt install" did not complete successfully: exit code: 100',
      ].join('\n');
    const one = wrap(['Building wheel for ujson', 'fatal error: Python.h: No such file or directory']);
    const other = wrap(['Building wheel for lxml', 'fatal error: libxml/xpath.h: No such file or directory']);
    expect(strengthOf(other, one)).not.toBe('same');
  });

  it.each([2, 10, 30])('takes %i findings of which one is another for another failure', (count) => {
    const findings = (last: string) =>
      Array.from(
        { length: count },
        (_, at) =>
          `src/cup${at}.ts:${at}:1 error the cup ${at === count - 1 ? last : `handle${at}`} is never used`,
      ).join('\n');
    expect(strengthOf(findings('saucer'), findings('spoon'))).not.toBe('same');
    expect(strengthOf(findings('spoon'), findings('spoon'))).toBe('same');
  });

  it.each([
    ['nothing', ''],
    ['a bare kind of failure', 'KeyError'],
    ['that something failed', 'FAIL example.org/ledger/store\nexit status 1'],
    ['where it failed', 'src/kitchen/lid.py:3: KeyError'],
  ])('takes what says %s for nothing known', (_, output) => {
    expect(strengthOf(output, output)).not.toBe('same');
  });

  it('knows a missing module again from whichever file it is asked for', () => {
    const missing = (file: string, name = 'openpyxl') =>
      [
        `ImportError while importing test module '${file}'.`,
        `${file}:3: in <module>`,
        `    import ${name}`,
        `E   ModuleNotFoundError: No module named '${name}'`,
      ].join('\n');
    const told = (value: string): Told => ({ entities: [{ kind: 'module', value }] });
    const known = failure(missing('tests/test_sheets.py'), told('openpyxl'));
    expect(
      compareFailures(failure(missing('tests/test_invoices.py'), told('openpyxl')), known).strength,
    ).toBe('same');
    expect(
      compareFailures(failure(missing('tests/test_sheets.py', 'lxml'), told('lxml')), known).strength,
    ).not.toBe('same');
  });

  it('minds a word of a line of progress only where the command printed it nowhere', () => {
    const print = (step: string) =>
      `Compiling the ${step} of the kettle\nError: no water in the copper kettle`;
    const known = failure(print('lid'));
    expect(compareFailures(failure(print('spout')), known).strength).not.toBe('same');
    const asked = failure(print('spout'), {
      linesWith: (word) => (word === 'lid' ? ['the lid is made'] : []),
    });
    expect(compareFailures(asked, known).strength).toBe('same');
  });

  it('minds a part of a name that stands elsewhere, where the name does not', () => {
    const print = (file: string) => within(`error: the copper kettle has no ${file} at all`);
    const linesWith = (word: string) => (word === 'lid' ? ['error: no lid'] : []);
    expect(
      compareFailures(failure(print('src/cup.c'), { linesWith }), failure(print('src/lid.c'))).strength,
    ).not.toBe('same');
  });

  it.each([
    ['another command', { family: 'pytest' }, { family: 'mypy' }, 'pytest failed, not mypy'],
    [
      'another kind of failure',
      { types: ['KeyError'] },
      { types: ['TypeError'] },
      'it is KeyError, not TypeError',
    ],
  ] as const)('minds %s', (_, asked, known, reason) => {
    const output = within('the copper kettle holds no water, error');
    const comparison = compareFailures(failure(output, asked), failure(output, known));
    expect(comparison).toMatchObject({ strength: 'similar', reason });
    expect(compareFailures(failure(output, asked), failure(output)).strength).toBe('same');
  });

  it.each([
    ['812 examples, 3 failures, 2 pending', '813 examples, 3 failures, 2 pending'],
    ['Tests run: 812, Failures: 3, Assertions: 90', 'Tests run: 900, Failures: 3, Assertions: 91'],
  ])('does not mind how much else was run: %s', (one, other) => {
    const failed = within('Error: no water in the copper kettle');
    expect(strengthOf(`${failed}\n${one}`, `${failed}\n${other}`)).toBe('same');
  });

  it('says of two long outputs that read otherwise that they do', () => {
    const long = (of: string) => Array.from({ length: 50 }, (_, at) => `${of}${at}`).join(' ');
    expect(compareFailures(failure(long('cup')), failure(long('lid'))).reason).toBeDefined();
    expect(compareFailures(failure(long('cup')), failure('no cup')).reason).toBeUndefined();
  });

  it('takes two failures in one log for another than the one of them', () => {
    const [one, other] = [
      'Error: no water in the copper kettle',
      'FATAL: the ledger of invoices is locked by somebody else',
    ];
    expect(strengthOf(`${one}\n${other}`, one)).not.toBe('same');
  });
});
