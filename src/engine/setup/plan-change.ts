import { AfterwitError } from '../../model/errors.ts';
import { compareLines } from '../../text/compare-lines.ts';
import { type JsonObject, parseObject, type SettingsPart } from './settings-part.ts';

/** A settings file as it is. */
interface SettingsText {
  readonly path: string;
  /** Absent when there is no file. */
  readonly text?: string | undefined;
  /** The file before afterwit came to it, when a copy of that was kept. */
  readonly original?: string | undefined;
}

/** Planned content of a settings file. */
export interface PlannedChange {
  readonly kind: 'created' | 'changed' | 'unchanged' | 'removed';
  /** Absent when there is to be no file. */
  readonly text?: string | undefined;
  readonly diff: readonly string[];
  /** What to do with the copy of the original. */
  readonly copy: 'make' | 'keep' | 'drop';
}

/** An empty settings file. */
const nothing = '{}\n';

/**
 * Plans the addition of our entry to a settings file.
 * @throws INVALID_SETTING when the file is not a JSON object, or has something else in the place of our entry
 */
export function planSetup(part: SettingsPart, file: SettingsText, entry: JsonObject): PlannedChange {
  const text = readable(file);
  const planned = part.put(text, entry);
  if (planned === text) return unchanged(file);
  return {
    kind: file.text === undefined ? 'created' : 'changed',
    text: planned,
    diff: compareLines(file.text ?? '', planned),
    // A file that already has our entry is not the original.
    copy:
      file.text !== undefined && (part.find(text) === undefined || file.original === undefined)
        ? 'make'
        : 'keep',
  };
}

/**
 * Plans the removal of our entry. If nothing else changed since the setup, the original file is restored byte for byte.
 * @throws INVALID_SETTING when the file is no JSON object
 */
export function planRemoval(part: SettingsPart, file: SettingsText): PlannedChange {
  const text = readable(file);
  const entry = part.find(text);
  if (entry === undefined) return unchanged(file);
  const original = isReadable(file.original) ? file.original : undefined;
  const base = original === undefined ? nothing : orNothing(original);
  const taken = part.take(text, base);
  const isAsBefore = original !== undefined && part.put(base, entry) === text;
  const planned = isAsBefore ? original : taken;
  if (original === undefined && Object.keys(parseObject(taken)).length === 0)
    return { kind: 'removed', diff: compareLines(text, ''), copy: 'keep' };
  return {
    kind: 'changed',
    text: planned,
    diff: compareLines(text, planned),
    copy: planned === file.original ? 'drop' : 'keep',
  };
}

function unchanged({ text }: SettingsText): PlannedChange {
  return { kind: 'unchanged', diff: [], copy: 'keep', text };
}

function readable({ path, text }: SettingsText): string {
  if (isReadable(text)) return orNothing(text);
  throw new AfterwitError(
    'INVALID_SETTING',
    `${JSON.stringify(path)} does not hold a JSON object (comments are not JSON). Correct it and run the command again; nothing was changed.`,
    { data: { path } },
  );
}

function isReadable(text: string | undefined): boolean {
  try {
    parseObject(orNothing(text));
    return true;
  } catch {
    return false;
  }
}

function orNothing(text: string | undefined): string {
  return text === undefined || text.trim() === '' ? nothing : text;
}
