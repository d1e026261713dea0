/** An older statement and a newer one. */
export type WrittenPair = readonly [older: string, newer: string];

/**
 * Both hold. Written, as those below, before the rules of succession were read; afterwards one rule was made for two prohibitions of different
 * things, which the eighth pair had shown to be missing.
 */
export const pairsThatHold: readonly WrittenPair[] = [
  ['Write commit messages in English.', 'Write commit messages without emojis.'],
  ['Run the linter before every push.', 'Run the type checker before every push.'],
  ['Keep functions under 40 lines.', 'Keep files under 300 lines.'],
  ['Never edit generated files in src/gen.', 'Never edit vendored files in third_party.'],
  ['Use fixtures for database tests.', 'Use fakes for network tests.'],
  ['Add a changelog entry for each feature.', 'Add a migration note for each schema change.'],
  ['Run pytest for the Python package.', 'Run vitest for the browser package.'],
  ['Do not import lodash in the client bundle.', 'Do not import moment in the client bundle.'],
  ['Cache HTTP responses for 5 minutes.', 'Cache DNS lookups for 30 seconds.'],
  ['Validate user input at the HTTP boundary.', 'Validate configuration at startup.'],
  ['Worker 1 reads from the billing queue.', 'Worker 2 reads from the email queue.'],
  ['Migration 0042 must not be edited.', 'Migration 0043 must not be edited.'],
  ['ADR 7 forbids direct database access from handlers.', 'ADR 9 forbids direct file access from handlers.'],
  ['Port 5432 belongs to Postgres.', 'Port 6379 belongs to Redis.'],
  ['Error E1001 means the token expired.', 'Error E1002 means the token was revoked.'],
];

/** The newer takes the place of the older: another value, another tool, or a denial. */
export const pairsThatReplace: readonly WrittenPair[] = [
  ['The request timeout is 30 seconds.', 'The request timeout is 60 seconds.'],
  ['Minimum Python version is 3.8.', 'Minimum Python version is 3.11.'],
  ['The staging database listens on port 5432.', 'The staging database listens on port 5433.'],
  ['Line length is 88 characters.', 'Line length is 100 characters.'],
  ['Format Python code with black.', 'Format Python code with ruff.'],
  ['We use yarn to install dependencies.', 'We use pnpm to install dependencies.'],
  ['CI runs on Travis.', 'CI runs on GitHub Actions.'],
  ['Squash commits before merging.', 'Do not squash commits before merging.'],
  ['Never use default exports.', 'Use default exports.'],
  ['Commit the lock file.', 'Don’t commit the lock file any more.'],
];
