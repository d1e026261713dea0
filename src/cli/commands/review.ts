import * as operations from '../../api/operations.ts';
import type { DecidedEach, ReviewEntry } from '../../model/answers/item-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { formatDate } from '../../wording/format-date.ts';
import { countOf, formatCount } from '../../wording/format-number.ts';
import { describePrincipal, describeScope, reviewWords, trustWords } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { asking } from '../ask.ts';
import {
  type Block,
  blank,
  bold,
  date,
  dim,
  field,
  indent,
  itemMark,
  layOut,
  lines,
  row,
  steps,
  text,
  unbroken,
  yellow,
} from '../page.ts';
import type { Answer, Session } from '../session.ts';

const shownContentLines = 8;

export const review = asking(operations.review, ({ entries, count, elsewhere = 0 }) => {
  const [first] = entries;
  const others =
    elsewhere > 0 && text(dim(`${formatCount(elsewhere)} in other repositories; --all shows them`));
  if (first === undefined) return [text(bold('Nothing waits'), ' for a person here.'), others];
  const hidden = count - entries.length;
  const id = shortUuid(first.item.id);
  return [
    text(bold(countOf(count, 'memory waits', 'memories wait')), ' for a person, most urgent first'),
    others,
    entries.map((entry) => [blank, showEntry(entry)]),
    hidden > 0 && [blank, unbroken(dim(`… ${formatCount(hidden)} more; --limit shows more`))],
    steps(
      'Decide',
      [`afterwit review approve ${id}`, 'it is right'],
      [`afterwit review approve ${id} --content "…"`, 'it is right with another wording'],
      first.reason === 'may_supersede' && [`afterwit failures review ${id} split`, 'both hold'],
      [`afterwit review reject ${id}`, 'it is wrong'],
    ),
  ];
});

function showEntry({ item, reason, replaces = [] }: ReviewEntry): Block {
  return [
    row([itemMark(item.id), '  '], bold(item.title)),
    indent(4, beginning(item.content)),
    indent(
      2,
      field('waits', yellow(reviewWords[reason])),
      replaces.map((older) => field('replaces', itemMark(older.id), `  ${older.title}`)),
      field('from', `${describePrincipal(item.principal)}, `, date(item.createdAtMs)),
      field('holds', describeScope(item.scope)),
    ),
  ];
}

/** The first lines of a text as they are laid out, and the number of the rest. */
function beginning(content: string): Block {
  return (page) => {
    const all = layOut(lines(content), page);
    const hidden = all.length - shownContentLines;
    const rest = hidden > 0 && unbroken(dim(`… ${countOf(hidden, 'more line')}`));
    return [...all.slice(0, shownContentLines), ...layOut(rest, page)];
  };
}

export const reviewApprove = asking(operations.approve, (item) =>
  showDecided('Approved', `it counts as ${trustWords[item.trust]}`, item),
);

export const reviewReject = asking(operations.reject, (item) =>
  showDecided('Rejected', 'it is archived and not shown again', item),
);

function showDecided(verdict: string, effect: string, { id, title }: MemoryItem): Block {
  return [text(bold(verdict), `; ${effect}: `, itemMark(id)), indent(2, text(title))];
}

const choices = ['approve', 'reject', 'skip', 'quit'] as const;
type Choice = (typeof choices)[number];

/** Puts each memory that waits before a person, in full: nobody vouches for words that they have not seen. */
export async function reviewEach({ home, options, ask }: Session): Promise<Answer> {
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
  const waiting = count - approved.length - rejected.length;
  const value: DecidedEach = { approved, rejected, waiting };
  const counted = `${countOf(approved.length, 'memory', 'memories')} approved, ${rejected.length} rejected`;
  return {
    value,
    shown: text(bold(counted), `; ${waiting === 0 ? 'nothing waits' : `${waiting} wait still`}.`),
  };
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
  return [
    '',
    `${place}: ${item.title}`,
    ...item.content.split('\n').map((each) => `    ${each}`),
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
