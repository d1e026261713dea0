import { formerNames, formerSetting } from './constants.ts';
import { environmentVariableOf, findSetting, settingTable } from './setting-table.ts';

const shownNames = 3;
/** Only the beginning of longer words is compared. */
const comparedLength = 80;
/** A word is near a name when at most a third of their letters differ. */
const differingShare = 1 / 3;
const shortestPart = 3;

/**
 * The names that a user who wrote `word` may have meant, nearest first, at most three: those it is a slip of
 * the pen away from (`serch` → `search`), then those it is a beginning or a part of (`commits` →
 * `search-commits`). Upper case and separators do not count: `TopK` is `top-k`. Of equals, the shorter.
 */
export function nearestNames(word: string, names: readonly string[]): readonly string[] {
  const asked = fold(word);
  const ranked = [...new Set(names)].flatMap((name) => {
    const distance = distanceTo(asked, fold(name));
    return distance === undefined ? [] : [{ name, distance }];
  });
  return ranked
    .sort(
      (one, other) =>
        one.distance - other.distance ||
        one.name.length - other.name.length ||
        (one.name < other.name ? -1 : 1),
    )
    .slice(0, shownNames)
    .map(({ name }) => name);
}

function fold(name: string): string {
  return name
    .slice(0, comparedLength)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');
}

/** Distance: at most a third for a typing error; 1 and more where only a part of the name is near; undefined when far. */
function distanceTo(asked: string, name: string): number | undefined {
  const share = differingShareOf(asked, name);
  if (share <= differingShare) return share;
  if (asked.length < shortestPart) return undefined;
  if (`-${name}`.includes(`-${asked}`)) return 1;
  const nearest = Math.min(...name.split('-').map((part) => differingShareOf(asked, part)));
  return nearest <= differingShare ? 1 + nearest : undefined;
}

function differingShareOf(one: string, other: string): number {
  return countSlips(one, other) / Math.max(one.length, other.length, 1);
}

/** Letters to insert, remove, replace or swap with a neighbour to turn one word into the other (optimal string alignment). */
function countSlips(one: string, other: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = at(last, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const swapped =
        row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
          ? at(beforeLast, column - 2) + 1
          : Number.POSITIVE_INFINITY;
      current.push(Math.min(replaced, swapped, at(last, column) + 1, at(current, column - 1) + 1));
    }
    beforeLast = last;
    last = current;
  }
  return at(last, other.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

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
