import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

/** Where Debian puts it; undefined where there is none. */
export const chromiumPath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);

const flags = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

export interface OpenedBrowser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<OpenedBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-browser-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath ?? '',
    args: flags,
    viewport: { width: 1280, height: 800 },
  });
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A page with the faults that it made. */
export interface Watched {
  readonly page: Page;
  readonly errors: string[];
  readonly foreign: string[];
}

export async function openPage({ context }: OpenedBrowser, origin: string): Promise<Watched> {
  const page = await context.newPage();
  // A busy machine paints late.
  page.setDefaultTimeout(120_000);
  const watched: Watched = { page, errors: [], foreign: [] };
  page.on('console', (message) => {
    if (message.type() === 'error') watched.errors.push(message.text());
  });
  page.on('pageerror', (error) => watched.errors.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      watched.foreign.push(request.url());
  });
  return watched;
}
