import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { chromiumPath, openBrowser, openPage } from '../../tests/dashboard/browser.ts';
import { percentile } from '../reporting/statistics.ts';
import { type Figure, notRun } from '../suite.ts';
import { readAddress, startDashboard } from './measure-server.ts';

const assets = 'dist/dashboard/assets';
const pages = ['timeline', 'review', 'memory', 'decision', 'trust', 'health', 'code', 'team'] as const;

/** The page in a real Chromium over a filled home: sizes, times, and what must be none. */
export async function measurePage(home: string, smoke: boolean): Promise<Readonly<Record<string, Figure>>> {
  const sizes = measureSizes();
  if (chromiumPath === undefined)
    return { ...sizes, first_paint_ms_p95: notRun, axe_violations: notRun, xss_fired: notRun };
  const rounds = smoke ? 5 : 20;
  const child = startDashboard(home, process.cwd());
  const serving = await readAddress(child);
  const browser = await openBrowser();
  try {
    const { page, errors, foreign } = await openPage(browser, serving.origin);
    await page.goto(serving.address);
    await page.locator('h1').waitFor();
    const { paints, rows } = await measurePaints(page, serving.origin, rounds);
    const { violations, fired } = await lookAtAll(page, serving.origin);
    return {
      ...sizes,
      first_paint_ms_p95: percentile(paints, 0.95),
      first_rows_ms_p95: percentile(rows, 0.95),
      axe_violations: violations,
      xss_fired: fired,
      foreign_requests: foreign.length,
      page_errors: errors.length,
    };
  } finally {
    await browser.close();
    child.kill('SIGKILL');
  }
}

/** First paint of the page, and when its rows are there, from the start of the navigation. */
async function measurePaints(page: Page, origin: string, rounds: number) {
  const paints: number[] = [];
  const rows: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.goto(`${origin}/?page=timeline`);
    await page.locator('.row').first().waitFor();
    rows.push(Number(await page.evaluate('performance.now()')));
    paints.push(
      Number(
        await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"),
      ),
    );
  }
  return { paints, rows };
}

async function lookAtAll(page: Page, origin: string) {
  let [violations, fired] = [0, 0];
  for (const name of pages) {
    await page.goto(`${origin}/?page=${name}`);
    await page.locator('.row b, .settled, .receipt, .empty').first().waitFor();
    for (const [colorScheme, width] of [
      ['light', 1280] as const,
      ['dark', 1280] as const,
      ['light', 360] as const,
    ]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(axe.source);
      violations += Number(await page.evaluate('axe.run(document).then((found) => found.violations.length)'));
    }
    fired += Number(await page.evaluate('window.fired ?? 0'));
  }
  return { violations, fired };
}

/** Gzipped, in thousands of bytes: what the first page loads, and all there is. */
function measureSizes(): Readonly<Record<string, number>> {
  const sizeOf = (path: string) => gzipSync(readFileSync(path)).length / 1000;
  const index = readFileSync('dist/dashboard/index.html', 'utf8');
  const files = readdirSync(assets);
  const sum = (some: readonly string[]) =>
    some.reduce((total, name) => total + sizeOf(join(assets, name)), sizeOf('dist/dashboard/index.html'));
  const first = files.filter((name) => index.includes(name));
  const scripts = first.filter((name) => name.endsWith('.js'));
  return {
    bundle_kb: sum(files),
    first_page_kb: sum(first),
    first_script_kb: scripts.reduce((total, name) => total + sizeOf(join(assets, name)), 0),
  };
}
