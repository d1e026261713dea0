import { disclosures } from '../../model/card.ts';
import { retrievals } from '../../model/evidence.ts';
import { asOf, budget, failure, limit, speaker } from '../common-fields.ts';
import { bytes, choice, count, paths, prose, required, text } from '../field.ts';
import { ofRepository } from '../operation.ts';

/**
 * Memories about a query or a failure, as cards within a token budget. Leaves a receipt (`why`). Does not index: commits beside
 * them are of the history as far as it is indexed. @throws INVALID_ARGUMENT
 */
export const recall = ofRepository({
  name: 'recall',
  summary: 'Recall memories about a question, or about a command that failed.',
  answer: 'Recollection',
  input: {
    query: prose('What to recall, in words.', { agent: 'What you plan or want to know' }),
    failure: failure({ agent: true }),
    files: paths('File being worked on; memories about it come first. May be given several times.', {
      placeholder: 'PATH',
      flag: 'file',
      agent: true,
    }),
    moment: choice(['asked', 'after_failure'], 'Whether the user asked, or a command failed.', {
      byDefault: 'asked',
      terminal: false,
      switch: {
        name: 'unasked',
        value: 'after_failure',
        description:
          'Decide as after a failing command of an agent: show only what is safe and useful enough.',
      },
      agent: 'With failure: what is safe unasked',
    }),
    budgetTokens: budget({ agent: true }),
    topK: count('Maximum number of memories to show.', { placeholder: 'COUNT', byDefault: '5' }),
    disclosure: choice(disclosures, 'How much is told of each memory.', {
      placeholder: 'MODE',
      byDefault: 'setting disclosure.mode',
    }),
    retrieval: choice(retrievals, 'How memories are found, where vectors are turned on.', {
      placeholder: 'HOW',
      byDefault: 'hybrid where `models.embeddings` is set, else words',
    }),
    asOf,
    speaker,
  },
  terminal: {
    words: ['recall'],
    otherNames: ['ask', 'match', 'query', 'search'],
    arguments: ['query'],
    details: [
      'Each memory is shown with the reason for showing it, who said it, and any warnings; then follow the memories that were left out, with reasons. It may also be that no memory is relevant.',
      'Every recall leaves a receipt: why explains it, feedback records whether it helped.',
      'A text of - is read from standard input. Standard input can be used for one text only.',
    ],
    examples: {
      'afterwit recall "how are releases made"': 'What is known about it?',
      'npm test 2>&1 | afterwit recall --command "npm test" --failure -': 'Was this failure fixed before?',
      'afterwit recall --failure build.log --unasked --pack':
        'The text that a hook would give to an agent, if any.',
    },
  },
  run: async (request, on) => {
    const { recall: recallMemories } = await import('../../engine/recall/recall.ts');
    const { speaker: opener } = on.dependencies;
    const asked = { ...request, speaker: request.speaker ?? opener, moment: request.moment ?? 'asked' };
    const judge = asked.moment === 'asked' ? await on.models.judge() : undefined;
    const embedTexts = asked.moment === 'asked' ? await on.models.embedding(request.retrieval) : undefined;
    return await recallMemories(asked, { ...(await on.recalling()), ...on.banks, judge, embedTexts });
  },
});

/**
 * One memory that holds here, as it is written, where a card shows only a part. Long ones come in parts.
 * @throws ITEM_NOT_FOUND also for a memory that is not shown here, INVALID_ARGUMENT
 */
export const read = ofRepository({
  name: 'read',
  reads: true,
  summary: 'Show one memory that holds here as it is written, beyond its card.',
  input: {
    id: required(
      text('Id of the memory, 4 digits or more of it.', { agent: 'Instead: a memory whole, by id' }),
    ),
    from: bytes('Characters to leave out at the beginning: where the part before ended.', {
      byDefault: '0',
      agent: 'With id: go on there',
    }),
  },
  takes: ['id'],
  run: async (request, on) => {
    const { readMemory } = await import('../../engine/recall/read-memory.ts');
    return readMemory(request, await on.recalling());
  },
});

/** The memories that `read` gives, newest first. Default limit: 50. */
export const readable = ofRepository({
  name: 'readable',
  reads: true,
  summary: 'List the memories that can be read here, newest first.',
  input: {
    limit: limit('Maximum number of entries.', { byDefault: '50' }),
  },
  run: async ({ limit: most = 50 }, on) => {
    const { listReadable } = await import('../../engine/recall/read-memory.ts');
    return listReadable(most, await on.recalling());
  },
});
