import { unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openHome } from '../../src/index.ts';
import { newHome, open } from '../doors/open-library.ts';
import { buildRepository } from '../git/build-repository.ts';

const rules =
  '# Rules\n\n- Package manager: `npm` for all of it.\n- Never edit files in dist by hand.\n- The parser lives in src/parse.\n';

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
    write('# Rules\n\n- Package manager: `pnpm` for all of it.\n- The parser lives in src/parse.\n');
    expect(await change()).toEqual([
      'archived: Never edit files in dist by hand.',
      'superseded: Package manager: `npm` for all of it.',
      'added: Package manager: `pnpm` for all of it.',
    ]);
    expect(await active()).toEqual([
      'Always run the linter first.',
      'Package manager: `pnpm` for all of it.',
      'The parser lives in src/parse.',
    ]);
    const [old] = (await opened.list({ statuses: ['superseded'] })).items;
    const fresh = (await opened.list()).items.find(({ content }) =>
      content.startsWith('Package manager: `pnpm'),
    );
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
    await opened.reject(idOf('Package'));
    write('# Rules\n\n- Package manager: `npm` for all of it.\n');
    expect(await change()).toEqual(['archived: The parser lives in src/parse.']);
    expect((await opened.show(idOf('Never'))).item.status).toBe('active');
    expect((await opened.show(idOf('Package'))).item.status).toBe('archived');
  });

  it('write nothing in a preview', async () => {
    const { memory, active } = await workshop();
    expect((await memory.importRules({ preview: true })).changes).toHaveLength(4);
    expect(await active()).toEqual([]);
  });

  it('note the rules of earlier commits as past, with what took their place and when', async () => {
    const { path: repository, commit, git } = buildRepository();
    commit('begin', { 'AGENTS.md': rules });
    commit('move to pnpm', { 'AGENTS.md': rules.replace('`npm`', '`pnpm`') });
    git('mv', 'AGENTS.md', 'CLAUDE.md');
    commit('rename');
    commit('drop a rule', {
      'CLAUDE.md': '# Rules\n\n- Package manager: `pnpm` for all of it.\n- The parser lives in src/parse.\n',
    });
    const home = newHome();
    const memory = await open(repository, home);
    expect((await memory.importRules()).pastRules).toEqual({ superseded: 4, archived: 1 });
    expect((await memory.importRules()).pastRules).toEqual({ superseded: 0, archived: 0 });
    const opened = await openHome({
      home,
      repository,
      speaker: { kind: 'user', name: 'ada', source: 'cli' },
    });
    onTestFinished(() => opened.close());
    const past = (await opened.list({ statuses: ['superseded', 'archived'] })).items;
    const find = (origin: string, start: string) =>
      past.find((item) => item.origin === origin && item.content.startsWith(start));
    const [first, second] = [
      find('rules:AGENTS.md', 'Package manager: `npm`'),
      find('rules:AGENTS.md', 'Package manager: `pnpm`'),
    ];
    expect(first).toMatchObject({ status: 'superseded', supersededById: second?.id });
    expect((second?.validFromMs ?? 0) - (first?.validFromMs ?? 0)).toBe(60_000);
    expect(first?.validToMs).toBe(second?.validFromMs);
    expect(find('rules:CLAUDE.md', 'Never edit')).toMatchObject({ status: 'archived' });
    const active = (await opened.list()).items;
    expect(active.map(({ origin }) => origin)).toEqual(['rules:CLAUDE.md', 'rules:CLAUDE.md']);
    expect(active.find(({ content }) => content.includes('pnpm'))).toMatchObject({
      validFromMs: second?.validFromMs,
    });
  });
});
