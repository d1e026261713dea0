import { beforeEach, describe, expect, it } from 'vitest';
import { anyRandom } from '../../../tests/fakes/any-random.ts';
import {
  ada,
  agentIn,
  type IssueMemory,
  issueMemory,
  variantBody,
} from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import type { RecordedFailure } from '../../model/answers/failure-answers.ts';
import { type DoubtDecision, doubtDecisions } from '../../model/answers/item-answers.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { partsOf } from '../memory/find-item.ts';
import { forgetItems } from './forget-items.ts';
import { approveItem, decideDoubt, rejectItem } from './review-items.ts';
import { reviewQueue } from './review-queue.ts';

const failure = {
  output: 'OSError: the spool of the printer is full after the monthly run',
  command: 'make letters',
};
const fix = 'Empty the spool before the monthly letters are printed.';
const contrary = 'Empty the spool after the monthly letters are printed.';
const perhapsSame = 'Empty the spool and wait before the letters of the month are sent out.';
const tokens = { count: async () => 7 };

let store: MemoryStore;
let memory: IssueMemory;
let known: RecordedFailure;

beforeEach(async () => {
  store = plainStore(['r1']);
  memory = issueMemory(store);
  known = await memory.record({ ...failure, fix });
});

const tellContrary = () => memory.record({ ...failure, fix: contrary, speaker: agentIn('s1') });
const tellPerhapsSame = () =>
  memory.record({
    output: `${failure.output} again`,
    command: 'make letters',
    fix: perhapsSame,
    speaker: agentIn('s1'),
  });
const decide = (id: string, decision: DoubtDecision, speaker = ada) =>
  decideDoubt({ store, id, speaker, nowMs: 2_000_000 }, decision);
const queue = () => store.read((reader) => reviewQueue(reader, { limit: 9 }));
const episodesOf = (id: RecordedFailure['variant']['id']) => store.read((reader) => partsOf(reader, id));

describe('the review queue', () => {
  it('names what a doubtful variant is about, the contradictions first, and no parts', async () => {
    const doubtful = await tellPerhapsSame();
    const contradicting = await tellContrary();
    const lesson = await memory.record({
      output: 'TypeError: cup is no lid',
      fix: 'Boil it.',
      speaker: agentIn('s2'),
    });
    expect(queue()).toMatchObject({
      count: 3,
      entries: [
        { reason: 'contradicting_fix', item: { id: contradicting.variant.id }, otherId: known.variant.id },
        { reason: 'doubtful_merge', item: { id: doubtful.variant.id }, otherId: known.variant.id },
        { reason: 'unverified', item: { id: lesson.variant.id } },
      ],
    });
  });

  it('names no other once that was forgotten', async () => {
    await tellContrary();
    await forgetItems(store, { ids: [known.variant.id] });
    expect(queue().entries).toEqual([
      { reason: 'contradicting_fix', item: expect.objectContaining({ quarantined: true }) },
    ]);
  });
});

describe('a doubtful variant', () => {
  it('gives its episodes over when it is merged, and is gone', async () => {
    const { variant, episode } = await tellPerhapsSame();
    const left = await decide(variant.id, 'merge');
    expect(left.id).toBe(known.variant.id);
    expect(left).toMatchObject({ content: fix, trust: 'user', principal: 'user:ada' });
    expect(memory.item(variant.id)).toBeUndefined();
    expect(episodesOf(left.id).map(({ id }) => id)).toEqual([episode.id, known.episode.id]);
    expect(memory.itemsOf('pattern').map(({ id }) => id)).toEqual([known.pattern.id]);
    expect(queue().count).toBe(0);
  });

  it('stands by itself when it is split off', async () => {
    const { variant } = await tellPerhapsSame();
    const left = await decide(variant.id.slice(0, 8), 'split');
    expect(left).toMatchObject({
      id: variant.id,
      quarantined: false,
      trust: 'verified',
      vouchedAtMs: 2_000_000,
    });
    expect(variantBody(left)).not.toHaveProperty('doubt');
    expect(memory.item(known.variant.id)).toEqual(known.variant);
  });

  it('takes the place of the known one when it supersedes it', async () => {
    const { variant } = await tellContrary();
    const left = await decide(variant.id, 'supersede');
    expect(left).toMatchObject({ id: variant.id, quarantined: false, status: 'active' });
    expect(left.relatedItems).toEqual([
      { id: known.pattern.id, relation: 'depends_on' },
      { id: known.variant.id, relation: 'supersedes' },
    ]);
    expect(memory.item(known.variant.id)).toMatchObject({ status: 'superseded', supersededById: variant.id });
    await memory.record({ ...failure, fix });
    expect(memory.item(known.variant.id)).toMatchObject({ status: 'superseded' });
  });

  it('is not shown, nor doubtful any more, when it is rejected', async () => {
    const { variant } = await tellContrary();
    expect(await decide(variant.id, 'reject')).toMatchObject({ status: 'archived' });
    expect(memory.item(known.variant.id)).toEqual(known.variant);
    await tellContrary();
    expect(memory.item(variant.id)).toMatchObject({ status: 'archived' });
    const own = await memory.record({ ...failure, fix: contrary });
    expect(own.variant.id).not.toBe(variant.id);
    expect(memory.item(variant.id)).toMatchObject({ status: 'archived' });
  });

  it.each([
    ['a merge', tellPerhapsSame, 'active'],
    ['a contradiction', tellContrary, 'superseded'],
  ] as const)('of %s is decided by plain approval', async (_, tell, statusOfKnown) => {
    const { variant } = await tell();
    const approved = await approveItem(
      { store, id: variant.id, speaker: ada, nowMs: 5 },
      { tokens, random: anyRandom },
    );
    expect(approved).toMatchObject({
      id: variant.id,
      quarantined: false,
      status: 'active',
      trust: 'verified',
    });
    expect(memory.item(known.variant.id)?.status).toBe(statusOfKnown);
    expect(queue().count).toBe(0);
  });

  it('is approved in other words', async () => {
    const { variant } = await tellContrary();
    const content = 'Give the spool a disk of its own.';
    const approved = await approveItem(
      { store, id: variant.id, speaker: ada, nowMs: 5 },
      { tokens, content, random: anyRandom },
    );
    expect(approved).toMatchObject({ content, trust: 'user', tokenCost: expect.any(Number) });
    expect(variantBody(approved)).not.toHaveProperty('doubt');
  });

  it('is turned down by plain rejection', async () => {
    const { variant } = await tellContrary();
    expect(await rejectItem({ store, id: variant.id, speaker: ada, nowMs: 5 })).toMatchObject({
      status: 'archived',
    });
  });

  it.each(doubtDecisions)('is decided by persons only (%s)', async (decision) => {
    const { variant } = await tellContrary();
    const before = memory.item(variant.id);
    await expect(decide(variant.id, decision, agentIn('s1'))).rejects.toMatchObject({ code: 'NEEDS_PERSON' });
    expect(memory.item(variant.id)).toEqual(before);
  });

  it('cannot be merged with what was forgotten, nor take its place', async () => {
    const { variant } = await tellContrary();
    await forgetItems(store, { ids: [known.variant.id] });
    for (const decision of ['merge', 'supersede'] as const)
      await expect(decide(variant.id, decision)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await decide(variant.id, 'split')).toMatchObject({ quarantined: false });
  });
});

describe('a memory that is not doubtful', () => {
  it.each(doubtDecisions)('takes no decision (%s)', async (decision) => {
    await expect(decide(known.variant.id, decision)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(decide(known.episode.id, decision)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(decide('ffffffff', decision)).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
  });

  it('cannot be approved in the words of another', async () => {
    const other = await memory.record({ ...failure, fix: 'Print on demand.', speaker: agentIn('s1') });
    const approval = approveItem(
      { store, id: other.variant.id, speaker: ada, nowMs: 5 },
      { tokens, content: fix, random: anyRandom },
    );
    await expect(approval).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(memory.item(other.variant.id)).toEqual(other.variant);
  });
});
