import type { ItemId } from '../../model/brands.ts';
import { defined } from '../../model/defined.ts';
import type { MinedLesson } from '../../model/session.ts';
import { redact } from '../../redaction/redact.ts';
import { remember } from '../items/remember.ts';
import { rememberExperience } from './remember-experience.ts';
import { rememberFix } from './remember-fix.ts';
import { rememberState } from './remember-state.ts';
import { rememberWay } from './remember-way.ts';
import type {
  FindingKind,
  FindingOf,
  FoundInSession,
  KeptFinding,
  MiningDependencies,
  SessionFinding,
} from './session-finding.ts';

/** Earlier than the first agents that write transcripts: the clock was wrong. */
const earliestMs = Date.UTC(2024, 0, 1);

const rememberStatement: FindingKind<FindingOf<'statement'>> = {
  placeOf: (finding) => finding,
  tell: ({ finding: { statement } }) => ({ type: statement.type, text: redact(statement.text) }),
  async remember({ found, speaker }, then) {
    const { type, text } = found.finding.statement;
    const { kind, item, redactedSecrets } = await remember({ content: text, type, speaker }, then);
    return { fate: kind === 'quarantined' ? 'needs_review' : kind, itemId: item.id, redactedSecrets };
  },
};

/** Every kind of finding, and the way to remember it. */
const findingKinds: { readonly [Kind in SessionFinding['kind']]: FindingKind<FindingOf<Kind>> } = {
  fix: rememberFix,
  statement: rememberStatement,
  experience: rememberExperience,
  tasks: rememberState,
  result: rememberState,
  way: rememberWay,
};

function kindOf({ kind }: SessionFinding): FindingKind<SessionFinding> {
  return findingKinds[kind];
}

/** Line of the transcript at which it was found. */
export function lineOf(finding: SessionFinding): number {
  return kindOf(finding).placeOf(finding).line;
}

/** A finding as a report has it, without anything being written. Undefined where it tells nothing. */
export function previewFinding(
  found: FoundInSession,
  dependencies: Pick<MiningDependencies, 'settings' | 'clock'>,
): MinedLesson | undefined {
  const { finding, file, session } = found;
  const told = kindOf(finding).tell(found, dependencies);
  if (told === undefined) return undefined;
  const { line, atMs } = kindOf(finding).placeOf(finding);
  const origin = { agent: file.agent, transcript: file.path, ...defined({ session }) };
  return { fate: 'found', ...told, evidence: { ...origin, line, ...told.evidence, ...defined({ atMs }) } };
}

/** A finding's memory, with the facts known beside it. */
export interface RememberedFinding extends Pick<KeptFinding, 'fate' | 'redactedSecrets' | 'fix'> {
  /** Absent where it is none. */
  readonly lesson?: MinedLesson | undefined;
}

/**
 * A finding → failure memory, or a lesson. Its speaker is the agent, even for a user's words: any program of
 * the user can write a transcript. Undefined where nothing of it is kept.
 */
export async function rememberFinding(
  found: FoundInSession,
  dependencies: MiningDependencies,
  variants: Map<number, ItemId>,
): Promise<RememberedFinding | undefined> {
  const { finding, file, session } = found;
  const lesson = previewFinding(found, dependencies);
  const speaker = { kind: 'agent', name: file.agent, source: 'transcript', ...defined({ session }) } as const;
  const kept = await kindOf(finding).remember(
    { found, told: lesson, speaker, nowMs: dependencies.clock.nowMs(), variants },
    atThatTime(dependencies, kindOf(finding).placeOf(finding).atMs),
  );
  if (kept === undefined) return undefined;
  const { fate, itemId, redactedSecrets, fix } = kept;
  return { fate, lesson: lesson && { ...lesson, fate, itemId }, redactedSecrets, fix };
}

/**
 * A lesson counts from when it was learned, as far as the transcript's clock can be believed. At which commit that was
 * is not known.
 */
function atThatTime(dependencies: MiningDependencies, atMs: number | undefined): MiningDependencies {
  const { clock, ancestry } = dependencies;
  const nowMs = clock.nowMs();
  const learnedAtMs = atMs !== undefined && atMs >= earliestMs && atMs <= nowMs ? atMs : nowMs;
  return {
    ...dependencies,
    clock: { ...clock, nowMs: () => learnedAtMs },
    ancestry: { ...ancestry, head: async () => undefined },
  };
}
