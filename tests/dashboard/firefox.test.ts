import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFull } from '../effort.ts';
import { type FirefoxTab, firefoxPath, openFirefox } from './firefox.ts';
import { serveDashboard } from './open-dashboard.ts';

const reason = firefoxPath === undefined ? ' (skipped: there is no firefox)' : '';
const payload = '</script><img src=x onerror="window.fired=1"><svg onload="window.fired=1">';
const selected = "document.querySelector('.row[aria-selected=true]')";

// By itself Chromium alone plays this, in `pages.test.ts`.
describe.skipIf(firefoxPath === undefined || !isFull)(`the page in Firefox${reason}`, () => {
  let tab: FirefoxTab;

  beforeAll(async () => {
    tab = await openFirefox();
  });

  afterAll(async () => {
    await tab?.close();
  });

  it('lets in by the token, lists, hears keys and runs nothing that anybody wrote', async () => {
    const dashboard = await serveDashboard({ count: 60, decisionCount: 40, payload });
    const waiting = async () => (await dashboard.elsewhere.review({ where: 'all' })).count;
    const before = await waiting();
    await tab.goTo(dashboard.address);
    await tab.until("document.querySelector('.row b')");
    expect(await tab.evaluate('location.href')).not.toContain('token');
    await tab.press('j', 'j', 'k');
    await tab.until(`${selected}?.getAttribute('aria-posinset') === '1'`);
    await tab.press('2');
    await tab.until("document.querySelector('.detail article h2')");
    const title = await tab.evaluate("document.querySelector('.detail article h2').innerText");
    expect(title).toContain('onerror');
    await tab.press('x', 'u', 'a');
    await expect.poll(waiting, { timeout: 20_000 }).toBe(before - 1);
    for (const page of ['timeline', 'memory', 'decision', 'trust', 'health', 'code', 'team']) {
      await tab.goTo(`${dashboard.origin}/?page=${page}`);
      await tab.until("document.querySelector('.row b, .settled, .receipt, .empty')");
      // Left before it is loaded, the library of charts counts as an error of the page.
      if (page === 'trust') await tab.until("document.querySelector('.chart')");
      expect(await tab.evaluate("window.fired ?? document.querySelectorAll('img, [onerror]').length")).toBe(
        0,
      );
      expect(await tab.evaluate('document.documentElement.scrollWidth > innerWidth'), page).toBe(false);
    }
    expect(tab.errors).toEqual([]);
  });
});
