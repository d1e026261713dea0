import type { ForgottenItems } from '../../model/answers/item-answers.ts';
import { countOf, formatCount } from '../../wording/format-number.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, itemMark, type Page, sentence } from './page.ts';

const shownItems = 50;
const mostNamed = 20;

/** Answer of `forget`. */
export function renderForgotten(
  { items, preview, unreached = [], shared }: ForgottenItems,
  page: Page,
): readonly Line[] {
  if (items.length === 0) return sentence(page, 'No memory fits; nothing was forgotten.');
  const hidden = items.length - shownItems;
  const count = countOf(items.length, 'memory', 'memories');
  return [
    ...sentence(
      page,
      span(preview ? `Would forget ${count}` : `Forgot ${count}`, 'bold'),
      `, with everything derived from ${items.length === 1 ? 'it' : 'them'}.`,
    ),
    ...items
      .slice(0, shownItems)
      .flatMap(({ id, title }) =>
        paragraph(line(title), { width: page.width, lead: line('  ', itemMark(id), '  ') }),
      ),
    ...(hidden > 0 ? [line(span(`  … ${formatCount(hidden)} more; --json has them all`, 'dim'))] : []),
    ...unreached.flatMap((path) =>
      sentence(page, `${path} cannot be read, and may hold it still: remove that file to be sure.`),
    ),
    ...(shared === undefined ? [] : sentence(page, tellShared(shared))),
    ...(preview
      ? [blank, ...sentence(page, span('Nothing was changed. Without --dry-run it cannot be undone.', 'dim'))]
      : []),
  ];
}

/** Others have it through git, and whoever imports takes it in again. */
function tellShared({ path, ids }: NonNullable<ForgottenItems['shared']>): string {
  const [first = '', ...others] = ids.map(shortUuid);
  const many = others.length === 0 ? 'a line' : `${ids.length} lines`;
  return `${path} still has ${many} of what is forgotten, and so has git: \`afterwit import\` would bring it back. Take it out: afterwit share ${[first, ...others].slice(0, mostNamed).join(' ')} --remove`;
}
