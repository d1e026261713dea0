import { beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  agentIn,
  type IssueMemory,
  issueMemory,
  variantBody,
} from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import type { RecordedFailure } from '../../model/answers/failure-answers.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { forgetItems } from './forget-items.ts';

let store: MemoryStore;
let memory: IssueMemory;

beforeEach(() => {
  store = plainStore(['r1']);
  memory = issueMemory(store);
});

const missing = (name: string) => `ModuleNotFoundError: No module named '${name}'`;
const told = (name: string, more: object = {}) =>
  memory.record({
    output: missing(name),
    command: 'python worker.py',
    fix: `Add ${name} to the requirements.`,
    ...more,
  });
const forget = (selection: Parameters<typeof forgetItems>[1]) => forgetItems(store, selection);
const everything = () => [
  ...memory.itemsOf('pattern'),
  ...memory.itemsOf('variant'),
  ...memory.itemsOf('episode'),
];
const details = { symptom: 'the worker has no parser' };
const otherReading = 'ImportError: shared object of the xml parser cannot be opened';
const names = (...issues: readonly RecordedFailure[]) =>
  issues.map(({ variant: { id, title } }) => ({ id, title }));

describe('forgetting a variant', () => {
  it('takes its episodes along, and its pattern when it was the last', async () => {
    const first = await told('lxml');
    await told('lxml', {
      output: `${missing('lxml')}\nhint: pip install lxml\nerror: build of the wheel stopped`,
    });
    const other = await told('attrs');
    expect(other.pattern.id).toBe(first.pattern.id);
    expect(await forget({ ids: [first.variant.id] })).toEqual({ items: names(first), preview: false });
    expect(everything().map(({ id }) => id)).toEqual([other.pattern.id, other.variant.id, other.episode.id]);
    await forget({ ids: [other.variant.id] });
    expect(everything()).toEqual([]);
  });

  it('changes nothing when it is only looked at', async () => {
    const first = await told('lxml');
    const before = everything();
    expect(await forget({ ids: [first.variant.id], preview: true })).toEqual({
      items: names(first),
      preview: true,
    });
    expect(everything()).toEqual(before);
  });
});

describe('forgetting a pattern', () => {
  it('takes all its variants along', async () => {
    const first = await told('lxml');
    const other = await told('attrs');
    const { items } = await forget({ ids: [first.pattern.id] });
    expect(items).toEqual(names(other, first));
    expect(everything()).toEqual([]);
  });
});

describe('forgetting an episode', () => {
  it('takes along what it alone brought to its variant', async () => {
    const first = await told('lxml', { tags: ['wheels'], details });
    const second = await told('lxml', { output: otherReading, tags: ['wheels', 'linux'], details });
    expect(second).toMatchObject({
      kind: 'attached',
      variant: { id: first.variant.id, tags: ['wheels', 'linux'] },
    });
    expect(variantBody(second.variant).alsoSeen).toHaveLength(1);
    await forget({ ids: [second.episode.id] });
    const left = memory.item(first.variant.id) ?? first.variant;
    expect(left.tags).toEqual(['wheels']);
    expect(variantBody(left)).toEqual(variantBody(first.variant));
    expect(memory.itemsOf('episode')).toHaveLength(1);
  });
});

describe('forgetting an origin', () => {
  it('leaves what others said of the same failure as it was', async () => {
    const byAgent = await told('lxml', { speaker: agentIn('s1'), details });
    const byPerson = await told('lxml', { output: otherReading, details, speaker: ada, tags: ['linux'] });
    expect(byPerson).toMatchObject({ kind: 'split', variant: { trust: 'user', principal: 'user:ada' } });
    await forget({ origin: 'cli' });
    expect(memory.item(byPerson.variant.id)).toBeUndefined();
    expect(memory.item(byAgent.variant.id)).toEqual(byAgent.variant);
  });

  it('leaves variants that others told of its patterns, in their own words', async () => {
    const ruled = {
      family: 'import_error',
      rootCause: 'missing_module',
      preventionRule: 'Pin it, says the agent.',
    };
    const byAgent = await told('lxml', { speaker: agentIn('s1'), details: ruled });
    const byPerson = await told('attrs', {
      details: { family: 'import_error', rootCause: 'missing_module' },
    });
    expect(byPerson.pattern.id).toBe(byAgent.pattern.id);
    expect(await forget({ origin: 'mcp:claude-code' })).toMatchObject({ items: names(byAgent) });
    const [pattern] = memory.itemsOf('pattern');
    expect(pattern).toMatchObject({
      id: byAgent.pattern.id,
      origin: 'cli',
      principal: 'user:ada',
      trust: 'user',
    });
    expect(JSON.stringify(everything())).not.toMatch(/lxml|says the agent|claude/);
    expect(memory.itemsOf('variant').map(({ id }) => id)).toEqual([byPerson.variant.id]);
  });
});

describe('forgetting a text', () => {
  it('finds it in what a speaker told and in what a command printed', async () => {
    const first = await told('lxml', { details: { verification: 'Ask the Quokka.' } });
    const second = await told('attrs', { output: `${missing('attrs')}\n  at quokka.internal` });
    const third = await told('yarl');
    const { items } = await forget({ text: 'QUOKKA' });
    expect(items).toEqual(expect.arrayContaining(names(first, second)));
    expect(items).toHaveLength(2);
    expect(memory.itemsOf('variant').map(({ id }) => id)).toEqual([third.variant.id]);
    expect(JSON.stringify(everything()).toLowerCase()).not.toContain('quokka');
  });

  it('does not mistake the names of our own fields for it', async () => {
    await told('lxml');
    for (const text of ['episode', 'resolved', 'depends_on'])
      expect((await forget({ text })).items).toEqual([]);
  });
});

describe('a selection that cannot be forgotten', () => {
  it.each([
    [{}, 'INVALID_ARGUMENT'],
    [{ ids: [] }, 'INVALID_ARGUMENT'],
    [{ text: ' ' }, 'INVALID_ARGUMENT'],
    [{ ids: ['ffffffff'] }, 'ITEM_NOT_FOUND'],
  ])('%j', async (selection, code) => {
    await told('lxml');
    await expect(forget(selection)).rejects.toMatchObject({ code });
    expect(everything()).toHaveLength(3);
  });
});

describe('a memory that a person said', () => {
  const agent = agentIn('s1');

  it('is forgotten for a person alone', async () => {
    const { variant } = await told('lxml', { speaker: ada });
    await expect(forget({ ids: [variant.id], speaker: agent })).rejects.toMatchObject({
      code: 'NEEDS_PERSON',
    });
    await expect(forget({ text: 'lxml', speaker: agent })).rejects.toMatchObject({ code: 'NEEDS_PERSON' });
    expect(memory.itemsOf('variant')).toHaveLength(1);
    await forget({ ids: [variant.id], speaker: ada });
    expect(everything()).toEqual([]);
  });

  it('does not keep an agent from forgetting what agents said', async () => {
    const { variant } = await told('lxml', { speaker: agent });
    await forget({ ids: [variant.id], speaker: agent });
    expect(everything()).toEqual([]);
  });
});
