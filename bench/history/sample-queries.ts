import { execFileSync } from 'node:child_process';

/**
 * Queries as they come: half short, the subjects of past commits; half long, whole messages of those that say most.
 * The same for the same repository and count.
 */
export function sampleQueries(repository: string, count: number): readonly string[] {
  const log = execFileSync('git', ['-C', repository, 'log', '--no-merges', '--format=%B%x00', 'HEAD'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 31 - 1,
  });
  const messages = log.split('\0').map((message) => message.trim());
  const subjects = messages
    .map((message) => message.split('\n')[0] ?? '')
    .filter((subject) => subject.includes(' '));
  const long = messages.toSorted((a, b) => b.length - a.length).slice(0, 2_000);
  const half = Math.ceil(count / 2);
  return [...pick(subjects, half), ...pick(long, count - half)].filter((query) => query !== '');
}

/** Evenly spaced entries. */
function pick(values: readonly string[], count: number): readonly string[] {
  return Array.from(
    { length: count },
    (_, position) => values[Math.floor((position * values.length) / count)] ?? '',
  );
}
