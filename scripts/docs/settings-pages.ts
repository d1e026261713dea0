import { formerNames, formerSetting } from '../../src/config/constants.ts';
import {
  describeValues,
  isNumberOption,
  isSwitch,
  isWholeNumber,
  type Option,
  optionInRepository,
} from '../../src/config/option.ts';
import { type Setting, settingTable } from '../../src/config/setting-table.ts';

const introduction = `# Settings

Made from the settings themselves; do not edit.

Later sources win:

1. the defaults below;
2. \`config.json\` in the home (\`AFTERWIT_HOME\`, else \`$XDG_DATA_HOME/afterwit\` or \`~/.local/share/afterwit\`;
   on macOS \`~/Library/Application Support/afterwit\`, on Windows \`%LOCALAPPDATA%\\\\afterwit\`);
3. \`afterwit.config.json\` at the top of the repository, for the settings marked so: a repository is written by
   others, so whatever else it sets is reported and not obeyed;
4. environment variables;
5. flags, and \`settings\` of \`openMemory\`.

A file is one JSON object, with an object for each part of a name: \`packing.budgetTokens\` is written
\`{ "packing": { "budgetTokens": 600 } }\`. A value or name that does not fit is refused with \`INVALID_SETTING\`,
but for names that another version has, those under \`memory.\` and those of [former settings](#former-settings): in \`config.json\` they are
kept, not obeyed, and warned about.
In the file of a repository it is passed over instead, and a number outside the range for repositories is moved to its end;
\`afterwit doctor\` and the log say so.

Editors complete and check a file that names [the schema](settings.schema.json) as its \`$schema\`. What the settings of \`memory.v3\`
do together, and what each turns off, is told in [how memories last](../guides/memory-v3.md).
`;

function renderSetting(setting: Setting): string {
  const { name, option, environmentVariable, environmentMaySet, repositoryMaySet } = setting;
  const unit = isNumberOption(option) && option.unit !== undefined ? ` ${option.unit}` : '';
  const facts = [
    `default \`${option.default}\`${unit}`,
    describeValues(option),
    environmentMaySet ? `\`${environmentVariable}\`` : 'only in the file of the home',
    repositoryMaySet ? `a repository may set it${inRepository(option)}` : undefined,
  ].filter((fact) => fact !== undefined);
  return [`### ${name}`, '', option.description, '', `*${facts.join('; ')}*`, ''].join('\n');
}

function inRepository(option: Option): string {
  const values = describeValues(optionInRepository(option));
  return values === describeValues(option) ? '' : `, to ${values}`;
}

function renderGroup([group, settings]: readonly [string, readonly Setting[]]): string {
  return [`## ${group}`, '', ...settings.map(renderSetting)].join('\n');
}

function renderFormer(): string {
  return [
    '## Former settings',
    '',
    'A file that names one is read; the name stays in it, is not obeyed and is warned about. A value alone is what it always is now.',
    '',
    ...formerNames.map(
      (name) => `- \`${name}\`: ${formerSetting(name)?.replace(/^It is always (\S+)\.$/, '`$1`')}`,
    ),
  ].join('\n');
}

/** The page `docs/reference/settings.md`. */
export function renderSettingsReference(): string {
  const groups = Map.groupBy(settingTable, ({ name }) => name.slice(0, name.indexOf('.')));
  return `${[introduction, ...[...groups].map(renderGroup), renderFormer()].join('\n').trimEnd()}\n`;
}

/** JSON Schema of `config.json`, for editors. */
export function renderSettingsSchema(): string {
  const { properties, ...others } = schemaOfPart(settingTable, 0);
  const $schema = { type: 'string', description: 'Where editors find the schema of this file.' };
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...others,
    properties: { $schema, ...properties },
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

/** Every setting optional, nothing else allowed. */
function schemaOfPart(settings: readonly Setting[], depth: number) {
  const parts = Map.groupBy(settings, ({ name }) =>
    name
      .split('.')
      .slice(0, depth + 1)
      .join('.'),
  );
  const properties = [...parts].map(([name, inner]): readonly [string, object] => [
    name.split('.')[depth] ?? name,
    inner[0]?.name === name ? schemaOfOption(inner[0].option) : schemaOfPart(inner, depth + 1),
  ]);
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

function schemaOfOption(option: Option): object {
  const { description, default: byDefault } = option;
  const told = { description, default: byDefault };
  if (isSwitch(option)) return { type: 'boolean', ...told };
  if (isNumberOption(option)) {
    const { minimum, maximum } = option;
    return { type: isWholeNumber(option) ? 'integer' : 'number', minimum, maximum, ...told };
  }
  const { choices } = option;
  return { type: 'string', ...(choices === undefined ? { minLength: 1 } : { enum: choices }), ...told };
}
