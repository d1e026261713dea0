import type { SettingOrigin } from '../model/answers/setup-report.ts';
import { AfterwitError } from '../model/errors.ts';
import { checkSettings } from './check-settings.ts';
import { formerSetting } from './constants.ts';
import { type DottedValues, nest } from './dotted-names.ts';
import { suggestVariable } from './nearest-names.ts';
import { valueOfText } from './option.ts';
import { readRepositoryValues } from './repository-values.ts';
import { type SettingSources, type SettingsText, type SettingWarning, show } from './setting-source.ts';
import { settingTable } from './setting-table.ts';
import { defaultSettings, type Settings, settingsWith } from './settings.ts';

export interface ResolvedSettings {
  readonly settings: Settings;
  /** Values of all sources, by dotted name. */
  readonly values: DottedValues;
  readonly warnings: readonly SettingWarning[];
}

type Environment = NonNullable<SettingSources['environment']>;

/** Values of one source, under the name that an error gives to it. */
export interface SettingLayer {
  readonly kind: SettingOrigin;
  readonly source: string;
  readonly values: DottedValues;
}

/**
 * Settings from defaults, the user's file, the repository's file, the environment and overrides; later ones win.
 * Decided by its arguments alone.
 * @throws INVALID_SETTING
 */
export function resolveSettings(sources: SettingSources): ResolvedSettings {
  const { layers, warnings } = settingLayers(sources);
  const values: DottedValues = Object.assign({}, ...layers.map((layer) => layer.values));
  const settings = Object.keys(values).length === 0 ? defaultSettings : settingsWith(values);
  return { settings, values, warnings };
}

/** Returns the values of each source, weakest first, and the warnings of those not obeyed. @throws INVALID_SETTING */
export function settingLayers({
  userFile,
  repositoryFile,
  environment = {},
  overrides = {},
}: SettingSources): Pick<ResolvedSettings, 'warnings'> & { readonly layers: readonly SettingLayer[] } {
  const user = userFile && checkSettings(parseSettingsText(userFile), userFile.path);
  const repository = repositoryFile && readRepositoryValues(repositoryFile);
  return {
    layers: [
      ...(user ? [{ kind: 'user_file', source: userFile.path, values: user.values } as const] : []),
      ...(repository
        ? [{ kind: 'repository_file', source: repositoryFile.path, values: repository.values } as const]
        : []),
      ...environmentLayers(environment),
      ...overrideLayers(overrides),
    ],
    warnings: [...(user?.warnings ?? []), ...(repository?.warnings ?? []), ...unknownVariables(environment)],
  };
}

/** A layer of one value, so that an error names the variable or option that was given. */
function layerOf(kind: SettingOrigin, source: string, name: string, value: unknown): SettingLayer {
  return { kind, source, values: checkSettings(nest({ [name]: value }), source, false).values };
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

function environmentLayers(environment: Environment): readonly SettingLayer[] {
  return ofEnvironment.flatMap(({ name, option, environmentVariable }) => {
    const text = environment[environmentVariable];
    // Set to nothing is how a shell line takes a variable back.
    if (text === undefined || text === '') return [];
    return [layerOf('environment', environmentVariable, name, valueOfText(option, text))];
  });
}

function overrideLayers(overrides: NonNullable<SettingSources['overrides']>): readonly SettingLayer[] {
  return Object.entries(overrides)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const source = `option ${show(name)}`;
      const former = formerSetting(name);
      if (former === undefined) return layerOf('override', source, name, value);
      throw new AfterwitError(
        'INVALID_SETTING',
        `${source} is a setting no longer. ${former} Leave it out.`,
        {
          data: { source, key: name },
        },
      );
    });
}
