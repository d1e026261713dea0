import type { SettingOrigin } from '../model/answers/setup-report.ts';
import { AfterwitError } from '../model/errors.ts';
import { formerSetting } from './constants.ts';
import { type DottedValues, nest } from './dotted-names.ts';
import { keptNames } from './kept-names.ts';
import { suggestSetting, suggestVariable } from './nearest-settings.ts';
import { isNumberOption, isSwitch } from './option.ts';
import { readRepositoryValues } from './repository-values.ts';
import type { SettingSources, SettingsText, SettingWarning } from './setting-source.ts';
import { show, warningLimit } from './setting-source.ts';
import { settingTable } from './setting-table.ts';
import { defaultSettings, type Settings, settingsWith } from './settings.ts';

export interface ResolvedSettings {
  readonly settings: Settings;
  /** What was set by any source, by dotted name. */
  readonly values: DottedValues;
  readonly warnings: readonly SettingWarning[];
}

type Environment = NonNullable<SettingSources['environment']>;

/** Values of one source, under the name that an error gives to it. */
interface Layer<Values> {
  readonly kind: SettingOrigin;
  readonly source: string;
  readonly values: Values;
}

export type SettingLayer = Layer<DottedValues>;

/**
 * Settings from defaults, the user's file, the repository's file, the environment and overrides; later ones win.
 * Decided by its arguments alone. The schema, slow to load, is loaded only when there is something to check.
 *
 * @throws INVALID_SETTING
 */
export async function resolveSettings(sources: SettingSources): Promise<ResolvedSettings> {
  const { layers, warnings } = await settingLayers(sources);
  const values: DottedValues = Object.assign({}, ...layers.map((layer) => layer.values));
  const settings = Object.keys(values).length === 0 ? defaultSettings : settingsWith(values);
  return { settings, values, warnings };
}

/** What each source sets, weakest first, and what of it is not obeyed. @throws INVALID_SETTING */
export async function settingLayers({
  userFile,
  repositoryFile,
  environment = {},
  overrides = {},
}: SettingSources): Promise<{
  readonly layers: readonly SettingLayer[];
  readonly warnings: readonly SettingWarning[];
}> {
  const repository = repositoryFile && readRepositoryValues(repositoryFile);
  const ofUser: readonly Layer<unknown>[] = userFile
    ? [{ kind: 'user_file', source: userFile.path, values: parseSettingsText(userFile) }]
    : [];
  const ofRepository: readonly SettingLayer[] = repository
    ? [{ kind: 'repository_file', source: repositoryFile.path, values: repository.values }]
    : [];
  const ofProcess = [...environmentLayers(environment), ...overrideLayers(overrides)];
  return {
    layers: [...(await checkLayers(ofUser, true)), ...ofRepository, ...(await checkLayers(ofProcess, false))],
    warnings: [
      ...ofUser.flatMap(notObeyed),
      ...(repository?.warnings ?? []),
      ...unknownVariables(environment),
    ],
  };
}

async function checkLayers(
  layers: readonly Layer<unknown>[],
  isFile: boolean,
): Promise<readonly SettingLayer[]> {
  if (layers.length === 0) return [];
  const { parseSettings } = await import('./schema.ts');
  return layers.map((layer) => ({ ...layer, values: parseSettings(layer.values, layer.source, isFile) }));
}

/** Another version has them: they stay in the file, and are said not to be obeyed. */
function notObeyed({ source, values }: Layer<unknown>): readonly SettingWarning[] {
  return keptNames(values)
    .slice(0, warningLimit)
    .map((name) => ({
      source,
      message: `There is no setting ${show(name)} in this version; it was kept and not obeyed.${suggestSetting(name)}`,
    }));
}

/** @throws INVALID_SETTING when it is no JSON */
export function parseSettingsText({ path, text }: SettingsText): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new AfterwitError('INVALID_SETTING', `${path} is not JSON. Correct it, or remove the file.`, {
      data: { source: path, key: '', expected: 'JSON', found: cause instanceof Error ? cause.message : '' },
      cause,
    });
  }
}

const otherVariables: ReadonlySet<string> = new Set(['AFTERWIT_HOME', 'AFTERWIT_DEBUG']);

const ofEnvironment = settingTable.filter(({ environmentMaySet }) => environmentMaySet);

function unknownVariables(environment: Environment): readonly SettingWarning[] {
  const variables = new Set(ofEnvironment.map(({ environmentVariable }) => environmentVariable));
  return Object.keys(environment)
    .filter((name) => name.startsWith('AFTERWIT_') && !variables.has(name) && !otherVariables.has(name))
    .map((source) => ({
      source,
      message: `No setting has the variable ${show(source)}; it was passed over.${suggestVariable(source)}`,
    }));
}

function environmentLayers(environment: Environment): readonly Layer<unknown>[] {
  return ofEnvironment.flatMap(({ name, option, environmentVariable }) => {
    const text = environment[environmentVariable];
    // Set to nothing is how a shell line takes a variable back.
    if (text === undefined || text === '') return [];
    const value = isNumberOption(option) ? toNumber(text) : isSwitch(option) ? toSwitch(text) : text;
    return [{ kind: 'environment', source: environmentVariable, values: nest({ [name]: value }) }];
  });
}

/** Text that is no number stays text, for the schema to refuse. */
function toNumber(text: string): number | string {
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text.trim()) ? Number(text) : text;
}

/** Other text stays text, for the schema to refuse. */
function toSwitch(text: string): boolean | string {
  const word = text.trim().toLowerCase();
  return word === 'true' || word === 'false' ? word === 'true' : text;
}

/** One layer a value: an error then names the option that was given. */
function overrideLayers(overrides: NonNullable<SettingSources['overrides']>): readonly Layer<unknown>[] {
  return Object.entries(overrides)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const source = `option ${show(name)}`;
      const former = formerSetting(name);
      if (former === undefined) return { kind: 'override', source, values: nest({ [name]: value }) };
      throw new AfterwitError(
        'INVALID_SETTING',
        `${source} is a setting no longer. ${former} Leave it out.`,
        {
          data: { source, key: name },
        },
      );
    });
}
