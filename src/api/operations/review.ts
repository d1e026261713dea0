import { reviewReasons } from '../../model/answers/item-answers.ts';
import { changeOf, wordingOf } from '../../open/home-context.ts';
import { content, id, limit, replacing, seen, speaker, where } from '../common-fields.ts';
import { choices, count, text } from '../field.ts';
import { ofHome } from '../operation.ts';

/** Memories that wait for a person, of here or of all repositories. Default limit: 50. */
export const review = ofHome({
  name: 'review',
  reads: true,
  summary: 'List the memories of this repository that wait for a person, most urgent first.',
  answer: 'ReviewQueue',
  input: {
    where: where('Include other repositories.'),
    limit: limit('Most entries to show.', { byDefault: '50', most: 50 }),
    id: text('Only this memory, whether or not it waits.', { terminal: false }),
    offset: count('Entries to leave out at the beginning.', { terminal: false, least: 0 }),
    reasons: choices(reviewReasons, 'Only memories that wait for one of these reasons.', { terminal: false }),
  },
  terminal: {
    words: ['review'],
    details:
      'Waiting memories are not shown unasked; those from a text that no person vouched for are not shown at all.',
    examples: { 'afterwit review': 'What needs a decision?' },
  },
  run: async ({ where = 'here', limit = 50, id, ...part }, { store, here }) => {
    const { entryOf, reviewQueue } = await import('../../engine/items/review-queue.ts');
    if (id !== undefined) return store.read((reader) => entryOf(reader, id));
    if (where === 'all') return store.read((reader) => reviewQueue(reader, { ...part, limit }));
    const { scopes } = here();
    return store.read((reader) => {
      const queue = reviewQueue(reader, { ...part, limit }, scopes);
      return { ...queue, elsewhere: reviewQueue(reader, { ...part, limit: 0 }).count - queue.count };
    });
  },
});

/**
 * Approves a memory in the name of a person; `content` replaces its text. After a doubtful merge both variants are kept; a
 * contradicting fix replaces the known one.
 * @throws ITEM_NOT_FOUND, NEEDS_PERSON
 */
export const approve = ofHome({
  name: 'approve',
  summary: 'Approve a memory, as it is or with a new wording.',
  answer: 'MemoryItem',
  input: {
    id,
    content,
    seen,
    replacing,
    speaker,
  },
  takes: ['id'],
  terminal: {
    words: ['review', 'approve'],
    details:
      'All of it is shown, and what it takes the place of, before it is asked whether it is right. Only a person may do this.',
    examples: {
      'afterwit review approve 5e6f7a8b': 'It is right.',
      'afterwit review approve 5e6f7a8b --content "Run the build first"': 'It is right with this wording.',
    },
  },
  run: async ({ id, content, seen, replacing, speaker }, home) => {
    const { approveItem } = await import('../../engine/items/review-items.ts');
    return await approveItem(changeOf(home, id, speaker), { content, seen, replacing, ...wordingOf(home) });
  },
});

/** A person turns it down: it is archived and never shown again. @throws ITEM_NOT_FOUND, NEEDS_PERSON */
export const reject = ofHome({
  name: 'reject',
  summary: 'Reject a memory: it is archived and never shown again.',
  answer: 'MemoryItem',
  input: {
    id,
    seen,
    speaker,
  },
  takes: ['id'],
  terminal: {
    words: ['review', 'reject'],
    details: 'Only a person may do this.',
    examples: { 'afterwit review reject 5e6f7a8b': 'It is wrong.' },
  },
  run: async ({ id, seen, speaker }, home) => {
    const { rejectItem } = await import('../../engine/items/review-items.ts');
    return await rejectItem(changeOf(home, id, speaker), seen);
  },
});
