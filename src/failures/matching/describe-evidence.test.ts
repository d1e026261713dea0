import { describe, expect, it } from 'vitest';
import { clean, failureProfile } from '../../../tests/fakes/memory-item.ts';
import type { FailureProfile } from '../../model/failure.ts';
import { describeEvidence } from './describe-evidence.ts';

const known: FailureProfile = failureProfile({
  command: { program: 'pytest', family: 'pytest' },
  errorLines: [clean("ModuleNotFoundError: No module named 'requests'")],
  exceptionTypes: ['ModuleNotFoundError'],
  entities: [
    { kind: 'module', value: 'requests' },
    { kind: 'name', value: 'quoted' },
  ],
  file: 'tests/test_api.py',
  frames: [{ path: 'tests/test_api.py', function: 'test_get' }],
  family: { name: 'import_error', confidence: 0.9 },
});

const wordsOf = (points: readonly { readonly words: string }[]) => points.map(({ words }) => words);

describe('describeEvidence', () => {
  it('finds nothing against a failure itself', () => {
    const { agrees, differs } = describeEvidence(known, known);
    expect(differs).toEqual([]);
    expect(wordsOf(agrees)).toEqual([
      'the error reads the same',
      'ModuleNotFoundError',
      'import_error',
      'module requests',
      'quoted',
      'pytest',
      'tests/test_api.py',
      'tests/test_api.py:test_get',
    ]);
  });

  it('names what differs, on both sides', () => {
    const query = {
      ...known,
      entities: [
        { kind: 'module', value: 'yaml' },
        { kind: 'name', value: 'other' },
      ] as const,
      command: { program: 'tox', family: 'tox' },
      file: 'src/api.py',
    };
    const { differs } = describeEvidence(query, known);
    expect(differs).toEqual([
      { aspect: 'name', words: 'module yaml, not requests' },
      { aspect: 'command', words: 'tox, not pytest' },
      { aspect: 'file', words: 'src/api.py, not tests/test_api.py' },
    ]);
  });

  it('says nothing of what one side does not know', () => {
    expect(describeEvidence(failureProfile(), known)).toEqual({ agrees: [], differs: [] });
    expect(describeEvidence(known, failureProfile())).toEqual({ agrees: [], differs: [] });
  });

  it('takes files of one folder for near', () => {
    const { agrees } = describeEvidence(failureProfile({ file: 'tests/test_other.py' }), known);
    expect(agrees).toEqual([{ aspect: 'file', words: 'a file of tests' }]);
  });

  it('says how far an error is from reading the same', () => {
    const query = failureProfile({ errorLines: [clean('sqlite3.OperationalError: database is locked')] });
    expect(wordsOf(describeEvidence(query, known).differs)[0]).toMatch(/reads differently \(\d+% alike\)/);
  });
});
