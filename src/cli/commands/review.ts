import * as operations from '../../api/operations.ts';
import type { DecidedEach, ReviewEntry } from '../../model/answers/item-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import { type AfterwitError, invalidArgument } from '../../model/errors.ts';
import { textsOf } from '../../model/item-body.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { countOf, formatCount, formatDate } from '../../wording/formats.ts';
import {
  describePrincipal,
  describeScope,
  reviewWords,
  shortUuid,
  trustWords,
} from '../../wording/memory-words.ts';
import { ask, asking, inputOf } from '../ask.ts';
import { isYes } from '../ask-person.ts';
import {
  andMore,
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
  const id = shortUuid(first.item.id);
  return [
    text(bold(countOf(count, 'memory waits', 'memories wait')), ' for a person, most urgent first'),
    others,
    entries.map((entry) => [blank, showEntry(entry)]),
    count > entries.length && [blank, andMore(count - entries.length, '; --limit shows more')],
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

/** Shows a person the whole memory and its evidence before approval. Without a terminal, the command is the approval. */
export async function reviewApprove(session: Session): Promise<Answer> {
  const input = await inputOf(operations.approve, session);
  const { content } = input;
  const words = content === undefined ? [] : ['  its new wording:', ...indented(content)];
  const { refused, reading } = await putBeforePerson(session, input.id, 'approve', words);
  if (refused !== undefined)
    return { value: refused, shown: showDecided('Not approved', 'it is as it was', refused) };
  const value = await ask(operations.approve, { ...input, ...reading }, session);
  return { value, shown: showDecided('Approved', `it counts as ${trustWords[value.trust]}`, value) };
}

interface Reading {
  /** The memory, where the person did not say yes. */
  readonly refused?: MemoryItem;
  /** The words that the person read; absent where nothing was asked. */
  readonly reading?: ReturnType<typeof readingOf>;
}

/** The words that are approved, in the place of these memories. */
function readingOf({ item, replaces = [] }: ReviewEntry) {
  return { seen: item.content, replacing: replaces.map(({ id }) => id) };
}

/** Shows all of a memory, and of those it is decided about with, and asks for a yes. */
export async function putBeforePerson(
  { home, ask: putQuestion, speaker }: Session,
  id: string,
  verb: string,
  words: readonly string[] = [],
): Promise<Reading> {
  if (speaker.kind !== 'user') return {};
  const opened = await home();
  const [entry] = (await opened.review({ id })).entries;
  if (entry === undefined) return {};
  const isNamed = entry.replaces?.some((older) => older.id === entry.otherId);
  const other = isNamed || entry.otherId === undefined ? undefined : (await opened.show(entry.otherId)).item;
  const said = putQuestion(
    [
      ...linesOf(entry, `To ${verb} ${shortUuid(entry.item.id)}`),
      ...(other === undefined ? [] : namedLines('the known one', other)),
      ...words,
      `Type yes to ${verb} it: `,
    ].join('\n'),
  );
  if (said === undefined) return {};
  return isYes(said) ? { reading: readingOf(entry) } : { refused: entry.item };
}

export const reviewReject = asking(operations.reject, (item) =>
  showDecided('Rejected', 'it is archived and not shown again', item),
);

export function showDecided(verdict: string, effect: string, { id, title }: MemoryItem): Block {
  return [text(bold(verdict), `; ${effect}: `, itemMark(id)), indent(2, text(title))];
}

const choices = ['approve', 'reject', 'skip', 'quit'] as const;
type Choice = (typeof choices)[number];

/** Puts each waiting memory before a person, in full: a person vouches only for words that they have seen. */
export async function reviewEach({ home, options, ask: putQuestion }: Session): Promise<Answer> {
  const opened = await home();
  const { entries, count } = await opened.review({
    where: options.all ? 'all' : undefined,
    limit: options.limit,
  });
  const approved: ItemId[] = [];
  const rejected: ItemId[] = [];
  for (const [at, entry] of entries.entries()) {
    const choice = askAbout(entry, `${at + 1} of ${entries.length}`, putQuestion);
    if (choice === 'quit') break;
    if (choice === 'skip') continue;
    const { id } = entry.item;
    if (choice === 'approve') approved.push((await opened.approve(id, readingOf(entry))).id);
    else rejected.push((await opened.reject(id, { seen: entry.item.content })).id);
  }
  const waiting = count - approved.length - rejected.length;
  const value: DecidedEach = { approved, rejected, waiting };
  const counted = `${countOf(approved.length, 'memory', 'memories')} approved, ${rejected.length} rejected`;
  return {
    value,
    shown: text(bold(counted), `; ${waiting === 0 ? 'nothing waits' : `${waiting} wait still`}.`),
  };
}

/** @throws INVALID_ARGUMENT where no terminal can be asked */
function askAbout(entry: ReviewEntry, place: string, putQuestion: Session['ask']): Choice {
  for (;;) {
    const said = putQuestion(questionAbout(entry, place))?.trim().toLowerCase();
    if (said === undefined) throw nobodyToAsk();
    const choice = choices.find((word) => said !== '' && word.startsWith(said));
    if (choice !== undefined) return choice;
  }
}

function questionAbout(entry: ReviewEntry, place: string): string {
  return [...linesOf(entry, place), 'approve, reject, skip or quit? '].join('\n');
}

/** All that a person vouches for, and all that is put away for it. */
function linesOf({ item, reason, replaces = [] }: ReviewEntry, lead: string): readonly string[] {
  const { title, content, tags, references, scope, principal, origin, createdAtMs, body } = item;
  const all = new Set([content, ...textsOf(body)]);
  const others = [...all].filter(
    (each) => ![...all].some((one) => one !== each && one.includes(each)) && each !== content,
  );
  return [
    '',
    `${lead}: ${title}`,
    ...indented(content),
    ...(others.length === 0 ? [] : ['  with it:', ...others.flatMap(indented)]),
    ...(references.length === 0 ? [] : [`  about: ${references.join(', ')}`]),
    ...(tags.length === 0 ? [] : [`  tags: ${tags.join(', ')}`]),
    `  holds: ${describeScope(scope)}`,
    `  waits: ${reviewWords[reason]}`,
    ...replaces.flatMap((older) => namedLines('takes the place of', older)),
    `  from: ${describePrincipal(principal)}, ${origin}, ${formatDate(createdAtMs, Date.now())}`,
  ];
}

function namedLines(name: string, { id, title, content }: NonNullable<ReviewEntry['replaces']>[number]) {
  return [`  ${name} ${shortUuid(id)}: ${title}`, ...indented(content)];
}

function indented(words: string): readonly string[] {
  return words.split('\n').map((each) => `    ${each}`);
}

function nobodyToAsk(): AfterwitError {
  return invalidArgument(
    'There is no terminal to ask a person at. Decide one by one: afterwit review approve ID, afterwit review reject ID.',
  );
}
