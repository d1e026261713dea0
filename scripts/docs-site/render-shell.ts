import { posix } from 'node:path';
import type { ReadPage } from './read-page.ts';

/** Groups of the side bar, by the beginning of a page's path. */
const groups: Readonly<Record<string, RegExp>> = {
  Start: /^[A-Z]+\.md$/,
  Guides: /^docs\/guides\//,
  Overview: /^docs\/[^/]+\.md$/,
  Reference: /^docs\/reference\//,
  Figures: /^docs\/benchmarks\//,
  Research: /^docs\/research\//,
  Decisions: /^docs\/decisions\//,
};

/** A page of the site: its content between the side bar and the search. */
export function renderShell(
  page: Pick<ReadPage, 'path' | 'place' | 'title' | 'html'>,
  pages: readonly ReadPage[],
): string {
  const folder = posix.dirname(page.place);
  const to = (path: string) => posix.relative(folder, path);
  const link = ({ path, place, title }: ReadPage) => {
    const current = path === page.path ? ' aria-current="page"' : '';
    return `<li><a href="${to(place)}"${current}>${escapeHtml(title)}</a></li>`;
  };
  const bar = Object.entries(groups).map(([name, pattern]) => {
    const own = pages.filter(({ path }) => pattern.test(path));
    const open = name === 'Guides' || pattern.test(page.path) ? ' open' : '';
    return `<details${open}><summary>${name}</summary><ul>${own.map(link).join('')}</ul></details>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · afterwit</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${to('site.css')}">
<script defer src="${to('search.js')}" data-top="${to('.') || '.'}"></script>
</head>
<body>
<header>
<a class="name" href="${to('index.html')}">afterwit</a>
<a href="${to('index.html')}#four-ways-in">Four ways in</a>
<search><input type="search" placeholder="Search" aria-label="Search" autocomplete="off"><ol hidden></ol></search>
</header>
<div class="columns">
<nav aria-label="Pages">${bar.join('')}</nav>
<main>${page.html}</main>
</div>
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
