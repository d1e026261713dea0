import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { renderCliReference } from '../../src/cli/render-cli-reference.ts';
import { architecturePage } from './architecture-page.ts';
import { errorsPage } from './errors-page.ts';
import type { Page } from './page.ts';

/** Writes about the settings itself: exports `renderSettingsReference(): string`. */
const settingsReference = 'src/config/schema-reference.ts';

const settingsPage: Page = {
  path: 'docs/reference/settings.md',
  render: async () => {
    const room = (await import(pathToFileURL(resolve(settingsReference)).href)) as {
      readonly renderSettingsReference: () => string;
    };
    return room.renderSettingsReference();
  },
};

/** Every page that is checked to be up to date. */
export const pages: readonly Page[] = [
  architecturePage,
  errorsPage,
  { path: 'docs/reference/cli.md', render: () => renderCliReference() },
  ...(existsSync(settingsReference) ? [settingsPage] : []),
];
