import { describe, expect, it } from 'vitest';
import type { FailureEntity, FailureProfile } from '../../model/failure.ts';
import { redact } from '../../redaction/redact.ts';
import { compareFailures } from './compare-failures.ts';

interface Known {
  readonly lines: readonly string[];
  readonly family?: string;
  readonly types?: readonly string[];
  readonly entities?: readonly FailureEntity[];
  readonly guessed?: true;
}

function failure({ lines, family, types = [], entities = [], guessed }: Known): FailureProfile {
  return {
    ...(family === undefined ? {} : { command: { program: family, family } }),
    errorLines: lines.map(redact),
    excerpt: redact(lines.join('\n')),
    exceptionTypes: types,
    entities,
    ...(guessed === undefined ? {} : { guessed }),
  };
}

const missing: Known = {
  lines: ["ModuleNotFoundError: No module named 'openpyxl'"],
  family: 'pytest',
  types: ['ModuleNotFoundError'],
  entities: [{ kind: 'module', value: 'openpyxl' }],
};
const refused: Known = {
  lines: ['Error: connect ECONNREFUSED __IP__:__PORT__ while opening the ledger'],
  family: 'npm test',
  types: ['Error', 'ECONNREFUSED'],
  entities: [{ kind: 'port', value: '5432' }],
};
const failing: Known = {
  lines: ['E AssertionError: totals differ for the winter invoices', 'FAILED tests/test_totals.py::test_sum'],
  family: 'pytest',
  types: ['AssertionError'],
  entities: [{ kind: 'test', value: 'tests/test_totals.py::test_sum' }],
};

const unmet = (method: string): Known => ({
  lines: [
    `src/pot.go:__NUM__: cannot use copperPot (value of struct type copperPot) as kitchen.Vessel value: missing method ${method}`,
  ],
});

describe('compareFailures', () => {
  it.each([
    ['the same module is missing', missing, missing],
    ['one of the commands is not known', missing, { ...missing, lines: missing.lines, family: undefined }],
    ['only one side names an entity', missing, { ...missing, entities: [] }],
    ['one database is down', refused, refused],
    ['one test fails in one way', failing, failing],
    [
      'only one side tells more',
      unmet('boil'),
      { lines: unmet('boil').lines.map((line) => `${line} (typecheck)`) },
    ],
    [
      'a version was named',
      { ...missing, entities: [...(missing.entities ?? []), { kind: 'version', value: 'openpyxl 3.1' }] },
      { ...missing, entities: [...(missing.entities ?? []), { kind: 'version', value: 'openpyxl 3.0' }] },
    ],
  ] as readonly (readonly [string, Known, Known])[])('same: %s', (_, query, known) => {
    expect(compareFailures(failure(query), failure(known))).toMatchObject({
      strength: 'same',
      conflicts: [],
    });
  });

  it.each([
    [
      'another module is missing',
      missing,
      {
        ...missing,
        lines: ["ModuleNotFoundError: No module named 'requests'"],
        entities: [{ kind: 'module', value: 'requests' }],
      },
      ['openpyxl'],
    ],
    [
      'another server is down',
      refused,
      { ...refused, entities: [{ kind: 'port', value: '6379' }] },
      ['5432'],
    ],
    [
      'another test fails alike',
      failing,
      { ...failing, entities: [{ kind: 'test', value: 'tests/test_totals.py::test_mean' }] },
      ['tests/test_totals.py::test_sum'],
    ],
    ['another command says the same', missing, { ...missing, family: 'mypy' }, []],
    ['another kind of error says the same', missing, { ...missing, types: ['ImportWarning'] }, []],
    ['one of them is a guess', missing, { ...missing, guessed: true }, []],
    [
      'nothing but that something failed is known',
      { lines: ['FAIL example.org/ledger/store __DURATION__', 'exit status 1'] },
      { lines: ['FAIL example.org/ledger/store __DURATION__', 'exit status 1'] },
      [],
    ],
    [
      'a bare test name is all there is',
      { lines: ['--- FAIL: TestOpen (__DURATION__)'], entities: [{ kind: 'test', value: 'TestOpen' }] },
      { lines: ['--- FAIL: TestOpen (__DURATION__)'], entities: [{ kind: 'test', value: 'TestOpen' }] },
      [],
    ],
    [
      'one failure is a part of the other',
      failing,
      {
        ...failing,
        lines: [...failing.lines, 'E KeyError: winter', 'E PermissionError: ledger.db is locked'],
      },
      [],
    ],
    ['a plain word stands where the other has another', unmet('boil'), unmet('pour'), []],
    ['nothing is known', { lines: [] }, { lines: [] }, []],
  ] as readonly (readonly [string, Known, Known, readonly string[]])[])(
    'not the same: %s',
    (_, query, known, names) => {
      const { strength, conflicts } = compareFailures(failure(query), failure(known));
      expect(strength).not.toBe('same');
      expect(conflicts.map(({ value }) => value)).toEqual(names);
    },
  );

  it('tells a likeness from none', () => {
    const alike = { ...missing, lines: ["ModuleNotFoundError: No module named 'requests'"], entities: [] };
    expect(compareFailures(failure(missing), failure(alike)).strength).toBe('similar');
    expect(compareFailures(failure(missing), failure(refused)).strength).toBe('different');
  });

  it('takes names for a conflict when each side has one that the other lacks, whatever else they share', () => {
    const peers = (name: string) => [
      { kind: 'package', value: 'kettle' } as const,
      { kind: 'package', value: name } as const,
    ];
    const lines = ['npm error Could not resolve dependency:', 'npm error peer kettle from a plugin'];
    const comparison = compareFailures(
      failure({ lines, entities: peers('kettle-whistle') }),
      failure({ lines, entities: peers('kettle-lid') }),
    );
    expect(comparison.strength).not.toBe('same');
    expect(comparison.conflicts).toEqual([{ kind: 'package', value: 'kettle-whistle' }]);
  });

  it('does not take entities for a conflict when one side only names more of the same', () => {
    const two = [{ kind: 'symbol', value: 'open' } as const, { kind: 'symbol', value: 'close' } as const];
    const one = failure({ lines: ['undefined: open'], entities: two.slice(0, 1) });
    expect(compareFailures(failure({ lines: ['undefined: open'], entities: two }), one).conflicts).toEqual(
      [],
    );
  });

  it('knows two commands of one family only when both are known', () => {
    expect(compareFailures(failure(missing), failure(missing)).sameCommandFamily).toBe(true);
    expect(compareFailures(failure({ lines: ['x'] }), failure({ lines: ['x'] })).sameCommandFamily).toBe(
      false,
    );
  });

  it('explains its likeness', () => {
    const { parts, similarity } = compareFailures(failure(missing), failure({ ...missing, family: 'mypy' }));
    expect(parts.value).toBe(similarity);
    expect(parts.parts.map(({ description }) => description.split(':')[0])).toEqual([
      'error lines found again in each other',
      'kinds of failure in common',
      'names in common',
      'command of one family',
    ]);
  });
});
