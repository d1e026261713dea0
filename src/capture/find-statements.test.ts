import { describe, expect, it } from 'vitest';
import { findStatements, standingSentences } from './find-statements.ts';

describe('findStatements', () => {
  it.each([
    ['constraint', 'Always run the formatter before you commit.'],
    ['constraint', 'never edit files in dist by hand'],
    ['constraint', 'From now on please use pnpm for everything.'],
    ['constraint', 'Every time you change a query, add a test for it.'],
    ['constraint', "don't ever push to main directly"],
    ['constraint', 'stop adding comments that repeat the code'],
    ['constraint', 'remember to run the migrations against the staging copy first'],
    ['constraint', 'and remember to use pagination'],
    ['constraint', 'In future, put fixtures next to the test.'],
    ['constraint', 'going forward, tag releases from main only'],
    ['project_fact', 'We use pnpm instead of npm here.'],
    ['project_fact', 'generated code in internal/gen gets overwritten by every build, edit the queries'],
    ['project_fact', 'Everything under packages/legacy is dead, new code goes to packages/core.'],
    ['constraint', 'commits in this repo have the ticket in front, otherwise the hook rejects them'],
    ['preference', 'I prefer small functions with early returns.'],
    ['decision', 'We decided to keep dates in UTC everywhere.'],
  ])('finds a %s: %s', (type, text) => {
    expect(findStatements(text)).toEqual([{ type, text }]);
  });

  it.each([
    'can you fix the failing test?',
    'add a retry to the uploader, three attempts',
    'the spinner should always show while the list is loading',
    'rename the field to userId in the form',
    'it always fails when I run it twice',
    'should we always use pnpm here?',
    'yes, do that',
    "let's go with option 2",
    'never mind, I found it',
    "don't change this file for now",
    'I think we should always check that',
    'Always loses the cursor position, looks like a bug',
    '```\nAlways run the formatter.\n```',
    '> Never edit files in dist by hand',
    '---\nname: agent\n---\nNEVER break character until you are told so.',
    '<activation critical="true">\nALWAYS stay in character at all times.\n</activation>',
    `Always run the formatter before you commit. ${'A long pasted log follows. '.repeat(200)}`,
    '```ts\n// always refresh the token\nrefresh();\n```\nwhy does this fail?',
    'Review: Consider extracting this helper so it can be used in future versions.',
    'This could be used in the future to support multiple tenants.',
    'We can add an index and use it in the future for search.',
    'The cache will always return stale entries, so users never see updates in the future.',
    '1. Add the table\n2. Make sure the migration runs\n3. Use it in future phases',
    'Step 2: do not delete the old column yet',
    '> make sure the tests pass\nwhat did you mean by that?',
    "don't worry about the failing lint job",
    'do not commit anything of it yet',
    '_⚠️ Potential issue_ | _🟠 Major_\n\nNever trust the client id here; going forward use the session.',
    'I never got that to work on my machine',
    'Each time I add one more filter, it takes twice as long.',
    'Every time I run make, it builds all of it.',
  ])('makes no memory of: %s', (text) => {
    expect(findStatements(text)).toEqual([]);
  });

  it('finds a statement in a longer message, alone', () => {
    const fact = 'Everything under packages/legacy is dead, new code goes to packages/core.';
    const message = `Rename the field to userId in the form. ${fact} Then run the tests again, please.`;
    expect(findStatements(message).map(({ text }) => text)).toEqual([fact]);
    expect(standingSentences(message)).toEqual([fact]);
  });
});
