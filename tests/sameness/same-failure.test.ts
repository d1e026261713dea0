import { describe, expect, it } from 'vitest';
import { compareFailures, ReadSketch } from '../../src/failures/matching/compare-failures.ts';
import type { FailureProfile, FailureReport } from '../../src/model/failure.ts';
import { profileFailure, readFailure } from '../../src/query/profile-failure.ts';
import { sketchOf as readSketch } from '../../src/query/told/sketch-failure.ts';

const sketchOf = (profile: FailureProfile) => new ReadSketch(readSketch(profile));

function compare(asked: string, known: string, isCut = false) {
  const { profile, printed } = readFailure({ output: asked, exitCode: 1 });
  const other = profileFailure({ output: known, exitCode: 1 });
  return compareFailures(
    { profile, sketch: sketchOf(profile), printed, isCut },
    { profile: other, sketch: sketchOf(other) },
  );
}

/** `but`: the same with a caveat. */
const strengthOf = (asked: string, known: string, isCut = false) => {
  const { strength, caveat } = compare(asked, known, isCut);
  return caveat === undefined ? strength : 'but';
};

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
const shelves = 'oak elm ash yew fir box bay may fig gum rue hop rye'.split(' ');
const within = (line: string) => [around[0], around[1], line, around[2]].join('\n');

describe('the same failure', () => {
  it.each(sayings)('knows a failure again, and no other %s for the same', (_, say, x, y) => {
    expect(strengthOf(within(say(x)), within(say(x)))).toBe('same');
    expect(strengthOf(within(say(y)), within(say(x)))).not.toBe('same');
  });

  it('says of one name among much that is the same, and is silent of none of it', () => {
    const print = (lid: string) =>
      [
        ...shelves.slice(0, 10).map((shelf) => `error: the lid does not fit the kettle of shelf ${shelf}`),
        `error: cannot open '${lid}' of the copper kettle`,
      ].join('\n');
    expect(compare(print('spout.c'), print('handle.c'))).toMatchObject({
      strength: 'same',
      caveat: { says: 'spout.c', knownSays: 'handle.c' },
    });
    expect(strengthOf(print('spout.c'), print('spout.c'))).toBe('same');
  });

  describe('of a short output whose reason comes last', () => {
    const print = (reason: string, date: string) =>
      [...shelves.map((shelf) => `${date} wiping the shelf of ${shelf}`), reason].join('\n');
    const dry = print('kitchen stopped: the ink of the northern tower ran dry', '2025-01-02');

    it('knows it by its reason, not by the lines before', () => {
      const again = print('kitchen stopped: the ink of the northern tower ran dry', '2026-03-04');
      expect(strengthOf(again, dry)).toBe('same');
      const other = print('kitchen stopped: the quill of the second scribe broke', '2026-03-04');
      expect(compare(other, dry).strength).not.toBe('same');
    });
  });

  it('counts and versions beside the reason make no other failure', () => {
    const print = (step: string, runs: string) =>
      `${step} boiling\nerror: no lid fits the copper kettle of shelf oak\n${runs} lids boiled, 1 failed`;
    expect(strengthOf(print('[2/7]', '12 of 14'), print('[3/9]', '15 of 17'))).toBe('same');
  });

  describe('of another test, task or file', () => {
    const print = (test: string, reason: string) =>
      `boil ${test}\nFAILED ${test}\n${reason}\nkitchen/${test}.js:12: the lid is lost`;
    const reason = 'Error: cannot lift the copper kettle: no rope in the northern tower';

    it('is known by its reasons, and says so', () => {
      const known = print('winter_guests', reason);
      expect(compare(print('summer_feast', reason), known)).toMatchObject({
        strength: 'same',
        caveat: { isElsewhere: true },
      });
      expect(strengthOf(known, known)).toBe('same');
    });

    it('is known where it was raised at another place, too, but not in words of the language alone', () => {
      const raised = (file: string, error: string) =>
        `Traceback (most recent call last):\n  File "/srv/kitchen/src/${file}.py", line 9, in ${file}\n    x.lift()\n${error}`;
      const long = `${reason.replace('Error', 'KettleError')} and no hook in the southern cellar`;
      expect(compare(raised('pour', long), raised('boil', long)).caveat).toEqual({ isElsewhere: true });
      const short = "AttributeError: 'NoneType' object has no attribute 'lift'";
      expect(compare(raised('pour', short), raised('boil', short)).strength).not.toBe('same');
    });

    it.each([
      ['another reason', reason, 'Error: cannot lift the copper kettle: no hook in the northern tower'],
      ['one reason more', reason, `${reason}\nTeaError: the spout leaks into the southern cellar`],
      ['too few words', 'Error: cannot lift it', 'Error: cannot lift it'],
    ])('is not known by %s', (_, one, other) => {
      expect(compare(print('summer_feast', one), print('winter_guests', other)).strength).not.toBe('same');
    });

    it('is not known in a log too long to have been read for all its reasons', () => {
      const log = Array.from({ length: 500 }, (_, at) => `wiping cup ${'abcdefghij'[at % 10]}${at}`).join(
        '\n',
      );
      const [known, asked] = ['winter_guests', 'summer_feast'].map(
        (test) => `${log}\n${print(test, reason)}`,
      );
      expect(compare(asked ?? '', known ?? '').strength).not.toBe('same');
    });

    it('says of a number in the reason', () => {
      const port = (at: number) =>
        `Error: cannot lift the copper kettle: no rope at the northern tower:${at}`;
      expect(
        compare(print('summer_feast', port(8080)), print('winter_guests', port(5432))).caveat,
      ).toBeDefined();
    });
  });

  it('a number in the reason is a caveat', () => {
    const print = (port: string) =>
      `error: the kettle cannot listen on ${port}: it is already in use by the cook`;
    expect(compare(print('kitchen:8080'), print('kitchen:5432')).caveat).toEqual({
      says: 'kitchen:8080',
      knownSays: 'kitchen:5432',
    });
  });

  it('a difference that neither excerpt holds is a caveat without names', () => {
    const print = (port: string) =>
      readFailure({
        output: `error: the kettle cannot listen on ${port}: it is already in use by the cook`,
        exitCode: 1,
      });
    const [asked, known] = [print('kitchen:8080'), print('kitchen:5432')];
    const cut = (profile: FailureProfile) => ({ ...profile, excerpt: '' as FailureProfile['excerpt'] });
    const compared = compareFailures(
      { profile: cut(asked.profile), printed: asked.printed, sketch: sketchOf(asked.profile) },
      { profile: cut(known.profile), sketch: sketchOf(known.profile) },
    );
    expect(compared).toMatchObject({ strength: 'same', caveat: {} });
  });

  it('is not silenced by a name whose digits alone differ', () => {
    const print = (version: string) =>
      within(`error: the kettle of ruby-${version} cannot be opened\nerror: no lid in the kitchen`);
    expect(strengthOf(print('1.9.2-p330'), print('1.9.2-p330'))).toBe('same');
  });

  it('knows what was recorded before sketches of lines were kept by its excerpt', () => {
    const output = within('Error: no water in the copper kettle\nError: no lid on the copper kettle');
    const { profile, printed } = readFailure({ output, exitCode: 1 });
    const { sketch: _, ...old } = profileFailure({ output, exitCode: 1 });
    const asked = { profile, sketch: sketchOf(profile), printed };
    expect(compareFailures(asked, { profile: old, sketch: sketchOf(old) }).strength).toBe('same');
  });

  describe('of a chain of errors', () => {
    const python = [
      'Traceback (most recent call last):',
      '  File "kitchen/lid.py", line 12, in open_lid',
      '    return lids[name]',
      "KeyError: 'copper'",
      '',
      'During handling of the above exception, another exception occurred:',
      '',
      'Traceback (most recent call last):',
      '  File "kitchen/brew.py", line 40, in brew',
      '    open_lid(kettle)',
      '  File "kitchen/lid.py", line 14, in open_lid',
      "    raise KettleError('the copper kettle cannot be opened by the cook') from None",
      'kitchen.errors.KettleError: the copper kettle cannot be opened by the cook',
    ];
    const java = [
      'Exception in thread "main" kitchen.KettleException: the copper kettle cannot be opened',
      '\tat kitchen.Brew.main(Brew.java:12)',
      'Caused by: kitchen.LidException: no lid fits the spout of shelf seven',
      '\tat kitchen.Lid.open(Lid.java:40)',
      '\t... 1 more',
    ];
    const node = [
      'Error: the copper kettle cannot be opened',
      '    at brew (file:///kitchen/brew.js:12:9)',
      '    at main (file:///kitchen/main.js:3:1) {',
      '  [cause]: Error: no lid fits the spout of shelf seven',
      '      at open (file:///kitchen/lid.js:40:3)',
      '}',
    ];
    const go = [
      'brewing tea: opening the copper kettle: no lid fits the spout: file does not exist',
      'exit status 1',
    ];

    it.each([
      ['python', python],
      ['java', java],
      ['node', node],
      ['go', go],
    ])('knows its last and its first lines again in %s', (_, lines) => {
      const whole = lines.join('\n');
      expect(strengthOf(whole, whole)).toBe('same');
      expect(['same', 'but']).toContain(strengthOf(lines.slice(-5).join('\n'), whole, true));
      expect(['same', 'but']).toContain(strengthOf(lines.slice(0, 5).join('\n'), whole, true));
    });

    it('says that only a part was compared, and takes no other end for it', () => {
      const [whole, end] = [python.join('\n'), python.slice(-5).join('\n')];
      expect(compare(end, whole, true).caveat).toEqual({ isPart: true });
      expect(strengthOf(end, whole)).not.toBe('same');
      const other = end.replaceAll(
        'the copper kettle cannot be opened by the cook',
        'the ledger is locked today',
      );
      expect(compare(other, whole, true).strength).not.toBe('same');
    });
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

  it('takes few findings of which one is another for another failure', () => {
    const findings = (last: string) =>
      [
        `src/cup.ts:3:1 error the cup handle is never used`,
        `src/cup.ts:9:1 error the ${last} is never used`,
      ].join('\n');
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

  it('does not mind what progress names, in a list or in a line of its own, where the error says enough', () => {
    const list = (part: string) =>
      Array.from({ length: 12 }, (_, at) => `Compiling ${part}${at} for the kettle`).join('\n');
    const failed = within('Error: no water in the copper kettle');
    expect(strengthOf(`${list('spout')}\n${failed}`, `${list('lid')}\n${failed}`)).toBe('same');
    const one = (part: string) =>
      within(`Compiling ${part} of the kettle\nError: no water in the copper kettle`);
    expect(strengthOf(one('spout'), one('lid'))).toBe('same');
  });

  it('minds a name of which only a part stands elsewhere', () => {
    const print = (file: string) =>
      within(`error: the copper kettle has no ${file} at all\nerror: no lid to be seen in the kitchen`);
    expect(strengthOf(print('src/cup.c'), print('src/lid.c'))).not.toBe('same');
  });

  it.each([
    ['812 examples, 3 failures, 2 pending', '813 examples, 3 failures, 2 pending'],
    ['Tests run: 812, Failures: 3, Assertions: 90', 'Tests run: 900, Failures: 3, Assertions: 91'],
  ])('does not mind how much else was run: %s', (one, other) => {
    const failed = within('Error: no water in the copper kettle');
    expect(strengthOf(`${failed}\n${one}`, `${failed}\n${other}`)).toBe('same');
  });

  it('takes two failures in one log for another than the one of them', () => {
    const [one, other] = [
      'Error: no water in the copper kettle',
      'FATAL: the ledger of invoices is locked by somebody else',
    ];
    expect(strengthOf(`${one}\n${other}`, one)).not.toBe('same');
  });

  it('takes a failure inside a passing log for no other one', () => {
    const passing = Array.from({ length: 60 }, (_, at) => `ok ${at} - the cup ${at} holds its tea`).join(
      '\n',
    );
    const failed = 'Error: no water in the copper kettle\n    at pour (src/lid.js:3:1)';
    const other = 'Error: the ledger of invoices is locked\n    at open (src/ledger.js:8:1)';
    expect(strengthOf(`${passing}\n${failed}\n${passing}`, failed)).toBe('same');
    expect(strengthOf(`${passing}\n${other}\n${passing}`, `${passing}\n${failed}\n${passing}`)).not.toBe(
      'same',
    );
  });

  it('knows a failure again inside an unknown wrapper', () => {
    const inner = within('Error: no water in the copper kettle\nError: the cook cannot boil it');
    const wrapped = [
      '>> stage cup begins',
      ...inner.split('\n').map((line) => `<brewer:7> ${line}`),
      '>> stage ended',
    ];
    expect(strengthOf(wrapped.join('\n'), inner)).toBe('same');
  });

  it('does not take what another tool says of another failure for the same', () => {
    const jest = 'FAIL src/cup.test.ts\n  ● cup › holds tea\n    Expected: 3\n    Received: 4';
    const vitest = ' FAIL  src/cup.test.ts > cup > holds tea\nAssertionError: expected 5 to be 3';
    expect(strengthOf(vitest, jest)).not.toBe('same');
  });

  it('reads values of a longer output, too', () => {
    const passing = Array.from({ length: 500 }, (_, at) => `Copying leaf ${at} into the pot … done`).join(
      '\n',
    );
    const failed = (value: string) =>
      `${passing}\n${within(`AssertionError: assert ${value} == 19.5 in the pot`)}`;
    expect(strengthOf(failed('19.0'), failed('19.0'))).toBe('same');
    expect(strengthOf(failed('-81.0'), failed('19.0'))).not.toBe('same');
  });
});

describe('equal words', () => {
  const profile = (facts: Partial<FailureReport>) =>
    profileFailure({ output: "steep.LidError: no lid named 'pot_lid' on the table", exitCode: 1, ...facts });
  const isSame = (one: FailureProfile, other: FailureProfile) =>
    compareFailures({ profile: one, sketch: sketchOf(one) }, { profile: other, sketch: sketchOf(other) })
      .strength === 'same';
  const raisedIn = (file: string, name: string, line = 12) =>
    profile({
      stack: `Traceback (most recent call last):\n  File "${file}", line ${line}, in ${name}\n    x()`,
    });

  it('have two causes where they were raised at two places', () => {
    const known = raisedIn('src/lid.py', 'put_on');
    expect(isSame(raisedIn('src/lid.py', 'put_on', 40), known)).toBe(true);
    expect(isSame(profile({}), known)).toBe(true);
    expect(isSame(raisedIn('tasks/table.py', 'lay'), known)).toBe(false);
  });

  it('have two causes in two environments that share nothing', () => {
    const known = profile({ environment: ['python 3.12 venv', 'linux'] });
    expect(isSame(profile({ environment: ['python 3.11', 'linux'] }), known)).toBe(true);
    expect(isSame(profile({}), known)).toBe(true);
    expect(isSame(profile({ environment: ['docker python 3.12-slim'] }), known)).toBe(false);
  });

  it('name two servers by two ports that are not given out at random', () => {
    const inUse = (port: number) => `Error: listen EADDRINUSE: address already in use 127.0.0.1:${port}`;
    expect(strengthOf(inUse(8080), inUse(8080))).toBe('same');
    expect(strengthOf(inUse(51_234), inUse(60_001))).toBe('same');
    expect(strengthOf(inUse(5432), inUse(8080))).not.toBe('same');
  });
});
