// Checks subjects of commits since the last tag (at most the last 50): `area(scope): what, in the imperative`.
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { describeSubjectFault } from './commits/describe-subject-fault.ts';

const maximumCommits = 50;
const run = promisify(execFile);

/** Folders within rooms and workshops, and commands. */
const places = globSync(['src/*/*/', '{bench,scripts,tests}/*/', 'src/cli/commands/*.ts']).map((path) =>
  basename(path, '.ts'),
);

const commits = await readSubjects();
const faults = commits.flatMap(({ id, subject }) => {
  const fault = describeSubjectFault(subject, places);
  return fault === undefined ? [] : [`${id} ${subject}\n  ${fault}`];
});
for (const fault of faults) console.error(fault);
console.log(
  commits.length === 0
    ? 'no git history here: nothing to check'
    : `${commits.length} subjects, ${faults.length} faults`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

async function readSubjects(): Promise<readonly { readonly id: string; readonly subject: string }[]> {
  try {
    const tag = await run('git', ['describe', '--tags', '--abbrev=0']).then(
      ({ stdout }) => stdout.trim(),
      () => undefined,
    );
    const range = tag === undefined ? 'HEAD' : `${tag}..HEAD`;
    const { stdout } = await run('git', [
      'log',
      '--no-merges',
      `-${maximumCommits}`,
      '--format=%h%x09%s',
      range,
    ]);
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({
        id: line.slice(0, line.indexOf('\t')),
        subject: line.slice(line.indexOf('\t') + 1),
      }));
  } catch {
    return [];
  }
}
