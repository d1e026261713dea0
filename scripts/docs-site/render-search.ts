import MiniSearch from 'minisearch';
import type { ReadPage } from './read-page.ts';

/** A script that leaves the index of all sections to the page: a page that was opened from a disk may read no other file. */
export function renderSearch(pages: readonly ReadPage[]): string {
  const index = new MiniSearch({ fields: ['title', 'page', 'text'], storeFields: ['title', 'page', 'at'] });
  const sections = pages.flatMap(({ title: page, place, sections }) =>
    sections.map(({ title, anchor, text }) => ({ title, page, text, at: `${place}#${anchor}` })),
  );
  index.addAll(sections.map((section, id) => ({ id, ...section })));
  return `window.searchIndex = ${JSON.stringify(JSON.stringify(index))};\n`;
}
