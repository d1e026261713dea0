import { expect, it } from 'vitest';
import { openMemory } from '../../src/api/memory.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';

const speaker = { kind: 'user', name: 'ada', source: 'library' } as const;
const query = 'which part whistles when the kettle boils over the gas flame?';

/** Enough files that a word can be rare. */
function repositoryOfMany(): string {
  const { path, commit } = buildRepository();
  const others = ['lamp', 'chair', 'table', 'ladder', 'bucket', 'hammer', 'mirror', 'carpet'];
  const files = Array.from({ length: 48 }, (_, n) => {
    const word = `${others[n % others.length]}${String.fromCharCode(97 + (n % 26))}${n}`;
    return [
      `src/${word}.py`,
      `"""Keeps ${word} in good order."""\n\n\ndef keep_${word}():\n    return ${n}\n`,
    ];
  });
  const kettle =
    '"""Whistles when the kettle boils over the gas flame."""\n\n\ndef whistle():\n    return 1\n';
  // A commit of very many files tells nothing of any.
  for (let at = 0; at < files.length; at += 8)
    commit(`Part ${at}`, Object.fromEntries(files.slice(at, at + 8)));
  commit('Boil', { 'src/steam.py': kettle });
  return path;
}

it('says what a likely file is for where nothing is remembered, unless its repository is not read', async () => {
  const place = { repository: repositoryOfMany(), home: temporaryFolder(), speaker };
  {
    await using memory = await openMemory(place);
    expect((await memory.recall({ query })).units).toEqual([]);
    // A recall indexes nothing.
    await memory.searchSummaries('kettle');
    const { units, summaries, pack } = await memory.recall({ query });
    expect(summaries).toMatchObject([{ path: 'src/steam.py', trust: 'untrusted' }]);
    const { id } = await memory.repositories.current();
    expect(units.find(({ bank }) => bank === 'summaries')).toMatchObject({
      ...{ id: 'src/steam.py', scope: `repo:${id}`, freshness: 'fresh' },
    });
    expect(pack.text).toContain('  is for: Whistles when the kettle boils over the gas flame.');
  }
  const settings = { 'memory.v3.scope.mode': 'manual', 'memory.v3.scope.names': 'global' };
  await using elsewhere = await openMemory({ ...place, settings });
  const { units, pack } = await elsewhere.recall({ query });
  expect(units).toEqual([]);
  expect(pack.text).toBe('');
});
