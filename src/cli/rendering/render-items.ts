import type { ItemList } from '../../api/inputs.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { isoDate } from '../../wording/format-date.ts';
import { countOf, formatCount } from '../../wording/format-number.ts';
import { describePrincipal, typeWords } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { alignColumns, paragraph } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, itemMark, type Page, sentence } from './page.ts';

/** Answer of `list`. */
export function renderItems({ items, count }: ItemList, page: Page): readonly Line[] {
  const [first] = items;
  if (first === undefined) {
    const example = span('afterwit remember "what to know next time"', 'cyan');
    return sentence(
      page,
      span('No memories', 'bold'),
      ' here yet, or none of this kind. Remember one: ',
      example,
    );
  }
  const leads = alignColumns(items.map((item) => [...columns(item), line('')]));
  const hidden = count - items.length;
  return [
    ...sentence(page, span(countOf(count, 'memory', 'memories'), 'bold'), ', newest first'),
    blank,
    ...items.flatMap((item, row) =>
      paragraph(line(item.title, ...marks(item)), { width: page.width, lead: leads[row] ?? [] }),
    ),
    ...(hidden > 0 ? [line(span(`… ${formatCount(hidden)} more; --limit shows more`, 'dim'))] : []),
    blank,
    ...sentence(page, span('In full: ', 'dim'), span(`afterwit show ${shortUuid(first.id)}`, 'cyan')),
  ];
}

function columns(item: MemoryItem): readonly Line[] {
  return [
    line(itemMark(item.id)),
    line(span(isoDate(item.updatedAtMs), 'dim')),
    line(typeWords[item.type]),
    line(span(describePrincipal(item.principal), 'dim')),
  ];
}

function marks({ quarantined, status }: MemoryItem): Line {
  const notes = [quarantined ? 'waits for review' : '', status === 'active' ? '' : status].filter(Boolean);
  return notes.length === 0 ? [] : [span(`  (${notes.join(', ')})`, 'yellow')];
}
