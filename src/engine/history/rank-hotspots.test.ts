import { expect, it } from 'vitest';
import { settings } from '../../../tests/fakes/history-snapshot.ts';
import { historyOf } from '../../../tests/fakes/opened-history.ts';
import { rankHotspots } from './file-history.ts';

it('lists source files; what else is there when all is asked for', async () => {
  const often = ['requirements.txt', 'docs/usage.md', 'tests/test_io.py', 'pyproject.toml'];
  const history = await historyOf([
    ...often.flatMap((file, i) => [1, 2].map((turn) => ({ name: `${i}-${turn}`, files: [file] }))),
    { name: 'last', files: ['src/io.py'] },
  ]);
  const paths = async (all?: boolean) => {
    const { hotspots } = await rankHotspots(history, settings, 20, all);
    return hotspots.map(({ path }) => path);
  };
  expect(await paths()).toEqual(['src/io.py']);
  expect((await paths(true)).toSorted()).toEqual([...often, 'src/io.py'].toSorted());
});
