import { describe, expect, it } from 'vitest';
import { processorMsOf } from '../../../tests/processor-ms-of.ts';
import { compareFixes } from './compare-fixes.ts';

type Relation = ReturnType<typeof compareFixes>['relation'];

const cases: readonly (readonly [relation: Relation, told: string, known: string])[] = [
  ['same', 'Run npm run build first.', 'run  npm run build first'],
  [
    'same',
    'Load the model before the tokenizer is built.',
    'The tokenizer is built only when the model is loaded before.',
  ],
  [
    'different',
    'Close the pool in afterAll.',
    'Close the pool in afterAll and await its end, so that no socket is left.',
  ],
  ['same', 'Remove the stale lock file and start again.', 'Removed stale lock file, then started it again'],
  [
    'same',
    'Give the fixture a temporary folder of its own.',
    'Give each fixture a temporary folder of its own, removed afterwards.',
  ],
  ['contradicts', 'Add numpy to requirements.txt.', 'Remove numpy from requirements.txt.'],
  [
    'contradicts',
    'Enable strict mode in the compiler options.',
    'Disable strict mode in the compiler options.',
  ],
  ['contradicts', 'Downgrade urllib3 below the breaking release.', 'Upgrade urllib3 to the latest release.'],
  ['contradicts', 'Increase the pool timeout.', 'Reduce the pool timeout.'],
  ['contradicts', 'Run npm install in the web folder.', 'Run pnpm install in the web folder.'],
  ['contradicts', 'Set the number of workers to 2.', 'Set the number of workers to 3.'],
  ['contradicts', 'Pin setuptools==65.5.1 in the image.', 'Pin setuptools==70.0.0 in the image.'],
  ['contradicts', 'Never run the migrations in parallel.', 'Run the migrations in parallel.'],
  ['contradicts', "Don't cache the tokens between requests.", 'Cache the tokens between requests.'],
  ['contradicts', 'Call close before the flush.', 'Call close after the flush.'],
  ['different', 'Keep eager loading, do not disable it.', 'Disable eager loading.'],
  ['different', 'Install requests into the worker image.', 'Move each batch to the device of the model.'],
  [
    'different',
    'Install requests into the worker environment.',
    'Install the numerics engine in the active environment.',
  ],
  ['different', 'Add a lock around the write.', 'Remove the stale cache folder.'],
  ['different', 'Never run npm run build: dist is committed.', 'Run npm run build first.'],
  ['contradicts', 'Never run npm run build before the tests', 'Run npm run build before the tests'],
  ['different', 'Stop mocking the clock in the tests.', 'Mock the clock in the tests.'],
  ['different', 'Refrain from rebasing shared branches.', 'Rebase shared branches.'],
  ['different', 'No longer export NODE_OPTIONS.', 'Export NODE_OPTIONS for the build.'],
  ['different', 'Skip the migration step.', 'Run the migration step.'],
  ['different', 'npm run build is not needed.', 'Run npm run build first.'],
  ['contradicts', 'Run make without sudo.', 'Run make with sudo.'],
  [
    'different',
    'Never edit the generated parser; edit the grammar and regenerate it.',
    'Edit the generated parser.',
  ],
  ['different', 'Run npm run build first; dist is not committed.', 'Run npm run build first.'],
  ['different', 'Run npm run build first, never npm run watch.', 'Run npm run build first.'],
  ['same', 'Never run npm run build.', "Don't run npm run build."],
  ['different', "Don't forget to run npm run build first.", 'Run npm run build first.'],
  ['different', "It wasn't the cache. Bump vite to 5.", 'Bump vite to 5.'],
  ['same', 'Avoid the cache: pass --no-cache to docker build.', 'Pass --no-cache to docker build.'],
  ['different', 'Never run as root.', 'Run make.'],
  ['different', 'Avoid the npm cache.', 'Clear the npm cache.'],
  ['different', 'Never skip the codegen step.', 'Run the codegen step.'],
  ['different', 'Skip the flaky test on Windows.', 'Fix the race in the flaky test.'],
  ['different', '', 'Run it again.'],
  ['different', '', ''],
];

describe('compareFixes', () => {
  it.each(cases)('%s: %j and %j', (relation, told, known) => {
    expect(compareFixes(told, known).relation).toBe(relation);
    expect(compareFixes(known, told).relation).toBe(relation);
  });

  it('says what contradicts', () => {
    expect(compareFixes('Use pnpm install.', 'Use npm install.').reason).toBe('pnpm where the other has npm');
    expect(compareFixes('Add numpy to it.', 'Remove numpy from it.').reason).toBe(
      'add where the other has remov',
    );
    expect(compareFixes('Run it with sudo.', 'Run it without sudo.').reason).toBe(
      'one says not to do what the other does',
    );
    expect(compareFixes('Run it.', 'Run it.').reason).toBeUndefined();
  });

  it('takes no side for a fix that does both', () => {
    const both = 'Remove the old entry and add numpy to requirements.txt.';
    expect(compareFixes(both, 'Add numpy to requirements.txt.').relation).toBe('same');
  });

  it('is done in time with texts of any length', () => {
    const long = Array.from({ length: 200_000 }, (_, at) => `word${at % 977}`).join(' ');
    expect(processorMsOf(() => compareFixes(long, `${long} more`))).toBeLessThan(10_000);
  });
});
