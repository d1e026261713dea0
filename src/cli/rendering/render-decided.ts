import type { DoubtDecision } from '../../model/answers/review.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { type Line, span } from '../terminal/line.ts';
import { indented, itemMark, type Page, sentence } from './page.ts';

const effects: Readonly<Record<DoubtDecision, string>> = {
  merge: 'Merged; its evidence is now that of ',
  split: 'Kept as a variant of its own: ',
  supersede: 'The new fix took the place of the known one: ',
  reject: 'Turned down; it is archived and not shown again: ',
};

/** Answer of `failures review` when something was decided. */
export function renderDecided(item: MemoryItem, decision: DoubtDecision, page: Page): readonly Line[] {
  return [
    ...sentence(page, span(effects[decision], 'bold'), itemMark(item.id)),
    ...indented(page, 2, item.title),
  ];
}
