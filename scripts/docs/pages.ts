import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { renderCliReference } from '../../src/cli/render-cli-reference.ts';
import { architecturePage } from './architecture-page.ts';
import { errorsPage } from './errors-page.ts';
import type { Page } from './page.ts';
import { pluginPages } from './plugin-pages.ts';

/** Writes about the settings itself: the page of all, and the schema of their file. */
const settingsReference = 'src/config/settings-reference.ts';

interface SettingsReference {
  readonly renderSettingsReference: () => string;
  readonly renderSettingsSchema: () => string;
}

const settingsPages: readonly Page[] = [
  {
    path: 'docs/reference/settings.md',
    render: async () => (await loadReference()).renderSettingsReference(),
  },
  {
    path: 'docs/reference/settings.schema.json',
    render: async () => (await loadReference()).renderSettingsSchema(),
  },
];

async function loadReference(): Promise<SettingsReference> {
  return (await import(pathToFileURL(resolve(settingsReference)).href)) as SettingsReference;
}

/** Every page that is checked to be up to date. */
export const pages: readonly Page[] = [
  architecturePage,
  errorsPage,
  { path: 'docs/reference/cli.md', render: () => renderCliReference() },
  ...(existsSync(settingsReference) ? settingsPages : []),
  ...pluginPages,
];
