import type { DoubtDecision } from '../../model/answers/item-answers.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { type Line, span } from '../terminal/line.ts';
import { indented, itemMark, type Page, sentence } from './page.ts';

const effects: Readonly<Record<DoubtDecision, string>> = {
  merge: 'Merged; its evidence now belongs to ',
  split: 'Kept as a separate variant: ',
  supersede: 'The new fix replaced the known one: ',
  reject: 'Rejected; it is archived and not shown again: ',
};

/** Answer of `failures review` after a decision. */
export function renderDecided(item: MemoryItem, decision: DoubtDecision, page: Page): readonly Line[] {
  return [
    ...sentence(page, span(effects[decision], 'bold'), itemMark(item.id)),
    ...indented(page, 2, item.title),
  ];
}
