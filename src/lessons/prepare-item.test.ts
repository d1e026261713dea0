import { describe, expect, it } from 'vitest';
import { clean, failureProfile, itemId } from '../../tests/fakes/memory-item.ts';
import { globalScope, type Speaker, scopeOf } from '../model/provenance.ts';
import { type NewMemory, prepareItem, reviseContent } from './prepare-item.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'cli' };
const agent: Speaker = { kind: 'agent', name: 'claude-code', source: 'mcp', session: 's1' };
const repository = scopeOf('repo', 'r1');
const failure = failureProfile({
  command: { program: 'npm', subcommand: 'test', family: 'npm test' },
  errorLines: [clean('Error: Cannot find module x')],
});
const body = { kind: 'variant', patternId: itemId(9), failure, command: clean('npm test') } as const;

function prepare(changes: Partial<NewMemory> = {}) {
  return prepareItem({
    id: itemId(1),
    content: 'Run npm run build before the tests.',
    scope: repository,
    tags: [],
    references: [],
    anchors: [],
    speaker: ada,
    nowMs: 5_000,
    ...changes,
  });
}

describe('prepareItem', () => {
  it('makes a fact of plain words, and a fix of a failure with what resolved it', () => {
    expect(prepare().item).toMatchObject({ type: 'project_fact', layer: 'semantic' });
    expect(prepare({ body }).item).toMatchObject({
      type: 'fix',
      layer: 'procedural',
      title: 'npm test: Error: Cannot find module x',
      body,
    });
    expect(prepare({ body, type: 'decision' }).item.type).toBe('decision');
  });

  it('binds who said it, through which door, and how far that is believed', () => {
    expect(prepare().item).toMatchObject({ origin: 'cli', principal: 'user:ada', trust: 'user' });
    expect(prepare({ speaker: agent }).item).toMatchObject({
      origin: 'mcp:claude-code/s1',
      principal: 'agent:claude-code',
      trust: 'agent',
      source: 'mcp',
    });
  });

  it.each([
    ['an agent, for this repository', agent, repository, false],
    ['an agent, for all repositories', agent, globalScope, true],
    ['an agent, for the user', agent, scopeOf('user', 'ada'), true],
    ['an agent, for a team', agent, scopeOf('team', 'core'), true],
    ['a person, for all repositories', ada, globalScope, false],
  ])(
    'puts into quarantine only what an agent says beyond its repository: %s',
    (_, speaker, scope, quarantined) => {
      expect(prepare({ speaker, scope }).item.quarantined).toBe(quarantined);
    },
  );

  it('takes secrets out of every text, and counts them', () => {
    const secret = ['ghp', 'a1B2'.repeat(9)].join('_');
    const { item, redactedSecrets } = prepare({
      content: `The token is ${secret} for CI.`,
      title: `Token ${secret}`,
      tags: [secret],
      references: [`src/${secret}.ts`],
    });
    expect(JSON.stringify(item)).not.toContain(secret);
    expect(redactedSecrets).toBe(4);
    expect(prepare().redactedSecrets).toBe(0);
  });

  it('gives equal words one fingerprint, whatever their case and spacing, and other words another', () => {
    const { fingerprint } = prepare().item;
    expect(prepare({ content: '  run NPM run build\nbefore the tests' }).item.fingerprint).toBe(fingerprint);
    expect(prepare({ content: 'Run npm run build after the tests.' }).item.fingerprint).not.toBe(fingerprint);
    expect(prepare({ type: 'decision' }).item.fingerprint).not.toBe(fingerprint);
    expect(prepare({ type: 'project_fact', body }).item.fingerprint).not.toBe(fingerprint);
  });

  it.each([
    ['One thing. And another.', 'One thing.'],
    ['first line\nsecond line', 'first line'],
    [`${'word '.repeat(60)}end`, `${'word '.repeat(20).trim()}…`],
  ])('titles %j by how it begins', (content, title) => {
    expect(prepare({ content }).item.title).toBe(title);
  });
});

describe('reviseContent', () => {
  it('redacts the new words and gives them a title and fingerprint of their own', () => {
    const { item } = prepare();
    const revised = reviseContent(item, 'Run make first.');
    expect(revised).toMatchObject({ content: 'Run make first.', title: 'Run make first.' });
    expect(revised.fingerprint).not.toBe(item.fingerprint);
    expect(() => reviseContent(item, ' ')).toThrow(/new text is empty/);
  });
});
