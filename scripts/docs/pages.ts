import { architecturePage } from './architecture-page.ts';
import { renderCliReference } from './cli-page.ts';
import { errorsPage } from './errors-page.ts';
import type { Page } from './page.ts';
import { pluginPages } from './plugin-pages.ts';
import { renderSettingsReference, renderSettingsSchema } from './settings-pages.ts';

/** Every page that is checked to be up to date. */
export const pages: readonly Page[] = [
  architecturePage,
  errorsPage,
  { path: 'docs/reference/cli.md', render: renderCliReference },
  { path: 'docs/reference/settings.md', render: renderSettingsReference },
  { path: 'docs/reference/settings.schema.json', render: renderSettingsSchema },
  ...pluginPages,
];
