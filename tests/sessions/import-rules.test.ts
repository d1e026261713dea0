import { unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openHome } from '../../src/index.ts';
import { newHome, open } from '../doors/open-library.ts';
import { buildRepository } from '../git/build-repository.ts';

const rules =
  '# Rules\n\n- Use npm for installing packages here.\n- Never edit files in dist by hand.\n- The parser lives in src/parse.\n';

async function workshop() {
  const { path: repository, commit } = buildRepository();
  commit('begin', {
    'AGENTS.md': rules,
    'app/CLAUDE.md': '- Always run the linter first.\n',
    'README.md': '- Never read this.\n',
  });
  const home = newHome();
  const memory = await open(repository, home);
  const opened = await openHome({ home, repository, speaker: { kind: 'user', name: 'ada', source: 'cli' } });
  onTestFinished(() => opened.close());
  const write = (text: string) => writeFileSync(join(repository, 'AGENTS.md'), text);
  const change = async () => (await memory.importRules()).changes.map(({ fate, text }) => `${fate}: ${text}`);
  const active = async () => (await opened.list()).items.map(({ content }) => content).sort();
  return { repository, memory, opened, write, change, active };
}

describe('the rule files of a repository', () => {
  it('are remembered as the words of a file, anchored to their own lines', async () => {
    const { memory, opened, write } = await workshop();
    const { files, changes, ruleCount } = await memory.importRules();
    expect(files).toEqual([
      { path: 'AGENTS.md', rules: 3 },
      { path: 'app/CLAUDE.md', rules: 1 },
    ]);
    expect(ruleCount).toBe(4);
    const { item, anchors } = await opened.show(
      changes.find(({ text }) => text.startsWith('Never'))?.itemId ?? '',
    );
    expect(item).toMatchObject({
      type: 'constraint',
      trust: 'imported',
      origin: 'rules:AGENTS.md',
      references: ['AGENTS.md'],
      quarantined: false,
    });
    expect(anchors).toEqual([{ path: 'AGENTS.md', freshness: 'fresh' }]);
    write(`# Other\n\n${rules}`);
    expect((await opened.show(item.id)).anchors).toEqual([{ path: 'AGENTS.md', freshness: 'drifted' }]);
  });

  it('change nothing when they are read again', async () => {
    const { memory, change } = await workshop();
    await memory.importRules();
    expect(await change()).toEqual([]);
  });

  it('retire a rule that is gone, for the one in its place where there is one', async () => {
    const { memory, opened, write, change, active } = await workshop();
    await memory.importRules();
    write('# Rules\n\n- Use pnpm for installing packages here.\n- The parser lives in src/parse.\n');
    expect(await change()).toEqual([
      'archived: Never edit files in dist by hand.',
      'superseded: Use npm for installing packages here.',
      'added: Use pnpm for installing packages here.',
    ]);
    expect(await active()).toEqual([
      'Always run the linter first.',
      'The parser lives in src/parse.',
      'Use pnpm for installing packages here.',
    ]);
    const [old] = (await opened.list({ statuses: ['superseded'] })).items;
    const fresh = (await opened.list()).items.find(({ content }) => content.startsWith('Use pnpm'));
    expect(old?.supersededById).toBe(fresh?.id);
    expect(fresh?.relatedItems).toEqual([{ id: old?.id, relation: 'supersedes' }]);
  });

  it('revive a rule that is back, and retire those of a file that is gone', async () => {
    const { repository, memory, write, change, active } = await workshop();
    await memory.importRules();
    unlinkSync(join(repository, 'AGENTS.md'));
    expect((await change()).every((line) => line.startsWith('archived'))).toBe(true);
    expect(await active()).toEqual(['Always run the linter first.']);
    write(rules);
    expect((await change()).filter((line) => line.startsWith('revived'))).toHaveLength(3);
    expect(await change()).toEqual([]);
  });

  it('leave alone what a person decided', async () => {
    const { memory, opened, write, change } = await workshop();
    const { changes } = await memory.importRules();
    const idOf = (start: string) => changes.find(({ text }) => text.startsWith(start))?.itemId ?? '';
    await opened.approve(idOf('Never'));
    await opened.reject(idOf('Use npm'));
    write('# Rules\n\n- Use npm for installing packages here.\n');
    expect(await change()).toEqual(['archived: The parser lives in src/parse.']);
    expect((await opened.show(idOf('Never'))).item.status).toBe('active');
    expect((await opened.show(idOf('Use npm'))).item.status).toBe('archived');
  });

  it('write nothing in a preview', async () => {
    const { memory, active } = await workshop();
    expect((await memory.importRules({ preview: true })).changes).toHaveLength(4);
    expect(await active()).toEqual([]);
  });
});
