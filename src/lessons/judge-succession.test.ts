import { describe, expect, it } from 'vitest';
import { describeRewrite, judgeSuccession, pairReplacements, wordRule } from './judge-succession.ts';

const judge = (newer: string, older: string) => judgeSuccession({ newer, older, rarityOf: () => 1 }).kind;

describe('judgeSuccession', () => {
  it.each([
    ['Use pnpm instead of npm for all installs.', 'Use npm for all installs.'],
    ['Deploys happen on Tuesdays, no longer on Fridays.', 'Deploys happen on Fridays.'],
    ['As of May the worker keeps jobs in Postgres.', 'The worker keeps jobs in Redis.'],
    [
      'This amends the rule about the release branch: the release branch is cut on Monday.',
      'The release branch is cut on Friday.',
    ],
    ['Correction: the staging database listens on port 5433.', 'The staging database listens on port 5432.'],
  ])('takes %j for the successor of %j', (newer, older) => {
    expect(judge(newer, older)).toBe('supersedes');
  });

  it.each([
    [
      'Use pnpm instead of npm for all installs.',
      'The audit of npm packages runs every night and mails a report.',
    ],
    ['Use `bun run` instead of `npm run`.', 'Use `bun install` instead of `npm install`.'],
    ['Tests are written with vitest.', 'Deploys happen on Fridays.'],
    ['Tests of the parser are slow, so mark them.', 'Tests of the printer need a font.'],
  ])('leaves both %j and %j', (newer, older) => {
    expect(judge(newer, older)).not.toBe('supersedes');
  });

  it('asks a person where only a value changed and nothing says that it replaces the other', () => {
    expect(judge('Retry failed uploads 5 times.', 'Retry failed uploads 3 times.')).toBe('may_supersede');
    expect(judge('Kettle 4.1.0 (main, 12 July)', 'Kettle 4.1.0-rc.2 (main, 12 July)')).toBe('may_supersede');
  });

  it.each([
    ['uv run make lint', 'poetry run make lint', 'another tool for the same job'],
    ['SDK: `kettle/`, Python 3.12, uv', 'SDK: `kettle/`, Python 3.12, Poetry 2.3', 'another value of a key'],
    ['State of the kiln: `STATE.md`', 'State of the kiln: `docs/progress.txt`', 'another name of a key'],
    [
      '`npm run kiln` | fires all kettles at once, cached',
      '`npm run kiln` | fires the kettles of four batches',
      'another value of a key in several places',
    ],
    [
      'Fires after the kettle cools (30-second pause for batches)',
      'Fires after any kettle cools (5-second pause)',
      'a key in other words',
    ],
    ['The kiln now fires the lid by itself', 'Fire the lid in the small kiln', 'what changed'],
    ['Write names in double quotes', 'Write names in single quotes', 'the other of two choices'],
    [
      'Note: the kiln fires kettles in batches, and plates if there is room',
      'Note: the kiln does not fire kettles in batches, so wait',
      'what was denied',
    ],
  ])('asks a person whether %j, said on another occasion, replaces %j: %s', (newer, older) => {
    const [later, atOnce] = [true, false].map((isLater) =>
      judgeSuccession({ newer, older, isLater, rarityOf: () => 0.5 }),
    );
    expect(later?.kind).toBe('may_supersede');
    expect(atOnce?.kind).toBe('none');
  });

  it.each([
    ['make install-dev', 'make install-hooks'],
    ['CACHE_URL=postgres://kettle/db', 'GRAPH_URL=postgres://kettle/db'],
    ['`lint.ts`: checks the style of sources', '`lint.ts`: run by the pipeline on every push'],
    ['Tests of the parser are slow, so mark them.', 'Tests of the printer need a font.'],
    ['kiln test --engine gas --smoke', 'kiln test --engine wood --smoke'],
    ['kiln import -i batch.json --dry-run', 'kiln import -i batch.json --again'],
    ['Do not merge without a review of two', 'Merge after two reviews, as the release needs'],
    ['Write tests in the same folder as the code', 'Write tests in TypeScript'],
    ['Log request errors in JSON', 'Log request errors at warn level'],
    ['Report security bugs within 24 hours', 'Report security bugs on the private tracker'],
    ['Add unit tests in packages/api for server code', 'Add unit tests in packages/web for browser code'],
  ])('leaves both %j and %j, also on another occasion', (newer, older) => {
    expect(judgeSuccession({ newer, older, isLater: true, rarityOf: () => 0.5 }).kind).toBe('none');
  });

  it.each([
    ['Do not put wood into the small kiln.', 'Do not put paper into the small kiln.'],
    ['Never open the lid of a hot kiln', 'Never touch the lid of a hot kiln'],
  ])('leaves both %j and %j, which can both be left undone', (newer, older) => {
    expect(judgeSuccession({ newer, older, isLater: true, rarityOf: () => 0.5 }).kind).toBe('none');
  });

  it.each([
    ['Never indent the recipes with tabs.', 'Never indent the recipes with spaces.', 'one of two choices'],
    ['Never fire the kiln: wait 5 hours', 'Never fire the kiln: wait 3 hours', 'another clause'],
  ])('asks a person whether %j replaces %j, which forbids as well: %s', (newer, older) => {
    expect(judgeSuccession({ newer, older, isLater: true, rarityOf: () => 0.5 }).kind).toBe('may_supersede');
  });

  it.each([
    ['Never commit lock files.', 'Commit lock files.'],
    ['Commit lock files.', 'Do not commit the lock files'],
    ["We don't mock the database in tests.", 'We always mock the database in tests.'],
  ])('asks a person whether %j denies %j, even if both were said at once', (newer, older) => {
    expect(judge(newer, older)).toBe('may_supersede');
  });

  it.each([
    ['Use tabs, not spaces.', 'Use spaces, not tabs.'],
    ['Install with npm, never pnpm.', 'Install with pnpm, never npm.'],
  ])('takes %j for the successor of %j, though each rules something out', (newer, older) => {
    expect(judge(newer, older)).toBe('supersedes');
  });

  it('takes time in proportion to what it compares, whatever it is given', () => {
    const long = 'instead of '.repeat(20_000);
    expect(judge(long, long)).not.toBe('supersedes');
  });
});

const judgeNumbers = (newer: string, older: string, isLater: boolean) =>
  judgeSuccession({ newer, older, isLater, rarityOf: () => 0.5 }).kind;

describe('judgeSuccession of numbers', () => {
  it('leaves both of two issues, whenever they were said', () => {
    const [newer, older] = [
      'Issue #456 is closed by cleaning the kiln.',
      'Issue #123 is closed by cleaning the kiln.',
    ];
    expect([judgeNumbers(newer, older, false), judgeNumbers(newer, older, true)]).toEqual(['none', 'none']);
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
    expect([judgeNumbers(newer, older, false), judgeNumbers(newer, older, true)]).toEqual([
      'may_supersede',
      'may_supersede',
    ]);
  });

  it('asks on another occasion where a value differs besides', () => {
    expect(judgeNumbers('Retry limit is 5 (issue #45)', 'Retry limit is 3 (issue #12)', true)).toBe(
      'may_supersede',
    );
  });

  it('asks where the newer says that it replaces something', () => {
    const [newer, older] = ['Port 6379 must stay free instead of 5432.', 'Port 5432 must stay free.'];
    expect(judgeNumbers(newer, older, true)).toBe('supersedes');
  });
});

const section = 'Setup';
const file = (...texts: readonly string[]) => texts.map((text) => wordRule({ text, section }));
const unchanged = ['Tests live beside the code.', 'Ask before you add a dependency.'];

/** The pairs of old and new rules of a file between two versions. */
function judgeFile(before: readonly string[], after: readonly string[]) {
  const rewrite = describeRewrite(file(...before, ...unchanged), file(...after, ...unchanged));
  return pairReplacements(rewrite).map(({ older, newer }) => [
    older.text,
    newer.text,
    judgeSuccession({ older: older.text, newer: newer.text, rewrite }).kind,
  ]);
}

describe('a rule that stands in the place of another since one version of a file', () => {
  it.each([
    ['Package manager: `npm`', 'Package manager: `pnpm`'],
    ['| node | 18 |', '| node | 24 |'],
    ['- **Formatter**: `black` with its defaults', '- **Formatter**: `ruff` with its defaults'],
  ])('supersedes where %j becomes %j', (older, newer) => {
    expect(judgeFile([older], [newer])).toEqual([[older, newer, 'supersedes']]);
  });

  it.each([
    ['Install packages with npm.', 'Install the packages with npm.'],
    ['Keep functions short.', 'Keep functions short, so that they fit on a screen.'],
    ['Follow established patterns closely.', 'Follow existing patterns closely.'],
    ['Use [trace][6] to debug', 'Use [trace][7] to debug'],
  ])('is none where %j becomes %j', (older, newer) => {
    expect(judgeFile([older], [newer])).toEqual([[older, newer, 'none']]);
  });

  it('is the one most like it, and of one rule only', () => {
    const before = ['Use npm for installing packages here.', 'Use npm for publishing packages here.'];
    const after = ['Use pnpm for publishing packages here.', 'Use pnpm for installing packages here.'];
    expect(judgeFile(before, after).map(([older, newer]) => [older, newer])).toEqual([
      [before[0], after[1]],
      [before[1], after[0]],
    ]);
  });

  it('is none where nothing is alike, or what was there still stands', () => {
    expect(judgeFile(['Deploys happen on Fridays.'], ['Logs are written as JSON.'])).toEqual([]);
    expect(judgeFile(['Use npm here.'], ['Use npm here.', 'Use pnpm here.'])).toEqual([]);
  });
});
