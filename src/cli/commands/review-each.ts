import type { DecidedEach, ReviewEntry } from '../../model/answers/item-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import { AfterwitError } from '../../model/errors.ts';
import { formatDate } from '../../wording/format-date.ts';
import { describePrincipal, reviewWords } from '../../wording/memory-words.ts';
import { renderDecided } from '../rendering/render-each.ts';
import type { Answer, Session } from '../session.ts';

const choices = ['approve', 'reject', 'skip', 'quit'] as const;
type Choice = (typeof choices)[number];

/** Puts each memory that waits before a person, in full: nobody vouches for words that they have not seen. */
export async function runReviewEach({ home, options, ask }: Session): Promise<Answer> {
  const opened = await home();
  const { entries, count } = await opened.review({
    where: options.all ? 'all' : undefined,
    limit: options.limit,
  });
  const approved: ItemId[] = [];
  const rejected: ItemId[] = [];
  for (const [at, entry] of entries.entries()) {
    const choice = askAbout(entry, `${at + 1} of ${entries.length}`, ask);
    if (choice === 'quit') break;
    if (choice === 'skip') continue;
    const { id } = entry.item;
    if (choice === 'approve') approved.push((await opened.approve(id)).id);
    else rejected.push((await opened.reject(id)).id);
  }
  const value: DecidedEach = { approved, rejected, waiting: count - approved.length - rejected.length };
  return { value, lines: (page) => renderDecided(value, page) };
}

/** @throws INVALID_ARGUMENT where there is nobody to ask */
function askAbout(entry: ReviewEntry, place: string, ask: Session['ask']): Choice {
  for (;;) {
    const said = ask(questionAbout(entry, place))?.trim().toLowerCase();
    if (said === undefined) throw nobodyToAsk();
    const choice = choices.find((word) => said !== '' && word.startsWith(said));
    if (choice !== undefined) return choice;
  }
}

function questionAbout({ item, reason, replaces = [] }: ReviewEntry, place: string): string {
  const indented = item.content.split('\n').map((text) => `    ${text}`);
  return [
    '',
    `${place}: ${item.title}`,
    ...indented,
    `  waits: ${reviewWords[reason]}`,
    ...replaces.map(({ title }) => `  takes the place of: ${title}`),
    `  from: ${describePrincipal(item.principal)}, ${item.origin}, ${formatDate(item.createdAtMs, Date.now())}`,
    'approve, reject, skip or quit? ',
  ].join('\n');
}

function nobodyToAsk(): AfterwitError {
  return new AfterwitError(
    'INVALID_ARGUMENT',
    'There is no terminal at which somebody could be asked. Decide one by one: afterwit review approve ID, afterwit review reject ID.',
  );
}
