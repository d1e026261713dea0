import type { ItemView } from '../../api/inputs.ts';
import * as operations from '../../api/operations.ts';
import type { ForgottenItems, ItemHistory, ItemVersion } from '../../model/answers/item-answers.ts';
import { outcomeKinds } from '../../model/decision.ts';
import { failedCommandOf, failureOf } from '../../model/item-body.ts';
import { type Anchor, type MemoryItem, stoppedBy } from '../../model/memory-item.ts';
import { countOf, formatCount, isoDate } from '../../wording/formats.ts';
import {
  describePrincipal,
  describeScope,
  describeStrategy,
  freshnessWords,
  shortUuid,
  statusWords,
  trustWords,
  typeWords,
} from '../../wording/memory-words.ts';
import { ask, asking, inputOf } from '../ask.ts';
import {
  andMore,
  type Block,
  blank,
  bold,
  cutTo,
  cyan,
  date,
  dim,
  field,
  indent,
  itemMark,
  joined,
  lines,
  listing,
  moment,
  type Part,
  row,
  steps,
  text,
  unbroken,
  yellow,
} from '../page.ts';
import type { Answer, Session } from '../session.ts';

const shownOutcomes = 10;
const shownForgotten = 50;
const mostNamed = 20;

export const list = asking(operations.list, ({ items, count }) => {
  const [first] = items;
  if (first === undefined)
    return text(
      bold('No memories'),
      ' here yet, or none of this kind. Remember one: ',
      cyan('afterwit remember "what to know next time"'),
    );
  return [
    text(bold(countOf(count, 'memory', 'memories')), ', newest first'),
    blank,
    listing(items.map((item) => [columnsOf(item), [item.title, marksOf(item)]])),
    andMore(count - items.length, '; --limit shows more'),
    blank,
    text(dim('In full: '), cyan(`afterwit show ${shortUuid(first.id)}`)),
  ];
});

function columnsOf({ id, updatedAtMs, type, principal }: MemoryItem): readonly Part[] {
  return [itemMark(id), dim(isoDate(updatedAtMs)), typeWords[type], dim(describePrincipal(principal))];
}

function marksOf({ quarantined, status }: MemoryItem): Part {
  const notes = [quarantined && 'waits for review', status !== 'active' && status].filter(Boolean);
  return notes.length > 0 && yellow(`  (${notes.join(', ')})`);
}

export const show = asking(operations.show, (view) => {
  const { item } = view;
  return [
    unbroken(yellow(item.id)),
    text(bold(item.title)),
    blank,
    indent(4, lines(item.content)),
    blank,
    indent(2, showStanding(item), showFailure(item), showPlaces(view), showUse(view)),
  ];
});

/** Its type, its speaker, and whether it is in use. */
function showStanding(item: MemoryItem): Block {
  const { status, supersededById, ttlDays } = item;
  const expiry = ttlDays !== undefined && `; expires ${countOf(ttlDays, 'day')} after`;
  const successor = supersededById !== undefined && ['; see ', itemMark(supersededById)];
  return [
    field('what', `${typeWords[item.type]}, ${describeScope(item.scope)}`),
    item.quarantined && field('waits', yellow('for a person: afterwit review')),
    status !== 'active' && field('status', yellow(statusWords[status]), successor),
    field('strategy', describeStrategy(item.body)),
    field('stops', stoppedBy(item)),
    field('from', `${describePrincipal(item.principal)}, ${trustWords[item.trust]}`),
    field('origin', item.origin),
    field('since', moment(item.createdAtMs)),
    field('latest', moment(item.updatedAtMs), expiry),
    field('tags', joined(item.tags)),
  ];
}

function showFailure({ body }: MemoryItem): Block {
  const failure = failureOf(body);
  if (failure === undefined) return undefined;
  return [
    field('failure', failedCommandOf(body) ?? 'of an unknown command'),
    indent('failure  '.length, failure.errorLines.flatMap(lines)),
  ];
}

function showPlaces({ item, anchors, links }: ItemView): Block {
  const freshness = new Map(anchors.map((anchor) => [anchor.path, anchor.freshness]));
  return [
    item.anchors.map((anchor) => {
      const state = freshness.get(anchor.path);
      const style = state === 'fresh' || state === 'drifted' ? dim : yellow;
      return field(
        'file',
        describeAnchor(anchor),
        state !== undefined && style(`  ${freshnessWords[state]}`),
      );
    }),
    field('commit', item.learnedAt?.slice(0, 12)),
    field('names', joined(item.references)),
    links.map(({ id, relation, title }) =>
      field('related', `${relation.replaceAll('_', ' ')} `, itemMark(id), `  ${title}`),
    ),
  ];
}

function describeAnchor({ path, symbol }: Anchor): string {
  return symbol === undefined ? path : `${path}:${symbol.name}`;
}

function showUse({ item: { accessCount, lastAccessedAtMs }, outcomes }: ItemView): Block {
  const feedback = outcomeKinds.flatMap((kind) => {
    const count = outcomes[kind] ?? 0;
    return count === 0 ? [] : [`${formatCount(count)} ${kind.replaceAll('_', ' ')}`];
  });
  const last = lastAccessedAtMs !== undefined && [', last ', moment(lastAccessedAtMs)];
  return [
    accessCount === 0 ? field('shown', 'never') : field('shown', countOf(accessCount, 'time'), last),
    field('came of', joined(feedback)),
  ];
}

export const history = asking(operations.history, ({ item, versions, replaced, replacedBy, outcomes }) => [
  unbroken(yellow(item.id)),
  text(bold(item.title)),
  item.status !== 'active' && indent(2, field('status', yellow(statusWords[item.status]))),
  versions.map((version) => [blank, showVersion(version)]),
  showOthers('It took the place of', replaced),
  showOthers('In its place stands', replacedBy),
  showOutcomes(outcomes),
]);

function showVersion({ id, content, principal, trust, sinceMs, untilMs }: ItemVersion): Block {
  return [
    untilMs === undefined
      ? text(bold('now'), '  since ', moment(sinceMs))
      : text(itemMark(id), '  ', moment(sinceMs), ' to ', moment(untilMs)),
    indent(4, lines(content)),
    indent(2, field('from', `${describePrincipal(principal)}, ${trustWords[trust]}`)),
  ];
}

function showOthers(name: string, items: readonly MemoryItem[]): Block {
  const rows = items.map(({ id, title, createdAtMs }) =>
    row(['  ', itemMark(id), '  '], title, dim('  ', date(createdAtMs))),
  );
  return rows.length > 0 && [blank, text(`${name}:`), rows];
}

function showOutcomes(outcomes: ItemHistory['outcomes']): Block {
  if (outcomes.length === 0) return undefined;
  const hidden = outcomes.length - shownOutcomes;
  return [
    blank,
    text('Came of it where it was shown:'),
    outcomes
      .slice(-shownOutcomes)
      .map(({ kind, by, atMs }) =>
        unbroken(`  ${kind.replaceAll('_', ' ')}  `, dim(`by ${by}, `, moment(atMs))),
      ),
    hidden > 0 && unbroken(dim(`  … and ${countOf(hidden, 'earlier one')}`)),
  ];
}

export async function edit(session: Session): Promise<Answer> {
  const { hard, ...input } = await inputOf(operations.edit, session);
  const isHard = hard ?? (session.options.noHard ? false : undefined);
  const value = await ask(operations.edit, { ...input, hard: isHard }, session);
  const { item, before, waits } = value;
  const id = shortUuid(item.id);
  return {
    value,
    shown: [
      text(bold('Changed'), `; it counts as ${trustWords[item.trust]}: `, itemMark(item.id)),
      indent(2, text(item.title), indent(2, lines(item.content))),
      blank,
      text('It said before:'),
      indent(4, lines(before.content)),
      steps('Next', waits && [`afterwit review approve ${id}`, 'until then it is not shown unasked'], [
        `afterwit edit ${id} --restore ${shortUuid(before.id)}`,
        'take the change back',
      ]),
    ],
  };
}

export const archive = asking(operations.archive, ({ id, title, status }) =>
  status === 'active'
    ? text(bold('Back'), ': ', itemMark(id), ` ${title}`)
    : [
        text(bold('Put away'), ': ', itemMark(id), ` ${title}`),
        steps('Next', [`afterwit archive ${shortUuid(id)} --undo`, 'fetch it back']),
      ],
);

export const forget = asking(operations.forget, ({ items, preview, unreached = [], shared }) => {
  if (items.length === 0) return text('No memory fits; nothing was forgotten.');
  const count = countOf(items.length, 'memory', 'memories');
  return [
    text(
      bold(`${preview ? 'Would forget' : 'Forgot'} ${count}`),
      `, with everything derived from ${items.length === 1 ? 'it' : 'them'}.`,
    ),
    cutTo(shownForgotten, items, '; --json has them all', ({ id, title }) =>
      row(['  ', itemMark(id), '  '], title),
    ),
    unreached.map((path) =>
      text(`${path} cannot be read, and may hold it still: remove that file to be sure.`),
    ),
    shared !== undefined && text(tellShared(shared)),
    preview && [blank, text(dim('Nothing was changed. Without --dry-run it cannot be undone.'))],
  ];
});

/** Others have it through git, and an import takes it in again. */
function tellShared({ path, ids }: NonNullable<ForgottenItems['shared']>): string {
  const many = ids.length === 1 ? 'a line' : `${ids.length} lines`;
  const named = ids.slice(0, mostNamed).map(shortUuid).join(' ');
  return `${path} still has ${many} of the forgotten memories, and so has git: \`afterwit import\` would bring it back. Take it out: afterwit share ${named} --remove`;
}
