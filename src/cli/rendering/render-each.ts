import type { DecidedEach } from '../../model/answers/item-answers.ts';
import { countOf } from '../../wording/format-number.ts';
import { type Line, span } from '../terminal/line.ts';
import { type Page, sentence } from './page.ts';

/** Answer of `review each`. */
export function renderDecided({ approved, rejected, waiting }: DecidedEach, page: Page): readonly Line[] {
  const counted = `${countOf(approved.length, 'memory', 'memories')} approved, ${rejected.length} rejected`;
  return sentence(
    page,
    span(counted, 'bold'),
    `; ${waiting === 0 ? 'nothing waits' : `${waiting} wait still`}.`,
  );
}
