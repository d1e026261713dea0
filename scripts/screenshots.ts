// Takes the pictures of docs/guides/dashboard.md: a made-up memory of this repository, in a real Chromium.
// Usage: npm run build && npx node scripts/screenshots.ts [FOLDER]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openMemory } from '../src/api/memory.ts';
import { serve } from '../src/http/main.ts';
import { scopeOf } from '../src/model/provenance.ts';
import { openBrowser, openPage } from '../tests/dashboard/browser.ts';
import { fillHome } from '../tests/dashboard/fill-home.ts';

const top = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(top, 'docs/guides/dashboard'));
const speaker = { kind: 'user', name: 'ada', source: 'cli' } as const;
const decision = 'd000003c-0000-4000-8000-000000000000';

interface Picture {
  readonly name: string;
  readonly search: string;
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
}

const pictures: readonly Picture[] = [
  { name: 'timeline', search: `?page=timeline&id=${decision}` },
  { name: 'review', search: '?page=review' },
  { name: 'memory', search: '?page=memory&id=00000004-0000-4000-8000-000000000000', colorScheme: 'dark' },
  { name: 'decision', search: `?page=decision&id=${decision}&policy=plain_rule` },
  { name: 'trust', search: '?page=trust' },
  { name: 'code', search: '?page=code&node=src/http/create-app.ts' },
  { name: 'narrow', search: '?page=memory', width: 390 },
];

const home = mkdtempSync(join(tmpdir(), 'afterwit-pictures-'));
const ending = new AbortController();
const memory = await openMemory({ home, repository: top, speaker });
const scope = scopeOf('repo', (await memory.repositories.current()).id);
await memory.locate('HEAD', { topK: 1 });
await memory.close();
await fillHome({ home, scope, count: 60, decisionCount: 80, nowMs: Date.now() });
const { origin, address, ended } = await serve({
  ...{ home, repository: top, speaker, opens: false, signal: ending.signal, onFault: console.error },
});
const browser = await openBrowser();
try {
  mkdirSync(folder, { recursive: true });
  const { page, errors } = await openPage(browser, origin);
  await page.goto(address);
  await page.locator('h1').waitFor();
  const chromium = await browser.context.newCDPSession(page);
  for (const { name, search, width = 1280, colorScheme = 'light' } of pictures) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${origin}/${search}`);
    await page.locator('.detail article, .receipt, .settled, .row b').first().waitFor();
    await page.waitForLoadState('networkidle');
    // Where it was taken is of no use to a reader.
    await page.evaluate(`for (const { firstChild } of document.querySelectorAll('main code'))
      firstChild.data = firstChild.data.replace(${JSON.stringify(home)}, '~/.afterwit').replace(${JSON.stringify(top)}, '~/afterwit');`);
    const { data } = await chromium.send('Page.captureScreenshot', { format: 'webp', quality: 60 });
    writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
  }
  if (errors.length > 0) throw new Error(errors.join('\n'));
} finally {
  await browser.close();
  ending.abort();
  await ended;
  rmSync(home, { recursive: true, force: true });
}
