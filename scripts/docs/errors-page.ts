import { type ErrorCode, errorCatalogue } from '../../src/model/errors.ts';
import type { Page } from './page.ts';

/** `docs/reference/errors.md`: every code and what it means. */
export const errorsPage: Page = {
  path: 'docs/reference/errors.md',
  render: () =>
    [
      '# Errors',
      '',
      '<!-- Generated from src/model/errors.ts by `node scripts/docs.ts --write`. -->',
      '',
      'Every failure afterwit reports on purpose is an `AfterwitError`. Its `code` is one of these and stays the same',
      'from version to version; its `message` says what happened and what to do; its `data` holds the facts. Nothing',
      'found, an abstention and a degraded answer are results, not errors. How a command ends with each: [exit status](cli.md#exit-status).',
      '',
      ...(Object.keys(errorCatalogue) as ErrorCode[]).map((code) => `- \`${code}\`: ${errorCatalogue[code]}`),
      '',
      'In code, tell them apart with `isAfterwitError(error) && error.code === …`, which also works across bundles.',
      '',
    ].join('\n'),
};
