import { describe, expect, it } from 'vitest';
import { checkSettings } from './check-settings.ts';
import { flatten, type NestedValues } from './dotted-names.ts';
import { settingTable } from './setting-table.ts';
import { defaultSettings } from './settings.ts';

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
});
