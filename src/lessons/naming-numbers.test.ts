import { describe, expect, it } from 'vitest';
import { judgeSuccession } from './judge-succession.ts';
import { namingNumbers } from './naming-numbers.ts';

const judge = (newer: string, older: string, isLater: boolean) =>
  judgeSuccession({ newer, older, isLater, rarityOf: () => 0.5 }).kind;

describe('namingNumbers', () => {
  it.each([
    ['Fire kiln issue #12 again', ['12']],
    ['Kettle 7 must cool first.', ['7']],
    ['Glaze 3.9 is supported.', ['3.9']],
    ['Batch KL-311 is not sold.', ['kl-311']],
    ['Firing 0042 cannot be taken back.', ['0042']],
    ['Ask the potter in step 3.', ['3']],
    ['**Stage 2**: let it cool', ['2']],
    ['Never use port 5432.', ['5432']],
    ['Kiln 2 is used by the school.', ['2']],
  ])('finds in %j what names its subject', (text, names) => {
    expect([...namingNumbers(text)]).toEqual(names);
  });

  it.each([
    'The limit of kettles is 3.',
    'Kiln 20 is required.',
    'Fire kettles 3 times.',
    'Use port 3000.',
    'Plates must stay under 80 degrees.',
    'Never fire for 30 minutes.',
    'Kettles (2 of them)',
    '| Kettle | 15 | blue |',
    'Never forget to [read the note][18] first.',
    'Cut a batch every 2 weeks.',
    'Glaze files get mode 0644.',
    'Paint the lid #000000, the foot #333.',
    'Keep every line 80 characters long.',
    'Retry each step 3 times.',
    "Don't exceed the rate limit 50.",
    'Do not skip the review; required potters 2',
    '',
  ])('finds none in %j, whose numbers are what it says', (text) => {
    expect([...namingNumbers(text)]).toEqual([]);
  });

  it('looks at the beginning of a long text alone', () => {
    const found = ['issue #7 ', ''].map((end) => namingNumbers(`Issue #12 ${'waits '.repeat(500)}${end}`));
    expect(found).toEqual([new Set(['12']), new Set(['12'])]);
  });
});

describe('judgeSuccession of numbers', () => {
  it.each([
    ['Issue #456 is closed by cleaning the kiln.', 'Issue #123 is closed by cleaning the kiln.'],
    ['Port 6379 must stay free.', 'Port 5432 must stay free.'],
    ['Kiln suite 7 is flaky.', 'Kiln suite 3 is flaky.'],
    ['Glaze 3.12 is supported.', 'Glaze 3.9 is supported.'],
  ])('leaves both %j and %j, whenever they were said', (newer, older) => {
    expect([judge(newer, older, false), judge(newer, older, true)]).toEqual(['none', 'none']);
  });

  it.each([
    ['The limit of kettles is 5.', 'The limit of kettles is 3.'],
    ['Kiln 22 is required.', 'Kiln 20 is required.'],
    ['The kiln listens on port 5433.', 'The kiln listens on port 5432.'],
    ['Commit lock files (PR #45).', 'Never commit lock files (PR #12).'],
    ['Never commit lock files (PR #45).', 'Commit lock files (PR #12).'],
    ['Glaze files get mode 0600.', 'Glaze files get mode 0644.'],
    ['Set the umask to 027.', 'Set the umask to 022.'],
    ['Paint the lid of each kettle in #112233.', 'Paint the lid of each kettle in #000000.'],
    ['Keep every line 100 characters long.', 'Keep every line 80 characters long.'],
    ["Don't exceed the rate limit 100.", "Don't exceed the rate limit 50."],
    ['Do not skip review; required approvals 3', 'Do not skip review; required approvals 2'],
  ])('asks a person whether %j replaces %j', (newer, older) => {
    expect([judge(newer, older, false), judge(newer, older, true)]).toEqual([
      'may_supersede',
      'may_supersede',
    ]);
  });

  it('asks on another occasion where a value differs besides', () => {
    expect(judge('Retry limit is 5 (issue #45)', 'Retry limit is 3 (issue #12)', true)).toBe('may_supersede');
  });

  it('asks where the newer says that it replaces something', () => {
    const [newer, older] = ['Port 6379 must stay free instead of 5432.', 'Port 5432 must stay free.'];
    expect(judge(newer, older, true)).toBe('supersedes');
  });
});
