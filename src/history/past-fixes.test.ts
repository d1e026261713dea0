import { describe, expect, it } from 'vitest';
import { commitRecords } from '../../tests/fakes/commit-history.ts';
import { latestFixes, poseQuestion, quotedLines, readPastFix } from './past-fixes.ts';

const asking = 'Entries survive an eviction of the store';

function fixOf(message: string, files: readonly string[] = ['src/cache.py']) {
  const [, commit] = commitRecords([{ name: 'before' }, { name: 'fix', message, files }]);
  return commit === undefined ? undefined : readPastFix(commit);
}

describe('readPastFix', () => {
  it('asks without numbers and signatures, and answers with the sources it modified', () => {
    const fix = fixOf(`Fixed #12 -- ${asking} (#34)\n\nSigned-off-by: Ada`, [
      'src/cache.py',
      'tests/test_cache.py',
      'docs/cache.rst',
    ]);
    expect(fix?.message).toBe(asking);
    expect(fix?.sources).toEqual(['src/cache.py']);
    expect(fix?.tests).toEqual(['tests/test_cache.py']);
  });

  it.each([
    ['names the file', 'Entries survive an eviction in cache.py of the store'],
    ['names the module', 'Entries survive an eviction in src.cache of the store'],
    ['is a chore', 'Bump the version of everything that is released here'],
    ['says too little', 'Mend it'],
  ])('asks nothing when the message %s', (_, message) => {
    expect(fixOf(message)).toBeUndefined();
  });

  it('asks nothing without a modified source, or with too many', () => {
    expect(fixOf(asking, ['README.md'])).toBeUndefined();
    expect(
      fixOf(
        asking,
        ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `src/${name}.py`),
      ),
    ).toBeUndefined();
    const [, added] = commitRecords([
      { name: 'before' },
      { name: 'fix', message: asking, files: [{ status: 'added', path: 'src/cache.py' }] },
    ]);
    expect(added && readPastFix(added)).toBeUndefined();
  });

  it('asks nothing for a merge or a first commit', () => {
    const [first, , , merge] = commitRecords([
      { name: 'a', message: asking, files: ['src/cache.py'] },
      { name: 'b' },
      { name: 'c', parents: ['a'] },
      { name: 'd', parents: ['b', 'c'], message: asking, files: ['src/cache.py'] },
    ]);
    expect([first, merge].map((commit) => commit && readPastFix(commit))).toEqual([undefined, undefined]);
  });
});

describe('latestFixes', () => {
  const latestFirst = commitRecords([
    { name: 'first' },
    { name: 'told', message: `Crash: ${asking}`, files: ['src/cache.py', 'tests/test_cache.py'] },
    { name: 'plain', message: 'Let the window of the store grow wider', files: ['src/cache.py'] },
    { name: 'late', message: 'Let the door of the store open wider', files: ['src/cache.py'] },
  ]).toReversed();
  it('gives those that can be asked about, the latest first', () => {
    const messages = latestFixes(latestFirst, 3).map(({ message }) => message.slice(0, 12));
    expect(messages).toEqual(['Let the door', 'Let the wind', 'Crash: Entri']);
  });

  it('reads no further than needed', () => {
    let read = 0;
    function* reading() {
      for (const commit of latestFirst) {
        read++;
        yield commit;
      }
    }
    latestFixes(reading(), 1);
    expect(read).toBeLessThan(latestFirst.length);
  });
});

describe('poseQuestion', () => {
  const fixWith = (digits: string) => {
    const fix = fixOf(asking, ['src/cache.py', 'tests/test_cache.py']);
    return fix && { ...fix, id: digits.padEnd(40, '0') as typeof fix.id };
  };
  const patch = [
    '+++ b/tests/test_cache.py',
    '@@ -1 +1,3 @@',
    '-old = 1',
    '+assert evicted == []',
    '+',
    '+from src.cache import Store',
    ' context = 1',
  ].join('\n');

  it('quotes what the tests gained, but no line that names the answer', () => {
    const fix = fixWith('00000001');
    expect(fix && poseQuestion(fix, patch)).toBe(`${asking}\n\n\`\`\`\nassert evicted == []\n\`\`\`\n`);
  });

  it('quotes nothing for one fix in three, and as many lines as it said otherwise', () => {
    const none = fixWith('00000003');
    expect(none && poseQuestion(none, patch)).toBe(asking);
    const long = Array.from({ length: 60 }, (_, line) => `+line_${line} = 1`).join('\n');
    for (const digits of ['00000001', '00000002']) {
      const fix = fixWith(digits);
      expect(fix && poseQuestion(fix, long).match(/line_/g)).toHaveLength(fix ? quotedLines(fix) : 0);
    }
  });
});
