import type { JsonObject, SettingsPart } from '../../ports/settings-files.ts';

/** Two entries of ours in one file: `first` and `second` of one entry. */
export function bothParts(first: SettingsPart, second: SettingsPart): SettingsPart {
  const { holds, nothing, isValid, isEmpty } = first;
  return {
    ...{ holds, nothing, isValid, isEmpty },
    find: (text) => {
      const found = { first: first.find(text), second: second.find(text) };
      return found.first === undefined && found.second === undefined ? undefined : found;
    },
    put: (text, entry) => putIf(second, putIf(first, text, entry.first), entry.second),
    take: (text, original) => second.take(first.take(text, original), original),
  };
}

function putIf(part: SettingsPart, text: string, entry: unknown): string {
  return entry === undefined ? text : part.put(text, entry as JsonObject);
}
