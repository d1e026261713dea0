import type { RememberedItem } from '../../model/answers/item-answers.ts';
import { failedCommandOf } from '../../model/item-body.ts';
import { stoppedBy } from '../../model/memory-item.ts';
import { countOf } from '../../wording/format-number.ts';
import { describePrincipal, describeScope, describeStrategy, typeWords } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { type Line, span } from '../terminal/line.ts';
import { indented, itemMark, joinParts, labelled, type Page, sentence } from './page.ts';
import { type NextStep, renderNextSteps } from './render-next-steps.ts';

const news: Readonly<Record<RememberedItem['kind'], string>> = {
  added: 'Remembered',
  known: 'Already known, and now confirmed',
  quarantined: 'Held back until a person approves it',
};

/** Answer of `remember`. */
export function renderRemembered(remembered: RememberedItem, page: Page): readonly Line[] {
  const { kind, item, redactedSecrets } = remembered;
  const files = item.anchors.map(({ path, symbol }) =>
    symbol === undefined ? path : `${path}:${symbol.name}`,
  );
  const command = failedCommandOf(item.body);
  const strategy = describeStrategy(item.body);
  const stopped = stoppedBy(item);
  return [
    ...sentence(page, span(news[kind], kind === 'quarantined' ? 'yellow' : 'bold'), ': ', itemMark(item.id)),
    ...indented(page, 2, span(item.title, 'bold')),
    ...labelled('what', [`${typeWords[item.type]}, ${describeScope(item.scope)}`], page, 2),
    ...labelled('said by', [describePrincipal(item.principal)], page, 2),
    ...(command === undefined ? [] : labelled('fixes', [command], page, 2)),
    ...(strategy === undefined ? [] : labelled('strategy', [strategy], page, 2)),
    ...(stopped === undefined ? [] : labelled('stops', [stopped], page, 2)),
    ...(files.length === 0 ? [] : labelled('files', joinParts(files), page, 2)),
    ...(remembered.supersedes ?? []).flatMap((older) =>
      labelled('replaces', [itemMark(older.id), `  ${older.title}`], page, 2),
    ),
    ...(remembered.maySupersede ?? []).flatMap((older) =>
      labelled('perhaps', ['replaces ', itemMark(older.id), `  ${older.title}`], page, 2),
    ),
    ...(redactedSecrets === 0
      ? []
      : indented(page, 2, span(`${countOf(redactedSecrets, 'secret')} removed from it.`, 'yellow'))),
    ...renderNextSteps('Next', nextSteps(remembered), page),
  ];
}

function nextSteps({ kind, item, supersedes = [], maySupersede = [] }: RememberedItem): readonly NextStep[] {
  const id = shortUuid(item.id);
  const [older] = supersedes;
  const [doubtful] = maySupersede;
  const approve = { command: `afterwit review approve ${id}`, why: 'a person vouches for it' };
  if (kind === 'quarantined') return [approve];
  if (older !== undefined)
    return [
      { command: `afterwit review approve ${shortUuid(older.id)}`, why: 'the older one holds after all' },
    ];
  if (doubtful !== undefined)
    return [{ command: `afterwit review approve ${id}`, why: 'it does replace the older one' }];
  const show = { command: `afterwit show ${id}`, why: 'everything that is stored about it' };
  // A memory of an agent is not shown unasked until somebody confirms it.
  return item.trust === 'agent' ? [show, approve] : [show];
}
