import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerOf, runAfterwit } from '../doors/afterwit-command.ts';
import { copiesOf, type TestRepository, temporaryFolder } from '../git/build-repository.ts';

const writer = `"""Writes rows to disk, one file a day."""
from kettle.base import Sink


class RowWriter(Sink):
    """Buffers rows until they are flushed."""

    def flush_rows(self):
        """Write all buffered rows."""
        return self.open_day().write(self.rows)

    def open_day(self):
        return None
`;
const base = '"""Where rows go."""\n\n\nclass Sink:\n    """Takes rows."""\n\n    rows = ()\n';
const reader = '"""Reads rows back."""\n\n\ndef read_rows(day):\n    return day.lines\n';

/** A repository whose history says that losing rows was fixed in the writer. */
const kettles = copiesOf((repository) => {
  repository.commit('Start', { 'kettle/base.py': base, 'kettle/reader.py': reader, 'README.md': '# Kettle' });
  repository.commit('Add a writer of rows', { 'kettle/writer.py': writer });
  repository.commit('Stop losing the last row when a day ends\n\nFixes #3', {
    'kettle/writer.py': `${writer}\n# flushed at midnight\n`,
    'tests/test_writer.py': 'def test_last_row(): pass\n',
  });
  repository.commit('Faster reading', { 'kettle/reader.py': `${reader}\n# cached\n` });
});

function kettle(): {
  readonly repository: TestRepository;
  ask(...words: readonly string[]): Promise<Record<string, unknown>>;
} {
  const { repository } = kettles();
  const home = join(temporaryFolder(), 'home');
  return {
    repository,
    async ask(...words) {
      const options = ['--json', '--repo', repository.path, '--home', home];
      return answerOf(await runAfterwit([...words, ...options]));
    },
  };
}

describe('questions about code, on a real repository', () => {
  it('locate names the file, why, and where to look', async () => {
    const { ask } = kettle();
    const issue = 'The last row is lost\n\n`RowWriter.flush_rows()` drops it when the day ends.';
    const answer = (await ask('locate', issue)) as {
      kind: string;
      files: { path: string; evidence: string[]; symbols: { name: string }[] }[];
    };
    expect(answer.kind).toBe('located');
    const [first] = answer.files;
    expect(first?.path).toBe('kettle/writer.py');
    expect(first?.evidence.join()).toContain('defines `flush_rows`, `RowWriter`');
    // Five commits are too few to be heard.
    expect(first?.evidence.join()).not.toMatch(/past commits?/);
    expect(first?.symbols.map(({ name }) => name)).toContain('RowWriter.flush_rows');
    expect(answer.files.map(({ path }) => path)).not.toContain('tests/test_writer.py');
  });

  it('locate, as of an earlier commit, knows neither later files nor later commits', async () => {
    const { ask } = kettle();
    const answer = (await ask('locate', 'RowWriter.flush_rows loses rows', '--as-of', 'HEAD~3')) as {
      files: { path: string }[];
      commitCount: number;
    };
    expect(answer.commitCount).toBe(1);
    expect(answer.files.map(({ path }) => path)).not.toContain('kettle/writer.py');
  });

  it('sees the working tree as it is changed, unless a commit is named', async () => {
    const { repository, ask } = kettle();
    writeFileSync(
      join(repository.path, 'kettle/reader.py'),
      'def skim_foam():\n    """Taken off the top."""\n    return 1\n',
    );
    rmSync(join(repository.path, 'kettle/base.py'));
    const source = async (words: readonly string[]) =>
      JSON.stringify(await ask('entity', 'skim_foam', ...words));
    expect(await source([])).toContain('Taken off the top');
    expect(await source(['--as-of', 'HEAD'])).not.toContain('Taken off the top');
    expect(JSON.stringify(await ask('traverse', 'kettle'))).not.toContain('base.py');
    repository.git('checkout', '-q', '--', '.');
    expect(await source([])).not.toContain('Taken off the top');
  });

  it('entity and traverse give source, neighbours and edges', async () => {
    const { ask } = kettle();
    const entity = JSON.stringify(await ask('entity', 'RowWriter'));
    expect(entity).toContain('Buffers rows until they are flushed');
    expect(entity).toContain('symbol:kettle/base.py#Sink');
    const traversal = (await ask('traverse', 'RowWriter', '--kind', 'inherits', '--direction', 'out')) as {
      nodes: { id: string }[];
    };
    expect(traversal.nodes.map((node) => JSON.stringify(node)).join()).toContain('kettle/base.py#Sink');
  });

  it('view-summary and search-summaries say what files are for', async () => {
    const { ask } = kettle();
    const summary = (await ask('view-summary', 'kettle/writer.py')) as {
      purpose?: string;
      exports: { name: string }[];
    };
    expect(summary.purpose).toContain('Writes rows to disk');
    expect(summary.exports.map(({ name }) => name)).toContain('RowWriter');
    const found = (await ask('search-summaries', 'writes rows to disk')) as {
      hits: { summary: { path: string } }[];
    };
    expect(found.hits[0]?.summary.path).toBe('kettle/writer.py');
  });
});
