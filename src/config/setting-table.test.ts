import { describe, expect, it } from 'vitest';
import { checkSettings } from './check-settings.ts';
import { flatten, type NestedValues } from './dotted-names.ts';
import { settingTable } from './setting-table.ts';
import { defaultSettings } from './settings.ts';
import { renderSettingsReference, renderSettingsSchema } from './settings-reference.ts';

describe('the table of settings', () => {
  it('has a default for every setting that its own schema takes', () => {
    const values = flatten(defaultSettings as unknown as NestedValues);
    const defaults = Object.fromEntries(settingTable.map(({ name }) => [name, values[name]]));
    expect(Object.values(defaults)).not.toContain(undefined);
    expect(checkSettings(structuredClone(defaultSettings), 'defaults').values).toEqual(defaults);
  });

  it('has one variable for each setting', () => {
    const variables = settingTable.map(({ environmentVariable }) => environmentVariable);
    expect(new Set(variables).size).toBe(variables.length);
    expect(variables).toContain('AFTERWIT_MEMORY_V3_SCOPE_MODE');
    for (const variable of variables) expect(variable).toMatch(/^AFTERWIT(_[A-Z0-9]+)+$/);
  });

  it('lets a repository set numbers of what is read out of it, and nothing else', () => {
    for (const { name, option, repositoryMaySet } of settingTable) {
      expect(repositoryMaySet).toBe(/^(?:locate|packing)\./.test(name));
      if (repositoryMaySet) expect(typeof option.default).toBe('number');
    }
  });

  it('describes itself in the reference page and the JSON schema', () => {
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
});
