import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { type ReadPage, readPage } from './read-page.ts';
import { renderSearch } from './render-search.ts';
import { escapeHtml, renderShell } from './render-shell.ts';

/** The pages that everything else is found from, by path from the top of the repository. */
const starts = ['README.md', '*.md', 'docs/**/*.md'];

const indexFile = 'search-index.js';
const picture = /\.(?:webp|png|svg)$/;
const assets = join(import.meta.dirname, 'assets');

/**
 * Writes each page of the documentation, and all that pages link to, as files of HTML below a folder, which is emptied before. A linked
 * source file becomes a page of its text, and a linked folder a list of what is in it: the project need not be hosted for a link to lead somewhere.
 *
 * @param root the repository
 * @returns number of pages of Markdown and of all files written
 * @throws Error when a link leads to no file, or the folder holds something else
 */
export async function buildSite(
  root: string,
  folder: string,
): Promise<{ readonly pageCount: number; readonly fileCount: number }> {
  const pages = readPages(root);
  const others = [...new Set(pages.flatMap(({ targets }) => targets))].filter(
    (path) => !path.endsWith('.md'),
  );
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, indexFile)))
    throw new Error(`${folder} holds something else than a site: name an empty folder.`);
  rmSync(folder, { recursive: true, force: true });
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const page of pages) write(page.place, renderShell(page, pages));
  for (const path of others) {
    const place = placeOf(root, path);
    if (place === path) cpSync(join(root, path), join(folder, path));
    else
      write(
        place,
        renderShell({ path, place, title: path, html: renderSource(join(root, path), path) }, pages),
      );
  }
  for (const name of readdirSync(assets)) cpSync(join(assets, name), join(folder, name));
  write(indexFile, renderSearch(pages));
  const library = createRequire(import.meta.url).resolve('minisearch');
  cpSync(join(dirname(library), '../umd/index.js'), join(folder, 'minisearch.js'));
  return { pageCount: pages.length, fileCount: globSync('**/*.*', { cwd: folder }).length };
}

/** The first pages, and those of Markdown that they lead to. */
function readPages(root: string): readonly ReadPage[] {
  const paths = new Set(
    starts
      .flatMap((start) => globSync(start, { cwd: root }).sort())
      .map((path) => path.replaceAll('\\', '/')),
  );
  const pages: ReadPage[] = [];
  for (const path of paths) {
    const page = readPage(path, readFileSync(join(root, path), 'utf8'), (target) => placeOf(root, target));
    pages.push(page);
    for (const target of page.targets) if (target.endsWith('.md')) paths.add(target);
  }
  return pages;
}

/** Where a file or folder of the repository stands in the site. */
function placeOf(root: string, path: string): string {
  if (path === 'README.md') return 'index.html';
  if (path.endsWith('.md')) return path.replace(/\.md$/, '.html');
  if (picture.test(path)) return path;
  return statSync(join(root, path)).isDirectory() ? posix.join(path, 'index.html') : `${path}.html`;
}

function renderSource(file: string, path: string): string {
  const names = statSync(file).isDirectory() ? readdirSync(file).sort() : undefined;
  const text = names?.join('\n') ?? readFileSync(file, 'utf8');
  return `<h1><code>${escapeHtml(path)}</code></h1><pre><code>${escapeHtml(text)}</code></pre>`;
}
