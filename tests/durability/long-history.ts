import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildRepository } from '../git/build-repository.ts';

export interface LongHistory {
  readonly path: string;
  /** For homes and whatever else the tests need; removed with the repository. */
  readonly folder: string;
  remove(): void;
}

const words = [
  'whistle',
  'kettle',
  'steam',
  'valve',
  'boiler',
  'thermostat',
  'handle',
  'spout',
  'lid',
  'cord',
  'relay',
];

/** Subjects of the messages, from the most to the least common. */
export const queries = [
  'whistle of the kettle',
  'thermostat 17',
  'relay spout',
  'steam valve 401',
  'fixes #1204',
];

/** A history in a line, the same each time, of commits that speak of different things and change one file of many. */
export function buildLongHistory(commitCount: number): LongHistory {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-long-'));
  const { path, import: importStream } = buildRepository({
    path: join(folder, 'repository'),
    init: ['--bare'],
  });
  const commands: string[] = [];
  for (let number = 1; number <= commitCount; number++) {
    const word = (step: number) => words[(number * step) % words.length];
    const message = `Mend the ${word(1)} of the ${word(7)}, case ${number % 500}\n\nFixes #${number}.`;
    const content = `${number}\n`;
    commands.push(
      'commit refs/heads/main',
      `committer Ada <ada@example.org> ${1_600_000_000 + number * 60} +0000`,
      `data ${message.length}\n${message}`,
      `M 100644 inline src/file-${number % 97}.ts\ndata ${content.length}\n${content}`,
    );
  }
  importStream(`${commands.join('\n')}\n`);
  return { path, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
