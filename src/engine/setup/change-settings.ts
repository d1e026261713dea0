import { AfterwitError } from '../../model/errors.ts';
import type { SettingsFile, SettingsFiles } from '../../ports/settings-files.ts';
import type { PlannedChange } from './plan-change.ts';

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
 *
 * @param preview report what would change, and write nothing
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
    // What stands there as planned is not planned again: a file that is given back may hold an entry of the user's own.
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
