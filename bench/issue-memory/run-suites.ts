import { join } from 'node:path';
import type { Recollection } from '../../src/index.ts';
import type { CaseSuite, IssueData, MatchCase, MergeCase, ScriptStep } from './issue-data.ts';
import { recordRequestOf } from './issue-requests.ts';
import { ask, type JudgedCase, judgeCase } from './judge-case.ts';
import { openScratchMemory, recordSeeds, type ScratchMemory } from './scratch-memory.ts';

/** A case of merging, with what became of it. */
interface JudgedMerge {
  readonly slug: string;
  readonly isRight: boolean;
  readonly samePattern: boolean;
  readonly sameVariant: boolean;
}

export interface JudgedSuites {
  readonly cases: readonly JudgedCase[];
  readonly merges: readonly JudgedMerge[];
  /** Expectations of scripts, with whether they held. */
  readonly scripts: readonly { readonly suite: string; readonly expect: string; readonly held: boolean }[];
  /** Suites whose memories are not there. */
  readonly skipped: readonly string[];
}

/** Runs every suite that is there, each on a memory of its own. */
export async function runSuites({ suites, seeds }: IssueData, folder: string): Promise<JudgedSuites> {
  const cases: JudgedCase[] = [];
  const merges: JudgedMerge[] = [];
  const scripts: JudgedSuites['scripts'][number][] = [];
  const skipped: string[] = [];
  for (const [name, suite] of Object.entries(suites)) {
    if (suite.cases === undefined) continue;
    await using scratch = await openScratchMemory(join(folder, name));
    const known = seeds[suite.seed ?? ''] ?? undefined;
    if (suite.seed != null && known === undefined) {
      skipped.push(name);
      continue;
    }
    await recordSeeds(scratch, known ?? []);
    for (const one of suite.cases) {
      if (isMerge(one)) merges.push(await judgeMerge(scratch, one));
      else if (isMatch(one)) cases.push(judgeCase(name, one, await ask(scratch.memory, one.query)));
    }
    scripts.push(...(await runScript(name, suite, scratch)));
  }
  return { cases, merges, scripts, skipped };
}

function isMerge(one: MatchCase | MergeCase): one is MergeCase {
  return 'first' in one && 'second' in one;
}

function isMatch(one: MatchCase | MergeCase): one is MatchCase {
  return 'query' in one;
}

async function judgeMerge({ memory }: ScratchMemory, one: MergeCase): Promise<JudgedMerge> {
  const first = await memory.record(recordRequestOf(one.first));
  const second = await memory.record(recordRequestOf(one.second));
  const samePattern = first.pattern.id === second.pattern.id;
  const sameVariant = first.variant.id === second.variant.id;
  return {
    slug: one.slug,
    samePattern,
    sameVariant,
    isRight: samePattern === one.expect_same_pattern && sameVariant === one.expect_same_variant,
  };
}

const ranked = /^(\w+)\.matches\[(\d+)\]\.pattern_id == (\w+)\.matches\[(\d+)\]\.pattern_id$/;
const feedbackKinds: Readonly<Record<string, 'verified' | 'accepted' | 'rejected' | 'false_positive'>> = {
  fix_verified: 'verified',
  candidate_accepted: 'accepted',
  candidate_rejected: 'rejected',
  false_positive: 'false_positive',
};

/** Matches and feedback in turn; an expectation compares which memory stands at which rank. */
async function runScript(suite: string, { script_after: steps = [] }: CaseSuite, scratch: ScratchMemory) {
  const saved = new Map<string, Recollection>();
  const expectations: JudgedSuites['scripts'][number][] = [];
  let last: Recollection | undefined;
  for (const step of steps) {
    if (step.op === 'issue_match') {
      last = (await ask(scratch.memory, step.args)).recollection;
      if (step.save !== undefined) saved.set(step.save, last);
    } else if (step.op === 'issue_feedback')
      await giveFeedback(step, saved.get(savedName(step)) ?? last, scratch);
    if (step.expect !== undefined)
      expectations.push({ suite, expect: step.expect, held: holds(step.expect, saved) });
  }
  return expectations;
}

function savedName({ args }: ScriptStep): string {
  return /^\$(\w+)/.exec(String(args.retrieval_event_id ?? ''))?.[1] ?? '';
}

async function giveFeedback({ args }: ScriptStep, about: Recollection | undefined, { home }: ScratchMemory) {
  const shown = about?.memories[Number(args.candidate_rank ?? 1) - 1];
  const kind = feedbackKinds[String(args.feedback_type)];
  if (about === undefined || shown === undefined || kind === undefined) return;
  await home.feedback({ decision: about.decisionId, item: shown.item.id, outcome: kind });
}

function holds(expectation: string, saved: ReadonlyMap<string, Recollection>): boolean {
  const [, left = '', leftRank, right = '', rightRank] = ranked.exec(expectation) ?? [];
  const one = saved.get(left)?.memories[Number(leftRank)]?.item.id;
  return one !== undefined && one === saved.get(right)?.memories[Number(rightRank)]?.item.id;
}
