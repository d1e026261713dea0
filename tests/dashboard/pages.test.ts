import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFull, some } from '../effort.ts';
import { chromiumPath, type OpenedBrowser, openBrowser, type Watched } from './browser.ts';
import { openDashboard, violationsOf } from './open-dashboard.ts';

let browser: OpenedBrowser;

/** Colours and widths, of which a short run takes one for each page: the widest in light or the narrowest in dark. */
const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1280, 640, 360].map((width) => ({ colorScheme, width })),
);
const looksOf = (turn: number) => looks.filter((_, at) => isFull || at === (turn % 2) * 5);

/** By itself, the pages, their keys, and the tests of what the page asks stand in for these: each tab is a second of work. */
const atLength = it.runIf(isFull);

const pages = ['timeline', 'review', 'memory', 'decision', 'trust', 'health', 'code', 'team'] as const;
const reason = chromiumPath === undefined ? ' (skipped: there is no chromium)' : '';

const quiet = ({ errors, foreign }: Watched) => ({ errors, foreign });
const nothing = { errors: [], foreign: [] };
/** The connection breaks the first time an operation is asked with a field. */
const cutOffOnce = async (page: Page, operation: string, field: string) => {
  let isCutOff = false;
  await page.route(`**/api/${operation}`, (route) => {
    if (isCutOff || route.request().postDataJSON()[field] === undefined) return route.continue();
    isCutOff = true;
    return route.abort('connectionreset');
  });
};
/** The page has the time in which a decision can be taken back pass when it is told to. */
const holdUndo = async (page: Page) => {
  await page.evaluate(`{
    const [after, held] = [setTimeout, []];
    window.setTimeout = (run, ms) => (ms === 6_000 ? held.push(run) : after(run, ms));
    window.passUndo = () => { for (const run of held.splice(0)) run(); };
  }`);
  return async () => {
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.evaluate('passUndo()');
  };
};
const selectedRow = '.row[aria-selected=true]';

describe.skipIf(chromiumPath === undefined)(`the page in a real browser${reason}`, () => {
  beforeAll(async () => {
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
  });

  it('says the next step in an empty home', async () => {
    const dashboard = await openDashboard(browser);
    const tab = await dashboard.open('');
    const examined: readonly string[] = isFull ? pages : [];
    for (const name of pages) {
      await dashboard.turnTo(`?page=${name}`, tab);
      if (examined.includes(name)) expect(await violationsOf(tab), name).toEqual([]);
      expect(quiet(tab), name).toEqual(nothing);
      if (['timeline', 'review', 'memory', 'decision', 'team'].includes(name))
        expect(await tab.page.locator('.empty code').first().innerText(), name).toMatch(/^afterwit /);
    }
  });

  it('takes the token out of the address, and lets no browser in without it', async () => {
    const dashboard = await openDashboard(browser);
    const tab = await dashboard.open('');
    expect(tab.page.url()).not.toContain('token');
    await browser.context.clearCookies();
    await tab.page.reload();
    await tab.page.locator('[role=alert]').waitFor();
    expect(await tab.page.locator('[role=alert]').innerText()).toContain('afterwit dashboard');
  });

  it('has no violation that axe finds, light, dark and narrow, with a memory selected', async () => {
    const dashboard = await openDashboard(browser, { count: 60, decisionCount: 40 });
    const tab = await dashboard.open('');
    for (const [turn, search] of some([
      '?page=timeline&id=d0000010-0000-4000-8000-000000000000',
      '?page=review',
      '?page=memory&id=00000004-0000-4000-8000-000000000000',
      '?page=decision&id=d0000010-0000-4000-8000-000000000000&policy=plain_rule',
      '?page=trust',
      '?page=health',
      '?page=code',
    ]).entries()) {
      await tab.page.setViewportSize({ width: 1280, height: 800 });
      await dashboard.turnTo(search, tab);
      await tab.page.locator('.detail article, .receipt, .settled').first().waitFor();
      for (const { colorScheme, width } of looksOf(turn)) {
        await tab.page.emulateMedia({ colorScheme });
        await tab.page.setViewportSize({ width, height: 800 });
        expect(await violationsOf(tab), `${search} ${colorScheme} ${width}`).toEqual([]);
        const isWider = await tab.page.evaluate('document.documentElement.scrollWidth > innerWidth');
        expect(isWider, `${search} is wider than ${width}`).toBe(false);
      }
      expect(quiet(tab), search).toEqual(nothing);
    }
  });

  it('shows what anybody wrote as text alone', async () => {
    const payload = `</script><img src=x onerror="window.fired=1"><svg onload="window.fired=1"><a href="javascript:window.fired=1">x</a>{{7*7}}\${window.fired=1}`;
    const dashboard = await openDashboard(browser, { count: 60, decisionCount: 40, payload });
    let tab: Watched | undefined;
    for (const search of some([
      `?page=${encodeURIComponent(payload)}&session=${encodeURIComponent(payload)}`,
      `?page=memory&text=${encodeURIComponent(payload)}`,
      '?page=timeline&id=d0000010-0000-4000-8000-000000000000',
      '?page=review',
      '?page=memory&id=00000004-0000-4000-8000-000000000000',
      '?page=decision&id=d0000010-0000-4000-8000-000000000000',
      '?page=trust',
    ])) {
      // What an address says is there before the page is.
      if (tab === undefined || search.includes('script')) tab = await dashboard.open(search, tab);
      else await dashboard.turnTo(search, tab);
      await tab.page.locator('.detail article, .receipt, .settled, .row, .empty').first().waitFor();
      expect(await tab.page.evaluate('window.fired'), search).toBeUndefined();
      expect(await tab.page.locator('img, [onerror], [onload], a[href^=javascript]').count(), search).toBe(0);
      expect(quiet(tab), search).toEqual(nothing);
    }
  });

  it('is moved through by keys, which say what was wrong', async () => {
    const dashboard = await openDashboard(browser, { count: 60, decisionCount: 40 });
    const { page } = await dashboard.open('?page=timeline&shown=yes');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await page.locator(`${selectedRow} >> nth=0`).waitFor();
    expect(await page.locator(selectedRow).getAttribute('aria-posinset')).toBe('2');
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    await page.locator('.detail article').waitFor();
    await page.keyboard.press('w');
    await page.locator(`${selectedRow} .tag.bad`).waitFor();
    const { outcomes } = await dashboard.elsewhere.why(id);
    expect(outcomes.map(({ kind, by }) => [kind, by])).toContainEqual(['false_positive', 'user']);
    await page.keyboard.press('h');
    await page.locator(`${selectedRow} .tag.good`).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.receipt').waitFor();
    expect(page.url()).toContain('page=decision');
    await page.getByRole('combobox').selectOption('never_inject');
    await page.getByText('never_inject would have decided').waitFor();
    expect(await page.locator('.beside .note').count()).toBe(2);
    expect(await page.locator('.beside').innerText()).not.toContain('compacted');
    expect(new URL(page.url()).searchParams.get('policy')).toBe('never_inject');
    await page.goBack();
    await page.locator(selectedRow).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.receipt').waitFor();
    await page.goBack();
    await page.locator(selectedRow).waitFor();
    await page.keyboard.press('?');
    await page.locator('dialog[open]').waitFor();
    expect(await page.locator('dialog').innerText()).toContain('This was wrong');
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await page.keyboard.press('2');
    await page.getByRole('heading', { name: 'What waits for me?' }).waitFor();
  });

  atLength('tells how many steps a failure took with a card and before, and when it occurred', async () => {
    const dashboard = await openDashboard(browser, { count: 60, decisionCount: 40 });
    const { page } = await dashboard.open('?page=timeline&moment=after_failure&shown=yes');
    await page.getByText('2 steps, was 7').first().click();
    const detail = page.locator('.detail');
    await detail.getByText('It took 2 steps until it passed, 7 the first time.').waitFor();
    await page.getByText('4 steps', { exact: true }).first().click();
    await detail.getByText('how many the first time is not known').waitFor();
    await page.goto(`${dashboard.origin}/?page=memory&id=00000004-0000-4000-8000-000000000000`);
    await detail.getByRole('heading', { name: 'It occurred 2×' }).waitFor();
    expect(await detail.innerText()).toContain('10 steps, in vain: edited src/store.ts');
    await page.goto(`${dashboard.origin}/?page=memory&bodies=finding`);
    await page.locator('.row').first().click();
    await detail.getByText('renamed 1×', { exact: true }).waitFor();
  });

  atLength('narrows down by how memories stand to the code', async () => {
    const dashboard = await openDashboard(browser, { count: 60, decisionCount: 0 });
    const { page, errors } = await dashboard.open('?page=memory');
    const facet = page.getByRole('group', { name: 'The code it is about' });
    await facet.waitFor();
    expect(await facet.getByRole('checkbox').count()).toBe(3);
    await facet.getByRole('checkbox', { name: 'gone' }).check();
    await expect.poll(() => page.locator('.row').count()).toBe(2);
    expect(new URL(page.url()).searchParams.get('freshness')).toBe('orphaned');
    const { rows } = await dashboard.elsewhere.browse({ freshness: ['orphaned'] });
    expect(rows).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  atLength('hears keys while a box that is ticked has the focus', async () => {
    const dashboard = await openDashboard(browser, { count: 12, decisionCount: 0 });
    const { page } = await dashboard.open('?page=memory');
    await page.locator('.facets input').first().focus();
    await page.keyboard.press('j');
    await page.locator(selectedRow).waitFor();
    await page.keyboard.press('2');
    await page.getByRole('heading', { name: 'What waits for me?' }).waitFor();
  });

  it('approves, rejects, words anew and takes back by keys', async () => {
    const dashboard = await openDashboard(browser, { count: 30, decisionCount: 0 });
    const waitingIds = async () =>
      (await dashboard.elsewhere.review({ where: 'all' })).entries.map(({ item }) => item.id);
    const before = await waitingIds();
    const { page } = await dashboard.open('?page=review');
    const passUndo = await holdUndo(page);
    const article = page.locator('.detail article h2');
    const first = await article.innerText();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('u');
    await page.keyboard.press('k');
    await expect.poll(() => article.innerText()).toBe(first);
    await page.keyboard.press('a');
    await page.keyboard.press('x');
    expect(await waitingIds()).toEqual(before);
    await passUndo();
    await expect.poll(waitingIds, { timeout: 20_000 }).toEqual(before.slice(2));
    const { item } = await dashboard.elsewhere.show(before[0] as string);
    expect([item.trust, item.status]).toEqual(['verified', 'active']);
    expect((await dashboard.elsewhere.show(before[1] as string)).item.status).toBe('archived');
    await page.keyboard.press('e');
    await page.locator('textarea').fill('In my own words.');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(async () =>
        (await dashboard.elsewhere.browse({ text: 'In my own words.' })).rows.map(({ trust }) => trust),
      )
      .toEqual(['user']);
  });

  atLength('shows what a fix may be the same as, and makes them one by a key', async () => {
    const dashboard = await openDashboard(browser, { count: 60, decisionCount: 0 });
    const reasons = ['doubtful_merge'] as const;
    const waiting = async () => (await dashboard.elsewhere.review({ where: 'all', reasons })).entries;
    const [entry] = await waiting();
    const { page } = await dashboard.open('?page=review&reason=doubtful_merge');
    const passUndo = await holdUndo(page);
    await page.getByText('It may be the same as ECONNREFUSED 127.0.0.1:5432 (45)').waitFor();
    await page.keyboard.press('m');
    await page.getByText('made one in a few seconds').waitFor();
    await passUndo();
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
    expect((await dashboard.elsewhere.show(entry?.otherId ?? '')).item.status).toBe('active');
  });

  it('offers no decision where no person is known, and says what to do', async () => {
    const speaker = { kind: 'unknown', name: 'ada', source: 'cli' } as const;
    const dashboard = await openDashboard(browser, { count: 12, decisionCount: 0 }, speaker);
    const { page } = await dashboard.open('?page=review');
    await page.getByText('This page only looks').waitFor();
    await page.locator('.detail article').waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('e');
    expect(await page.locator('textarea, .actions button').count()).toBe(0);
  });

  atLength('names each memory that a decision about many missed, and decides about the others', async () => {
    const dashboard = await openDashboard(browser, { count: 12, decisionCount: 0 });
    const { entries } = await dashboard.elsewhere.review({ where: 'all' });
    const { page } = await dashboard.open('?page=review');
    const passUndo = await holdUndo(page);
    await page.getByRole('button', { name: 'Reject all…' }).click();
    await page.getByRole('button', { name: 'Reject them' }).click();
    const changed = entries[0]?.item.id as string;
    await dashboard.elsewhere.edit(changed, { content: 'what was written meanwhile' });
    await passUndo();
    await page.getByText(`1 of ${entries.length} memories could not be rejected`).waitFor();
    expect(await page.locator('[role=alert]').innerText()).toContain(entries[0]?.item.title);
    const statuses = await Promise.all(
      entries.map(async ({ item }) => (await dashboard.elsewhere.show(item.id)).item.status),
    );
    expect(statuses).toEqual(entries.map(({ item }) => (item.id === changed ? 'active' : 'archived')));
  });

  atLength('shows in full what many approved at once take the place of', async () => {
    const dashboard = await openDashboard(browser, { count: 30, decisionCount: 0 });
    const { entries } = await dashboard.elsewhere.review({ where: 'all' });
    const replaced = entries.flatMap(({ replaces = [] }) => replaces);
    expect(replaced.length).toBeGreaterThan(0);
    const { page } = await dashboard.open('?page=review');
    await page.getByRole('button', { name: 'Approve all of these…' }).click();
    const shown = await page.locator('.bulk').innerText();
    for (const { title, content } of replaced)
      for (const text of [`takes the place of ${title}`, ...content.split('\n')])
        expect(shown).toContain(text);
  });

  atLength('loses no edit between two tabs and another program', async () => {
    const dashboard = await openDashboard(browser, { count: 12, decisionCount: 0 });
    const id = '00000001-0000-4000-8000-000000000000';
    const [one, other] = [
      await dashboard.open(`?page=memory&id=${id}`),
      await dashboard.open(`?page=memory&id=${id}`),
    ];
    for (const [tab, words] of [
      [one, 'what the first tab says'],
      [other, 'what the second tab says'],
    ] as const) {
      await tab.page.locator('.detail article').waitFor();
      await tab.page.getByRole('button', { name: 'Edit' }).click();
      await tab.page.locator('textarea').fill(words);
    }
    await one.page.getByRole('button', { name: 'Save' }).click();
    await one.page.locator('textarea').waitFor({ state: 'detached' });
    // The other tab is told while its words stay.
    await other.page.locator('.note.warn').waitFor();
    expect(await other.page.locator('textarea').inputValue()).toBe('what the second tab says');
    expect(await other.page.locator('.note .diff').innerText()).toContain('what the first tab says');
    await other.page.getByRole('button', { name: 'Save' }).click();
    await other.page.locator('.note.warn').waitFor();
    expect((await dashboard.elsewhere.show(id)).item.content).toBe('what the first tab says');
    await other.page.getByRole('button', { name: 'Write mine over it' }).click();
    await other.page.locator('textarea').waitFor({ state: 'detached' });
    // A tab in the background draws once a second.
    await one.page.bringToFront();
    await dashboard.elsewhere.edit(id, { content: 'what a terminal says' });
    await one.page.locator('pre', { hasText: 'what a terminal says' }).waitFor();
    const { versions } = await dashboard.elsewhere.history(id);
    await one.page.getByText('Said by user:ada, until').first().click();
    await one.page.getByRole('button', { name: 'Bring it back' }).first().click();
    await one.page.locator('article > pre', { hasText: 'what the second tab says' }).waitFor();
    expect(versions.map(({ content }) => content).slice(0, 3)).toEqual([
      'what a terminal says',
      'what the second tab says',
      'what the first tab says',
    ]);
    expect(one.foreign).toEqual([]);
  });

  atLength(
    'draws the links of a file, and lists the same beside it for keys and screen readers',
    async () => {
      const dashboard = await openDashboard(browser);
      const { page } = await dashboard.open('?page=code&node=src/store.ts');
      const region = (name: string) => page.getByRole('region', { name, exact: true });
      await region('Imported by').waitFor();
      expect(await region('Imported by').getByRole('link').allInnerTexts()).toEqual(['server.ts']);
      expect(await region('Contains').getByRole('link').allInnerTexts()).toEqual(['open']);
      expect(await page.getByRole('img', { name: 'nodes around it' }).count()).toBe(1);
      await region('What changes with it').getByRole('link', { name: 'src/server.ts' }).waitFor();
      for (const link of await page.getByRole('link', { name: /^JSON/ }).all())
        expect(
          (await page.request.get(`${dashboard.origin}${await link.getAttribute('href')}`)).status(),
        ).toBe(200);
      await region('Imported by').getByRole('link').press('Enter');
      await region('Imports').waitFor();
      expect(new URL(page.url()).searchParams.get('node')).toBe('src/server.ts');
      await page.keyboard.press('k');
      await page.keyboard.press('j');
      await page.locator('.paths a[aria-current]').waitFor();
      await page.goto(`${dashboard.origin}/?page=code&node=stoer`);
      await page.getByText('is called stoer').waitFor();
    },
  );

  atLength('goes through a list of any length', async () => {
    const count = isFull ? 5_000 : 1_000;
    const dashboard = await openDashboard(browser, { count, decisionCount: 300 });
    const tab = await dashboard.open('?page=memory&statuses=active&statuses=archived');
    await cutOffOnce(tab.page, 'browse', 'offset');
    // Before rows are there, the list has no end to go to.
    await tab.page.locator('.row').first().waitFor();
    await tab.page.locator('.window').focus();
    await tab.page.keyboard.press('End');
    await tab.page.getByText('does not answer').waitFor();
    await tab.page.keyboard.press('Home');
    await tab.page.keyboard.press('End');
    await tab.page.locator(`.row[aria-posinset="${count}"] b`).waitFor();
    expect(await tab.page.locator(`.row[aria-posinset="${count}"] b`).innerText()).toBe(
      'Run the build before the tests',
    );
    expect(await tab.page.evaluate("document.querySelectorAll('*').length")).toBeLessThan(700);
    await tab.page.keyboard.press('/');
    await tab.page.keyboard.type('(701)');
    await expect.poll(() => tab.page.locator('.row').count()).toBe(1);
    await expect.poll(() => new URL(tab.page.url()).searchParams.get('text')).toBe('(701)');
    const timeline = await dashboard.open('?page=timeline');
    await cutOffOnce(timeline.page, 'timeline', 'before');
    await timeline.page.locator('.row').first().waitFor();
    await timeline.page.locator('.window').focus();
    // Each time it reads another part of the list.
    const lastRow = async () => {
      await timeline.page.keyboard.press('End');
      return await timeline.page.locator('.row').last().getAttribute('aria-posinset');
    };
    await expect.poll(lastRow).toBe('300');
    const cutOff = { errors: [expect.stringContaining('ERR_CONNECTION_RESET')], foreign: [] };
    for (const opened of [tab, timeline]) expect(quiet(opened)).toEqual(cutOff);
  });

  atLength('is whole on paper, at 200 %, without motion and without a network', async () => {
    const dashboard = await openDashboard(browser, { count: 30, decisionCount: 40 });
    const { page } = await dashboard.open('?page=timeline&session=5e0c1a2b-3');
    await page.getByRole('region', { name: 'This session' }).waitFor();
    expect(await page.getByRole('region', { name: 'This session' }).innerText()).toContain(
      'None that was recorded',
    );
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('nav').isVisible()).toBe(false);
    expect(await page.locator('.row').first().isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' });
    const moving =
      "[...document.querySelectorAll('*')].filter((one) => !/^0s/.test(getComputedStyle(one).transitionDuration))";
    expect(await page.evaluate(`${moving}.length + document.getAnimations().length`)).toBe(0);
    // 1280 by 800 at 200 %.
    await page.setViewportSize({ width: 640, height: 400 });
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    await page.locator('.row').first().click();
    await page.locator('.detail article').scrollIntoViewIfNeeded();
    await browser.context.setOffline(true);
    try {
      await page.keyboard.press('j');
      await page.getByText('does not answer').first().waitFor({ state: 'attached' });
      expect(await page.locator('.row').count()).toBeGreaterThan(1);
    } finally {
      await browser.context.setOffline(false);
    }
  });

  atLength('hears each key that it lists', async () => {
    const dashboard = await openDashboard(browser, { count: 30, decisionCount: 12 });
    const { page } = await dashboard.open('?page=memory&id=00000001-0000-4000-8000-000000000000');
    await page.locator('.detail article').waitFor();
    const statusOf = async () => (await dashboard.elsewhere.show('00000001')).item.status;
    await page.keyboard.press('z');
    await expect.poll(statusOf).toBe('archived');
    const listed = async () => {
      await page.keyboard.press('?');
      await page.locator('dialog[open] kbd').first().waitFor();
      const names = await page.locator('dialog[open] kbd').allInnerTexts();
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
      return names.toSorted().join(' ');
    };
    const everywhere = '1 2 3 4 5 6 7 ?';
    const own = ['Enter j k', 'a e j k u x', '/ j k', '', '', 'j k'];
    for (const [at, keys] of own.entries()) {
      await page.keyboard.press(String(at + 1));
      await page.locator(`nav li:nth-child(${at + 1}) a[aria-current]`).waitFor();
      await page.locator('.row b, .settled').first().waitFor();
      expect(await listed()).toBe(
        [...everywhere.split(' '), ...keys.split(' ')].filter(Boolean).toSorted().join(' '),
      );
    }
    await page.keyboard.press('j');
    await expect.poll(() => new URL(page.url()).searchParams.get('node')).not.toBeNull();
  });

  atLength('says so when its server is gone, and keeps what was typed', async () => {
    const dashboard = await openDashboard(browser, { count: 12, decisionCount: 3 });
    const { page } = await dashboard.open('?page=memory&id=00000001-0000-4000-8000-000000000000');
    await page.locator('.detail article').waitFor();
    await page.keyboard.press('e');
    await page.locator('textarea').fill('typed in vain?');
    await dashboard.end();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('afterwit dashboard').first().waitFor();
    expect(await page.locator('textarea').inputValue()).toBe('typed in vain?');
  });
});
