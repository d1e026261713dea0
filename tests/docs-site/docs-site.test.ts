import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite } from '../../scripts/docs-site/build-site.ts';
import { chromiumPath, openBrowser } from '../dashboard/browser.ts';
import { isFull } from '../effort.ts';

const top = resolve(import.meta.dirname, '../..');
const site = mkdtempSync(join(tmpdir(), 'afterwit-site-'));
beforeAll(() => buildSite(top, site));
afterAll(() => rmSync(site, { recursive: true, force: true }));

const pages = () => globSync('**/*.html', { cwd: site });
const linksOf = (html: string) => [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);

test('every link of every page leads to a file of the site, and to a place in it', () => {
  const anchors = new Map(
    pages().map((page) => {
      const html = readFileSync(join(site, page), 'utf8');
      return [join(site, page), new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))];
    }),
  );
  const broken = pages().flatMap((page) =>
    linksOf(readFileSync(join(site, page), 'utf8')).filter((link) => {
      if (/^(?:https?|data):/.test(link)) return false;
      const [path = '', anchor] = decodeURIComponent(link).split('#');
      const target = path === '' ? join(site, page) : resolve(site, page, '..', path);
      if (!existsSync(target) || !statSync(target).isFile()) return true;
      return anchor !== undefined && anchors.get(target)?.has(anchor) !== true;
    }),
  );
  expect(pages().length).toBeGreaterThan(200);
  expect(broken).toEqual([]);
});

test('it holds each page of the documentation, and brings everything that it loads', () => {
  for (const path of globSync('docs/**/*.md', { cwd: top }))
    expect(existsSync(join(site, path.replace(/\.md$/, '.html'))), path).toBe(true);
  for (const page of pages()) {
    const html = readFileSync(join(site, page), 'utf8');
    expect(html, page).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="https?:/);
  }
});

test.skipIf(chromiumPath === undefined || !isFull)(
  'opened from a disk, it finds a page by words and goes there',
  async () => {
    const browser = await openBrowser();
    try {
      const page = await browser.context.newPage();
      const faults: string[] = [];
      page.on('console', (message) => faults.push(message.text()));
      page.on('pageerror', (error) => faults.push(String(error)));
      await page.goto(pathToFileURL(join(site, 'docs/decisions/0001-record-decisions.html')).href);
      await page.keyboard.press('/');
      await page.keyboard.type('postgres team');
      await page.locator('search li a', { hasText: 'Share lessons with a team' }).first().click();
      await page.waitForURL('**/docs/guides/share-with-a-team.html*');
      expect(await page.locator('h1').textContent()).toBe('Share lessons with a team');
      await page.getByText('Four ways in').click();
      await page.waitForURL('**/index.html#four-ways-in');
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);
