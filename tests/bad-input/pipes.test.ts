import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAfterwit } from '../doors/afterwit-command.ts';
import { newHome } from '../doors/open-library.ts';
import { some } from '../effort.ts';
import { copiesOf, type TestRepository } from '../git/build-repository.ts';

/** Where git waits for ever at a pipe. */
interface Place {
  readonly name: string;
  readonly file: (repository: TestRepository) => string;
  /** Seen before git is asked, and so at once. */
  readonly isSeen?: true;
}

const loose = (name: string, revision: string): Place => ({
  name,
  file: (repository) => repository.objectFile(repository.git('rev-parse', revision)),
});

const packed = (name: string, ending: string): Place => ({
  name,
  isSeen: true,
  file({ path, git }) {
    git('repack', '-adq');
    git('multi-pack-index', 'write');
    const folder = join(path, '.git/objects/pack');
    return join(folder, readdirSync(folder).find((file) => file.endsWith(ending)) ?? '');
  },
});

const places: readonly Place[] = [
  loose('the commit of HEAD', 'HEAD'),
  loose('an older commit', 'HEAD~2'),
  loose('the tree of HEAD', 'HEAD^{tree}'),
  loose('an older tree', 'HEAD~2^{tree}'),
  loose('a blob', 'HEAD:parser.py'),
  { name: 'a branch', file: ({ path }) => join(path, '.git/refs/heads/main') },
  packed('a pack', '.pack'),
  packed('the index of a pack', '.idx'),
  packed('the index of all packs', 'multi-pack-index'),
  {
    name: 'attributes in the working tree',
    file({ path, git }) {
      // Newer than the index, it is compared by content, for which git reads attributes.
      const future = new Date('2100-01-01');
      utimesSync(join(path, 'parser.py'), future, future);
      git('add', 'parser.py');
      return join(path, '.gitattributes');
    },
  },
];

/** A git that waits for nothing does something in so much time on any machine. */
const idleMs = 3_000;

const parser = copiesOf((repository) => {
  for (const word of ['commas', 'brackets', 'quotes'])
    repository.commit(`Parse ${word}`, { 'parser.py': `def parse_${word}(text):\n    return text\n` });
});

// All at once: each waits until git is taken to be idle.
test.runIf(process.platform !== 'win32')(
  'locate does not wait at a pipe in the place of any file',
  async () => {
    await Promise.all(
      some(places).map(async ({ name, file, isSeen }) => {
        const { repository } = parser();
        const pipe = file(repository);
        rmSync(pipe, { force: true });
        spawnSync('mkfifo', [pipe]);
        const home = newHome();
        mkdirSync(home, { mode: 0o700 });
        writeFileSync(join(home, 'config.json'), JSON.stringify({ git: { idleMs } }));

        const { status, stderr } = await runAfterwit(['locate', 'commas are not parsed'], {
          cwd: repository.path,
          home,
        });
        expect(status, name).toBe(5);
        const error = stderr.replaceAll(/\s+/g, ' ');
        expect(error, name).toMatch(
          isSeen ? /is not a regular file/ : /said and did nothing for \d+(\.\d)? s and was stopped/,
        );
        expect(stderr.replaceAll(/\s+/g, ''), name).toContain(JSON.stringify(pipe).replaceAll(/\s+/g, ''));
      }),
    );
  },
);
