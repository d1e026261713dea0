import type { ItemView } from '../../api/inputs.ts';
import { outcomeKinds } from '../../model/decision.ts';
import { failedCommandOf, failureOf } from '../../model/item-body.ts';
import { type Anchor, type MemoryItem, stoppedBy } from '../../model/memory-item.ts';
import { formatMoment } from '../../wording/format-date.ts';
import { countOf, formatCount } from '../../wording/format-number.ts';
import {
  describePrincipal,
  describeScope,
  describeStrategy,
  freshnessWords,
  statusWords,
  trustWords,
  typeWords,
} from '../../wording/memory-words.ts';
import { type Line, type LinePart, line, span } from '../terminal/line.ts';
import { blank, itemMark, joinParts, labelled, type Page, sentence, textLines } from './page.ts';

const indent = 2;

/** Answer of `show`. */
export function renderItem(view: ItemView, page: Page): readonly Line[] {
  const { item } = view;
  return [
    line(span(item.id, 'yellow')),
    ...sentence(page, span(item.title, 'bold')),
    blank,
    ...textLines(item.content, page, indent * 2),
    blank,
    ...renderStanding(item, page),
    ...renderFailure(item, page),
    ...renderPlaces(view, page),
    ...renderUse(view, page),
  ];
}

function detail(label: string, parts: readonly LinePart[], page: Page): readonly Line[] {
  return parts.length === 0 ? [] : labelled(label, parts, page, indent);
}

/** Its type, its speaker, and whether it is in use. */
function renderStanding(item: MemoryItem, page: Page): readonly Line[] {
  const strategy = describeStrategy(item.body);
  const stopped = stoppedBy(item);
  const expiry = item.ttlDays === undefined ? '' : `; expires ${countOf(item.ttlDays, 'day')} after`;
  const status = item.supersededById === undefined ? [] : ['; see ', itemMark(item.supersededById)];
  return [
    ...detail('what', [`${typeWords[item.type]}, ${describeScope(item.scope)}`], page),
    ...(item.quarantined ? detail('waits', [span('for a person: afterwit review', 'yellow')], page) : []),
    ...(item.status === 'active'
      ? []
      : detail('status', [span(statusWords[item.status], 'yellow'), ...status], page)),
    ...detail('strategy', strategy === undefined ? [] : [strategy], page),
    ...detail('stops', stopped === undefined ? [] : [stopped], page),
    ...detail('from', [`${describePrincipal(item.principal)}, ${trustWords[item.trust]}`], page),
    ...detail('origin', [item.origin], page),
    ...detail('since', [formatMoment(item.createdAtMs, page.nowMs)], page),
    ...detail('latest', [`${formatMoment(item.updatedAtMs, page.nowMs)}${expiry}`], page),
    ...detail('tags', joinParts(item.tags), page),
  ];
}

function renderFailure({ body }: MemoryItem, page: Page): readonly Line[] {
  const failure = failureOf(body);
  if (failure === undefined) return [];
  const label = indent + 'failure  '.length;
  return [
    ...detail('failure', [failedCommandOf(body) ?? 'of an unknown command'], page),
    ...failure.errorLines.flatMap((text) => textLines(text, page, label)),
  ];
}

function renderPlaces({ item, anchors, links }: ItemView, page: Page): readonly Line[] {
  const freshness = new Map(anchors.map((anchor) => [anchor.path, anchor.freshness]));
  const files = item.anchors.flatMap((anchor) => {
    const state = freshness.get(anchor.path);
    const words = state === undefined ? '' : `  ${freshnessWords[state]}`;
    const fine = state === 'fresh' || state === 'drifted';
    return detail('file', [describeAnchor(anchor), span(words, fine ? 'dim' : 'yellow')], page);
  });
  return [
    ...files,
    ...(item.learnedAt === undefined ? [] : detail('commit', [item.learnedAt.slice(0, 12)], page)),
    ...detail('names', joinParts(item.references), page),
    ...links.flatMap(({ id, relation, title }) =>
      detail('related', [`${relation.replaceAll('_', ' ')} `, itemMark(id), `  ${title}`], page),
    ),
  ];
}

function describeAnchor({ path, symbol }: Anchor): string {
  return symbol === undefined ? path : `${path}:${symbol.name}`;
}

function renderUse({ item, outcomes }: ItemView, page: Page): readonly Line[] {
  const last =
    item.lastAccessedAtMs === undefined ? '' : `, last ${formatMoment(item.lastAccessedAtMs, page.nowMs)}`;
  const feedback = outcomeKinds.flatMap((kind) => {
    const count = outcomes[kind] ?? 0;
    return count === 0 ? [] : [`${formatCount(count)} ${kind.replaceAll('_', ' ')}`];
  });
  return [
    ...detail(
      'shown',
      [item.accessCount === 0 ? 'never' : `${countOf(item.accessCount, 'time')}${last}`],
      page,
    ),
    ...detail('came of', joinParts(feedback), page),
  ];
}
