import { describe, expect, it } from 'vitest';
import { newHome, open } from '../doors/open-library.ts';
import { buildRepository } from '../git/build-repository.ts';

const question = 'why does the jobs queue lease expire early?';

describe('a question in words', () => {
  it('never waits for an index, and is answered with the commits that are indexed', async () => {
    const repository = buildRepository();
    const fix = repository.commit('Fix the jobs queue lease that expires early', { 'queue.ts': 'lease' });
    for (let at = 0; at < 6; at++) repository.commit(`Draw the label ${at}`, { 'label.ts': `${at}` });
    const memory = await open(repository.path, newHome());
    await memory.remember({ content: 'The jobs queue lease expires after ten seconds.' });
    const commitIds = async () => {
      const { memories, commits = [] } = await memory.recall({ query: question });
      expect(memories).toHaveLength(1);
      return commits.map(({ id }) => id);
    };

    expect(await commitIds()).toEqual([]);
    expect((await memory.status()).index.state).toBe('absent');

    await memory.index();
    expect(await commitIds()).toEqual([fix]);

    repository.commit('Mend the jobs queue lease that expires early', { 'queue.ts': 'later' });
    expect(await commitIds()).toEqual([fix]);
    expect((await memory.index()).commitsAdded).toBe(1);

    repository.git('checkout', '-q', '--orphan', 'elsewhere');
    repository.commit('Begin elsewhere', { 'other.ts': 'begun' });
    expect(await commitIds()).toEqual([]);
  });
});
