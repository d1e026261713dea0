import type { SessionList } from '../../model/session.ts';
import { type Line, span } from '../terminal/line.ts';
import { indented, type Page, sentence } from './page.ts';

/** Answer of `sessions`: nothing where nothing is to say. */
export function renderSessions({ lines }: Pick<SessionList, 'lines'>, page: Page): readonly Line[] {
  if (lines.length === 0) return [];
  return [
    ...sentence(page, span('The last sessions here', 'bold')),
    ...lines.flatMap((text) => indented(page, 2, span(text))),
  ];
}
