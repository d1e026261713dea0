import { expect, it } from 'vitest';
import { settingTable } from '../../src/config/setting-table.ts';
import { renderSettingsReference, renderSettingsSchema } from './settings-pages.ts';

it('describes every setting in the reference page and the JSON schema', () => {
  const page = renderSettingsReference();
  const schema = renderSettingsSchema();
  for (const { name, option, environmentVariable, environmentMaySet } of settingTable) {
    expect(page).toContain(`### ${name}\n\n${option.description}\n`);
    // A variable that is passed over is not promised.
    expect(page.includes(`\`${environmentVariable}\``)).toBe(environmentMaySet);
    expect(schema).toContain(JSON.stringify(option.description));
  }
  expect(JSON.parse(schema)).toMatchObject({ type: 'object', additionalProperties: false });
});
