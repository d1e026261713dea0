import { z } from 'zod';
import { AfterwitError } from '../model/errors.ts';
import { type DottedValues, flatten, type NestedValues, nest } from './dotted-names.ts';
import { withoutKeptNames } from './kept-names.ts';
import { suggestSetting } from './nearest-settings.ts';
import {
  describeValues,
  isNumberOption,
  isSwitch,
  isWholeNumber,
  type NumberOption,
  type Option,
} from './option.ts';
import { show } from './setting-source.ts';
import { findSetting, settingTable } from './setting-table.ts';

function numberSchema(option: NumberOption): z.ZodType {
  let schema = isWholeNumber(option) ? z.int() : z.number();
  if (option.minimum !== undefined) schema = schema.min(option.minimum);
  if (option.maximum !== undefined) schema = schema.max(option.maximum);
  return schema;
}

function optionSchema(option: Option): z.ZodType {
  if (isNumberOption(option)) return numberSchema(option);
  if (isSwitch(option)) return z.boolean();
  return option.choices === undefined ? z.string().min(1) : z.enum(option.choices);
}

function objectSchema(tree: NestedValues): z.ZodType {
  const shape: Record<string, z.ZodType> = {};
  for (const [key, value] of Object.entries(tree)) {
    const schema = value instanceof z.ZodType ? value : objectSchema(value as NestedValues);
    shape[key] = schema.optional();
  }
  return z.strictObject(shape);
}

/** Schema of a settings file: every setting optional, nothing else allowed. */
export const settingsFileSchema = objectSchema(
  nest({
    $schema: z.string().describe('Where editors find the schema of this file.'),
    ...Object.fromEntries(
      settingTable.map(({ name, option }) => [
        name,
        optionSchema(option).describe(option.description).meta({ default: option.default }),
      ]),
    ),
  }),
);

/**
 * Checks values and gives those of settings by dotted name. In a file of the user names of other versions are passed over.
 *
 * @param source What the values come from, as the user knows it: a path, a variable, a flag.
 * @throws INVALID_SETTING
 */
export function parseSettings(tree: unknown, source: string, isFile = true): DottedValues {
  const result = settingsFileSchema.safeParse(isFile ? withoutKeptNames(tree) : tree);
  if (!result.success) throw invalidSetting(tree, result.error.issues, source);
  const { $schema: _, ...values } = flatten(result.data as NestedValues);
  return values;
}

function invalidSetting(tree: unknown, issues: readonly z.core.$ZodIssue[], source: string): AfterwitError {
  const [issue] = issues;
  const path = issue?.path.map(String) ?? [];
  const others = issues.length > 1 ? ` ${issues.length - 1} more in the same place.` : '';
  if (issue?.code === 'unrecognized_keys') {
    const keys = [...path, issue.keys[0] ?? ''];
    const key = keys.join('.');
    return new AfterwitError(
      'INVALID_SETTING',
      `${source}: there is no setting ${show(key)}.${suggestSetting(firstLeaf(tree, keys))} Remove it or correct its name; \`afterwit config --all\` lists them.${others}`,
      { data: { source, key } },
    );
  }
  const key = path.join('.');
  const found = show(valueAt(tree, path));
  const option = findSetting(key)?.option;
  const expected = option === undefined ? 'an object of settings' : describeValues(option);
  return new AfterwitError(
    'INVALID_SETTING',
    `${source}: ${key === '' ? 'the whole' : key} is ${found}. Make it ${expected}.${others}`,
    { data: { source, key, expected, found } },
  );
}

function valueAt(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, part) => (value as NestedValues | undefined)?.[part], tree);
}

/** `packng` is too little to tell what was meant; `packng.budgetTokens`, the first value below it, is not. */
function firstLeaf(tree: unknown, path: readonly string[]): string {
  const key = path.join('.');
  const [leaf] = Object.keys(flatten({ [key]: valueAt(tree, path) }));
  return leaf ?? key;
}
