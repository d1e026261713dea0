import { AfterwitError } from '../../model/errors.ts';
import { serverName } from '../../model/server.ts';
import type { JsonObject, SettingsFile, SettingsFiles, SettingsPart } from '../../ports/settings-files.ts';
import { compareLines } from '../../text/line-changes.ts';

interface SettingsText {
  readonly path: string;
  /** Absent when there is no file. */
  readonly text?: string | undefined;
  /** The file before afterwit came to it, when a copy of that was kept. */
  readonly original?: string | undefined;
}

interface PlannedChange {
  readonly kind: 'created' | 'changed' | 'unchanged' | 'removed';
  /** Absent when there is to be no file. */
  readonly text?: string | undefined;
  readonly diff: readonly string[];
  /** The fate of the copy of the original. */
  readonly copy: 'make' | 'keep' | 'drop';
}

/**
 * Plans the addition of our entry to a settings file.
 * @throws INVALID_SETTING when the agent could not read the file, or it has something else in the place of our entry
 */
export function planSetup(part: SettingsPart, file: SettingsText, entry: JsonObject): PlannedChange {
  const text = readable(part, file);
  const planned = part.put(text, entry);
  if (planned === text) return unchanged(file);
  return {
    kind: file.text === undefined ? 'created' : 'changed',
    text: planned,
    diff: compareLines(file.text ?? '', planned),
    copy: isWorthKeeping(part, file, text) ? 'make' : 'keep',
  };
}

/** Command that only setup writes: the server by its path. */
const writtenBySetup = /dist(?:\/|\\\\)bin\.js/;

/**
 * Whether the present file is the original to restore when our entry goes. A file with our entry is not, if a copy of the
 * original was kept or setup wrote the whole file; a file with the user's own entry of our name is.
 */
function isWorthKeeping(part: SettingsPart, file: SettingsText, text: string): boolean {
  if (file.text === undefined) return false;
  const entry = part.find(text);
  if (entry === undefined) return true;
  if (file.original !== undefined) return false;
  return !writtenBySetup.test(JSON.stringify(entry)) || !part.isEmpty(part.take(text, part.nothing));
}

/**
 * Plans the removal of our entry. If nothing else changed since the setup, the original file is restored byte for byte.
 * @throws INVALID_SETTING when the agent could not read the file, or our entry is written where it cannot be cut out
 */
export function planRemoval(part: SettingsPart, file: SettingsText): PlannedChange {
  const text = readable(part, file);
  const entry = part.find(text);
  if (entry === undefined) return unchanged(file);
  const original =
    file.original !== undefined && part.isValid(orNothing(part, file.original)) ? file.original : undefined;
  const before = orNothing(part, original);
  const base = withoutOlderSetup(part, before);
  const taken = part.take(text, base);
  if (taken === text) throw notRemovable(file);
  const isAsBefore = original !== undefined && isSetupOf(part, base, entry, text);
  const planned = isAsBefore ? (base === before ? original : base) : taken;
  const wasOursAlone = original === undefined || (base !== before && part.isEmpty(base));
  if (wasOursAlone && part.isEmpty(taken))
    return {
      kind: 'removed',
      diff: compareLines(text, ''),
      copy: original === undefined ? 'keep' : 'drop',
    };
  return {
    kind: 'changed',
    text: planned,
    diff: compareLines(text, planned),
    copy: planned === file.original ? 'drop' : 'keep',
  };
}

/** Every file gets a copy, also where an older version made none: that version's entries are not given back. */
function withoutOlderSetup(part: SettingsPart, original: string): string {
  return part.isOursAlone && part.find(original) !== undefined ? part.take(original, part.nothing) : original;
}

/** Whether `text` is `base` with our entry and nothing else. A base that would not take the entry cannot be it. */
function isSetupOf(part: SettingsPart, base: string, entry: JsonObject, text: string): boolean {
  try {
    return part.put(base, entry) === text;
  } catch {
    return false;
  }
}

function notRemovable({ path }: SettingsText): AfterwitError {
  return new AfterwitError(
    'INVALID_SETTING',
    `The entry "${serverName}" in ${JSON.stringify(path)} is written in a form that afterwit cannot take out without harm to the rest. Remove the entry by hand; nothing was changed.`,
    { data: { path } },
  );
}

function unchanged({ text }: SettingsText): PlannedChange {
  return { kind: 'unchanged', diff: [], copy: 'keep', text };
}

function readable(part: SettingsPart, { path, text }: SettingsText): string {
  const settings = orNothing(part, text);
  if (part.isValid(settings)) return settings;
  throw new AfterwitError(
    'INVALID_SETTING',
    `${JSON.stringify(path)} does not hold ${part.holds}. Correct it and run the command again; nothing was changed.`,
    { data: { path } },
  );
}

function orNothing({ nothing }: SettingsPart, text: string | undefined): string {
  return text === undefined || text.trim() === '' ? nothing : text;
}

/** One settings file, and how to add or remove our entry. */
export interface SettingsJob {
  readonly path: string;
  /** Folder that links may not lead out of. */
  readonly within: string | undefined;
  readonly plan: (file: SettingsFile) => PlannedChange;
}

export interface SettledJob {
  readonly job: SettingsJob;
  readonly file: SettingsFile;
  readonly change: PlannedChange;
}

/**
 * Changes all of the files, or none. Checks all files before writing the first one, so that a fault in one leaves the
 * others unchanged.
 * @param preview report the planned changes, and write nothing
 * @throws INVALID_SETTING, AGENT_SETTINGS_NOT_WRITABLE, DISK_FULL
 */
export function changeSettings(
  jobs: readonly SettingsJob[],
  files: SettingsFiles,
  preview: boolean,
): readonly SettledJob[] {
  const planned = jobs.map((job) => look(job, files));
  return preview ? planned : settleAll(jobs, files);
}

function look(job: SettingsJob, files: SettingsFiles): SettledJob {
  const file = files.read(job.path, job.within);
  return { job, file, change: job.plan(file) };
}

function settleAll(jobs: readonly SettingsJob[], files: SettingsFiles): readonly SettledJob[] {
  const settled: SettledJob[] = [];
  try {
    for (const job of jobs) settled.push(settle(job, files));
    return settled;
  } catch (fault) {
    for (const one of settled) undo(one, files);
    throw fault;
  }
}

/** Looks again after each write, because another program (a running agent) may write the file at the same time. */
function settle(job: SettingsJob, files: SettingsFiles): SettledJob {
  for (let attempt = 0; attempt < 3; attempt++) {
    const one = look(job, files);
    if (one.change.kind === 'unchanged') return one;
    // A file that stands as planned is planned no more: a file given back may hold an entry of the user's own.
    if (files.replace(one.file, one.change) && files.read(job.path, job.within).text === one.change.text)
      return one;
  }
  throw new AfterwitError(
    'AGENT_SETTINGS_NOT_WRITABLE',
    `${JSON.stringify(job.path)} keeps being changed by another program. Close the agent and run the command again; nothing was changed.`,
    { data: { path: job.path } },
  );
}

/** Restores the previous content, unless the file was changed since. */
function undo({ job, file, change }: SettledJob, files: SettingsFiles): void {
  if (change.kind === 'unchanged') return;
  const now = files.read(job.path, job.within);
  if (now.text !== change.text) return;
  files.replace(now, {
    text: file.text,
    copy: change.copy === 'make' && file.original === undefined ? 'drop' : 'keep',
  });
}
