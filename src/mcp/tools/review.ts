import { review as operation } from '../../api/operations.ts';
import type { ReviewEntry, ReviewQueue } from '../../model/answers/item-answers.ts';
import { isoDate } from '../../wording/format-date.ts';
import { countOf } from '../../wording/format-number.ts';
import { describePrincipal, reviewWords, typeWords } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { defineTool, reading } from './tool.ts';

/** Its words are left out: what waits for a person is shown to nobody else, and an agent can neither approve nor reject. */
export const review = defineTool({
  name: 'review',
  description: 'What waits for a person, by id and reason. Only a person decides: afterwit review.',
  input: operation.input,
  annotations: reading,
  async answer(memory, { limit }) {
    return { text: toText(await memory.review({ limit })) };
  },
});

function toText({ entries, count }: ReviewQueue): string {
  if (count === 0) return 'Nothing waits for a person.';
  const more = count - entries.length;
  return [
    `${countOf(count, 'memory waits', 'memories wait')} for a person, who decides with \`afterwit review\`:`,
    ...entries.map(describe),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join('\n');
}

function describe({ item, reason }: ReviewEntry): string {
  const { id, type, principal, createdAtMs } = item;
  return `${shortUuid(id)} ${typeWords[type]} · ${reviewWords[reason]} · from ${describePrincipal(principal)}, ${isoDate(createdAtMs)}`;
}
