import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, PartReport } from './security-part.ts';

const mostFailuresKept = 200;
const nothingYet: PartReport = { figures: {}, findings: [], failures: [] };

/** The report of a part so far, with the number of cases done. */
export interface PartProgress extends PartReport {
  readonly done: number;
}

export interface StepsRequest {
  /** Cases of the whole, and of one step. */
  readonly count: number;
  readonly step: number;
  /** Progress is kept here, and gone on from. */
  readonly file?: string | undefined;
  readonly signal: AbortSignal;
  readonly run: (from: number, count: number) => Promise<PartReport>;
}

/** Runs a part step by step. The findings of a stopped step are reported, but not kept: it is run again. */
export async function runSteps({ count, step, file, signal, run }: StepsRequest): Promise<PartProgress> {
  let progress = readProgress(file);
  while (progress.done < count && !signal.aborted) {
    const size = Math.min(step, count - progress.done);
    const report = await run(progress.done, size);
    const found = addReports(progress, report);
    if (signal.aborted) return { ...found, done: progress.done };
    progress = { ...found, done: progress.done + size };
    keepProgress(file, progress);
  }
  return progress;
}

/** Figures are counts, so that those of two steps are added up; as are the cases of one promise. */
function addReports(one: PartReport, other: PartReport): PartReport {
  const figures: Record<string, number> = { ...one.figures };
  for (const [name, figure] of Object.entries(other.figures)) figures[name] = (figures[name] ?? 0) + figure;
  const findings = new Map<string, Finding>(one.findings.map((finding) => [finding.promise, finding]));
  for (const finding of other.findings) {
    const known = findings.get(finding.promise);
    const { cases = 0, broken = 0 } = known ?? {};
    findings.set(finding.promise, {
      ...finding,
      cases: cases + finding.cases,
      broken: broken + finding.broken,
    });
  }
  return {
    figures,
    findings: [...findings.values()],
    failures: [...one.failures, ...other.failures].slice(0, mostFailuresKept),
  };
}

function readProgress(file: string | undefined): PartProgress {
  if (file === undefined || !existsSync(file)) return { ...nothingYet, done: 0 };
  return JSON.parse(readFileSync(file, 'utf8')) as PartProgress;
}

/** A run that ends in the middle of writing keeps the progress before. */
function keepProgress(file: string | undefined, progress: PartProgress): void {
  if (file === undefined) return;
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(progress, undefined, 2)}\n`);
  renameSync(`${file}.new`, file);
}
