import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const monthPattern = /^month-(\d\d)$/;

/** A year that is lived month by month: its home, and what it came to when the last whole month ended. */
export interface KeptYear<Progress> {
  /** Months that are over. */
  readonly months: number;
  readonly progress: Progress;
}

/** Brings the home back to where the last whole month ended. Undefined where none has: the home is empty then. */
export function goOn<Progress>(folder: string, home: string): KeptYear<Progress> | undefined {
  rmSync(home, { recursive: true, force: true });
  const months = monthsIn(folder).at(-1);
  if (months === undefined) return undefined;
  const kept = join(folder, nameOf(months));
  cpSync(join(kept, 'home'), home, { recursive: true });
  return { months, progress: JSON.parse(readFileSync(join(kept, 'progress.json'), 'utf8')) as Progress };
}

/** Keeps a finished month with its home, which must be closed. A run that ends meanwhile keeps the month before. */
export function keepMonth<Progress>(
  folder: string,
  home: string,
  { months, progress }: KeptYear<Progress>,
): void {
  const kept = join(folder, nameOf(months));
  const unfinished = `${kept}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  cpSync(home, join(unfinished, 'home'), { recursive: true });
  writeFileSync(join(unfinished, 'progress.json'), `${JSON.stringify(progress)}\n`);
  renameSync(unfinished, kept);
  for (const before of monthsIn(folder).filter((month) => month < months))
    rmSync(join(folder, nameOf(before)), { recursive: true, force: true });
}

function monthsIn(folder: string): readonly number[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => monthPattern.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

function nameOf(months: number): string {
  return `month-${String(months).padStart(2, '0')}`;
}
