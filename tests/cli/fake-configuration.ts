import type { SettingChange, SettingList, SettingView } from '../../src/model/answers/setup-report.ts';
import type { Configuration } from '../../src/open/configuration.ts';

const budget: SettingView = {
  name: 'packing.budgetTokens',
  value: 600,
  default: 800,
  unit: 'tokens',
  description: 'Most tokens that an answer with memories takes.',
  allowed: 'a whole number from 50 to 8000',
  setBy: 'repository_file',
  source: '/home/ada/capture/afterwit.config.json',
  environmentVariable: 'AFTERWIT_PACKING_BUDGET_TOKENS',
  repositoryMaySet: true,
};
const { source: _, ...untouched } = budget;

const settingList: SettingList = {
  file: '/home/ada/.local/share/afterwit/config.json',
  settings: [
    budget,
    { ...untouched, name: 'logging.level', value: 'warn', default: 'warn', setBy: 'default' },
  ],
  warnings: [{ source: 'AFTERWIT_PAKING', message: 'No setting has the variable "AFTERWIT_PAKING".' }],
};
const settingChange: SettingChange = { file: settingList.file, changed: true, setting: budget };

/** Settings that answer with the fixed values above. */
export const fakeConfiguration: Configuration = {
  list: async () => settingList,
  set: async () => settingChange,
  unset: async () => ({ ...settingChange, changed: false }),
};
