import type { EditedItem } from '../../model/answers/item-answers.ts';
import { trustWords } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { type Line, span } from '../terminal/line.ts';
import { blank, indented, itemMark, type Page, sentence, textLines } from './page.ts';
import { renderNextSteps } from './render-next-steps.ts';

const indent = 2;

/** Answer of `edit`. */
export function renderEdited({ item, before, waits }: EditedItem, page: Page): readonly Line[] {
  const id = shortUuid(item.id);
  return [
    ...sentence(
      page,
      span('Changed', 'bold'),
      `; it counts as ${trustWords[item.trust]}: `,
      itemMark(item.id),
    ),
    ...indented(page, indent, item.title),
    ...textLines(item.content, page, indent * 2),
    blank,
    ...sentence(page, 'It said before:'),
    ...textLines(before.content, page, indent * 2),
    ...renderNextSteps(
      'Next',
      [
        ...(waits
          ? [{ command: `afterwit review approve ${id}`, why: 'until then it is not shown unasked' }]
          : []),
        { command: `afterwit edit ${id} --restore ${shortUuid(before.id)}`, why: 'take the change back' },
      ],
      page,
    ),
  ];
}
