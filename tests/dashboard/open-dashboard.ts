import axe from 'axe-core';
import { onTestFinished } from 'vitest';
import { openHome, openMemory } from '../../src/api/memory.ts';
import { serve } from '../../src/http/main.ts';
import type { Anchor } from '../../src/model/memory-item.ts';
import { type Scope, type Speaker, scopeOf } from '../../src/model/provenance.ts';
import { newHome } from '../doors/open-library.ts';
import { copiesOf } from '../git/build-repository.ts';
import { type OpenedBrowser, openPage, type Watched } from './browser.ts';
import { type FillRequest, fillHome } from './fill-home.ts';

const speaker: Speaker = { kind: 'user', name: 'ada', source: 'cli' };

export interface ServedDashboard {
  readonly origin: string;
  /** With its token. */
  readonly address: string;
  readonly home: string;
  /** Its working tree. */
  readonly repository: string;
  readonly scope: Scope;
  /** Another program on the same memory. */
  readonly elsewhere: Awaited<ReturnType<typeof openHome>>;
  end(): Promise<void>;
}

export interface OpenedDashboard extends ServedDashboard {
  /** Opens a page of it, in a tab of its own unless one is given, and waits until it has said what it has to say. */
  open(search: string, tab?: Watched): Promise<Watched>;
  /** Goes to another page of it as its own links do: a quarter of the work of loading it. */
  turnTo(search: string, tab: Watched): Promise<void>;
}

type Filled = Pick<FillRequest, 'count' | 'decisionCount' | 'payload'>;

const shop = copiesOf((repository) => {
  repository.commit('readme', { 'README.md': 'A shop.\n' });
  for (let n = 0; n < 6; n++)
    repository.commit(`change ${n}`, {
      'src/store.ts': `export function open() {\n  return ${n};\n}\n`,
      'src/server.ts': `import { open } from './store.ts';\nexport const served = open() + ${n};\n`,
    });
});

/** The real server of a home with so much in it. */
export async function serveDashboard(filled?: Filled, opener: Speaker = speaker): Promise<ServedDashboard> {
  const home = newHome();
  const { repository } = shop();
  const memory = await openMemory({ home, repository: repository.path, speaker });
  const scope = scopeOf('repo', (await memory.repositories.current()).id);
  await memory.close();
  const anchors = [
    { path: 'src/store.ts', blobId: repository.git('hash-object', 'src/store.ts') },
    { path: 'src/server.ts', blobId: '0'.repeat(40) },
    { path: 'src/gone.ts', blobId: '0'.repeat(40) },
  ] as unknown as readonly Anchor[];
  if (filled !== undefined) await fillHome({ ...filled, home, scope, anchors, nowMs: Date.now() });
  const aborter = new AbortController();
  const faults: unknown[] = [];
  const serving = await serve({
    ...{ home, repository: repository.path, speaker: opener, opens: false, port: undefined },
    ...{ signal: aborter.signal, onFault: (fault: unknown) => faults.push(fault) },
  });
  const elsewhere = await openHome({ home, repository: repository.path, speaker });
  const end = async (): Promise<void> => {
    aborter.abort();
    await serving.ended;
  };
  onTestFinished(async () => {
    await elsewhere.close();
    await end();
  });
  const { origin, address } = serving;
  return { origin, address, home, repository: repository.path, scope, elsewhere, end };
}

/** The same, and a browser that was let in. */
export async function openDashboard(
  browser: OpenedBrowser,
  filled?: Filled,
  opener?: Speaker,
): Promise<OpenedDashboard> {
  const served = await serveDashboard(filled, opener);
  const { origin } = served;
  const tabs: Watched[] = [];
  onTestFinished(async () => {
    for (const { page } of tabs) await page.close();
  });
  let token = new URL(served.address).hash;
  const untilSaid = async ({ page }: Watched, name = '') => {
    await page.locator(`main${name} h1`).waitFor();
    await page.locator('.row, .empty, .settled, .receipt, [role=alert]').first().waitFor();
  };
  return {
    ...served,
    open: async (search, given) => {
      const tab = given ?? (await openPage(browser, origin));
      if (given === undefined) tabs.push(tab);
      await tab.page.goto(`${origin}/${search}${token}`);
      // It lets in a single time.
      token = '';
      await tab.page.waitForLoadState('load');
      await untilSaid(tab);
      return tab;
    },
    turnTo: async (search, tab) => {
      await tab.page.evaluate(
        `history.pushState(null, '', ${JSON.stringify(search)}); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      await untilSaid(tab, `.${new URLSearchParams(search).get('page')}`);
    },
  };
}

/** Findings of axe on a page, one line each. */
export async function violationsOf({ page }: Watched): Promise<readonly string[]> {
  // Once for each document: it is half a megabyte.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  const found: readonly Violation[] =
    await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary }))))`);
  return found.map(({ id, html, failureSummary }) => `${id}: ${html} ${failureSummary}`);
}

interface Violation {
  readonly id: string;
  readonly html: string;
  readonly failureSummary: string;
}
