import { formerNames, formerSetting } from './constants.ts';
import { nearestNames } from './nearest-names.ts';
import { environmentVariableOf, findSetting, settingTable } from './setting-table.ts';

/** One thing has one name: a former one is obeyed, and not offered. */
const suggested = settingTable.filter(({ name }) => name !== 'memory.softPromptBudgetTokens');

const mostNamed = 5;

/**
 * ` Did you mean packing.budgetTokens?` for an unknown name; empty where none is near. A dotted name in one key, which files
 * do not accept, gives the nested form; a former name, its successor or fate.
 */
export function suggestSetting(name: string): string {
  const former = formerSetting(name);
  if (former !== undefined) return ` ${former}`;
  if (findSetting(name) !== undefined) return ` Write it as ${nested(name.split('.'))}.`;
  const parts = suggested.filter((setting) => setting.name.startsWith(`${name}.`));
  if (parts.length > 0) return ` It is part of ${namesOf(parts)}.`;
  const depth = name.split('.').length;
  const groups = suggested.map((setting) => setting.name.split('.').slice(0, depth).join('.'));
  const near = nearestNames(name, groups);
  // A key in the wrong place is near to whole names only.
  return question(
    near.length > 0
      ? near
      : nearestNames(
          name,
          suggested.map((setting) => setting.name),
        ),
  );
}

/** The same for the variables of the environment. */
export function suggestVariable(variable: string): string {
  const former = formerNames.find((name) => environmentVariableOf(name) === variable);
  if (former !== undefined) return suggestSetting(former);
  return question(
    nearestNames(
      variable,
      settingTable.map(({ environmentVariable }) => environmentVariable),
    ),
  );
}

function namesOf(settings: readonly { readonly name: string }[]): string {
  const named = settings.slice(0, mostNamed).map(({ name }) => name);
  return `${named.join(', ')}${settings.length > mostNamed ? ' and others' : ''}`;
}

function question([nearest]: readonly string[]): string {
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

function nested([key, ...keys]: readonly string[]): string {
  return key === undefined ? '…' : `{"${key}":${nested(keys)}}`;
}
