import { expect, it, onTestFinished } from 'vitest';
import { openHome, openMemory } from '../../src/index.ts';
import { newHome } from '../doors/open-library.ts';
import { buildRepository } from '../git/build-repository.ts';

const agent = { kind: 'agent', name: 'codex', source: 'library' } as const;

async function openIn(home: string) {
  const { path: repository, commit } = buildRepository();
  commit('begin', { 'a.txt': 'a\n' });
  const memory = await openMemory({ repository, home, speaker: agent });
  onTestFinished(() => memory.close());
  const opened = await openHome({ home, repository });
  onTestFinished(() => opened.close());
  return { memory, opened };
}

it('speaks of what waits and what was decided here, and of the rest where it is asked for', async () => {
  const home = newHome();
  const kettle = await openIn(home);
  const teapot = await openIn(home);
  const { item } = await kettle.memory.remember({ content: 'Descale the kettle each month' });
  const { decisionId } = await kettle.memory.recall({ query: 'descale the kettle' });

  expect(await kettle.opened.review()).toMatchObject({ count: 1, elsewhere: 0 });
  expect(await teapot.opened.review()).toEqual({ entries: [], count: 0, elsewhere: 1, reasons: [] });
  expect((await teapot.opened.review({ where: 'all' })).entries[0]?.item.id).toBe(item.id);
  expect((await teapot.memory.status()).memories.waiting).toBe(0);

  expect((await kettle.opened.why()).receipt.id).toBe(decisionId);
  await expect(teapot.opened.why()).rejects.toMatchObject({ code: 'DECISION_NOT_FOUND' });
  for (const [id, options] of [[decisionId], [undefined, { where: 'all' }]] as const)
    expect((await teapot.opened.why(id, options)).receipt.id).toBe(decisionId);
});
