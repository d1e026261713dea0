import type { SeededRandom } from '../doors/seeded-random.ts';

/** The input of each part of the security suite. */
export interface PartRequest {
  /** A folder of its own. */
  readonly folder: string;
  /** The built command and the built hook. */
  readonly command: string;
  readonly hook: string;
  /** Folder of the real cases; parts that need none run without it. */
  readonly data: string;
  /** Cases to run: as many as are promised, or the limit. */
  readonly count: number;
  /** The first of them among those of a whole run, where each is another one. */
  readonly from: number;
  readonly random: SeededRandom;
  /** Aborted when the run is stopped: the findings until then are reported. */
  readonly signal: AbortSignal;
  /** Shows how far it is. */
  readonly progress: (done: number, of: number) => void;
}

/** One promise, tried so many times. */
interface Finding {
  readonly promise: string;
  readonly cases: number;
  /** Of those, cases in which the promise did not hold. */
  readonly broken: number;
  readonly note?: string;
}

export interface PartReport {
  /** Counts, so that those of two steps can be added up. Names are those of the specification. */
  readonly figures: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  /** Cases in which a promise did not hold, so that they can be tried again. */
  readonly failures: readonly string[];
}

export interface SecurityPart {
  readonly promise: string;
  /** Cases of a whole run, and of one step of it: between two steps it can be stopped, and later go on. */
  readonly most: number;
  readonly step: number;
  run(request: PartRequest): Promise<PartReport>;
}

const mostFailuresKept = 200;
export const nothingYet: PartReport = { figures: {}, findings: [], failures: [] };

/** Figures are counts, so that those of two steps are added up; as are the cases of one promise. */
export function addReports(one: PartReport, other: PartReport): PartReport {
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
