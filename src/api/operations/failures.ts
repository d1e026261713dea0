import { doubtDecisions } from '../../model/answers/item-answers.ts';
import { changeOf } from '../../open/home-context.ts';
import { id, limit, replacing, seen, speaker, where } from '../common-fields.ts';
import { choice, required, text } from '../field.ts';
import { ofHome } from '../operation.ts';

/** Patterns of failures, last seen first. Default limit: 50. */
export const failures = ofHome({
  name: 'failures',
  reads: true,
  summary: 'List the known patterns of failures, latest first.',
  answer: 'FailureList',
  input: {
    where: where('Include other repositories.'),
    limit: limit('Maximum number of entries to show.', { byDefault: '50' }),
  },
  terminal: {
    words: ['failures', 'list'],
    alsoSpelled: [['issues', 'list']],
    details: 'Lists the patterns of this repository, of the user, and global ones.',
    examples: { 'afterwit failures list': 'What keeps failing here?' },
  },
  run: async ({ where = 'here', limit: most = 50 }, { store, here }) => {
    const { listFailures } = await import('../../engine/failures/view-failures.ts');
    const scopes = where === 'here' ? here().scopes : undefined;
    return store.read((reader) => listFailures(reader, { scopes, limit: most }));
  },
});

/** A pattern with its variants and episodes, by the id of any of them. @throws ITEM_NOT_FOUND, INVALID_ARGUMENT */
export const failure = ofHome({
  name: 'failure',
  reads: true,
  summary: 'Show a pattern of failures with its variants, episodes and outcomes.',
  answer: 'FailureView',
  input: {
    id: required(text('Id of a pattern, a variant or an episode, at least 4 digits.', { placeholder: 'ID' })),
  },
  takes: ['id'],
  terminal: {
    words: ['failures', 'show'],
    alsoSpelled: [['issues', 'show']],
    examples: { 'afterwit failures show 5e6f7a8b': 'Everything that is known about it.' },
  },
  run: async ({ id }, { store }) => {
    const { viewFailure } = await import('../../engine/failures/view-failures.ts');
    return store.read((reader) => viewFailure(reader, id));
  },
});

/** Variants that may be the same as a known one or contradict it, each with the known one; of here or of all repositories. */
export const doubts = ofHome({
  name: 'doubts',
  reads: true,
  summary:
    'List the variants of failures that may be the same as a known one or contradict it, each with the known one.',
  input: {
    where: where('Include other repositories.'),
  },
  run: async ({ where = 'here' }, { store, here }) => {
    const { listDoubts } = await import('../../engine/failures/view-failures.ts');
    const scopes = where === 'here' ? here().scopes : undefined;
    return store.read((reader) => listDoubts(reader, scopes));
  },
});

/**
 * Decides a doubtful variant in the name of a person: `merge` (it is the known one), `split` (both are kept), `supersede` (it
 * replaces the known one) or `reject`. Returns the variant that remains.
 * @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT when the variant is not doubtful, or the known one was forgotten
 */
export const decideDoubt = ofHome({
  name: 'decideDoubt',
  summary: 'Decide a doubtful variant of a failure in the name of a person.',
  input: {
    id,
    decision: required(choice(doubtDecisions, `One of ${doubtDecisions.join(', ')}.`)),
    seen,
    replacing,
    speaker,
  },
  takes: ['id', 'decision'],
  run: async ({ id, decision, seen, replacing, speaker }, home) => {
    const { decideDoubt: decide } = await import('../../engine/items/review-items.ts');
    return await decide(changeOf(home, id, speaker), decision, { seen, replacing });
  },
});
