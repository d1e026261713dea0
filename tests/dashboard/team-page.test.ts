import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openMemory } from '../../src/api/memory.ts';
import { isFull } from '../effort.ts';
import { keeper } from '../postgres/example-hub.ts';
import { describeWithPostgres } from '../postgres/first-postgres.ts';
import { chromiumPath, type OpenedBrowser, openBrowser } from './browser.ts';
import { openDashboard, violationsOf } from './open-dashboard.ts';

const speaker = { kind: 'user', name: 'ada', source: 'library' } as const;

// By itself, `team-by-postgres` plays the search, and `pages.test.ts` the page.
describe.skipIf(chromiumPath === undefined || !isFull)('the page of a team in a real browser', () => {
  let browser: OpenedBrowser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    vi.unstubAllEnvs();
  });

  describeWithPostgres('with a hub', (held) => {
    it('searches what the hub holds when it is asked, and shows it as text', async () => {
      const { server, hub } = held();
      const dashboard = await openDashboard(browser);
      const { home, repository } = dashboard;
      const memory = await openMemory({ home, repository, speaker });
      const remote = server.connection({ ...keeper, database: hub.database });
      vi.stubEnv('PGPASSWORD', (await memory.createTeam({ remote, name: 'ada' })).password);
      await memory.remember({ content: 'Descale the kettle <img src=x> with citric acid.' });
      await memory.syncTeam();
      await memory.close();

      const tab = await dashboard.open('?page=team');
      await tab.page.locator('input[type=search]').fill('descale');
      await tab.page.keyboard.press('Enter');
      await tab.page.locator('.memories li').waitFor();
      expect(await tab.page.locator('.memories').innerText()).toContain('<img src=x> with citric acid');
      expect(await tab.page.locator('[role=status]').last().innerText()).toBe('1 of 1 that match');
      expect(await violationsOf(tab)).toEqual([]);
      await tab.page.locator('.filters .choice').last().click();
      await tab.page.locator('.choice[aria-current=true]').waitFor();
      expect(tab.page.url()).toContain('members=ada');
      expect({ errors: tab.errors, foreign: tab.foreign }).toEqual({ errors: [], foreign: [] });
    });
  });
});
