import { compileRuleCard } from '../../cards/short-cards.ts';
import { type GuardrailCandidate, rankGuardrails } from '../../failures/rank-guardrails.ts';
import type { Guardrail, GuardrailList } from '../../model/answers/recollection.ts';
import type { ItemId, RedactedText } from '../../model/brands.ts';
import { invalidArgument } from '../../model/errors.ts';
import type { ScoreTree } from '../../model/evidence.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { profileFailure } from '../../query/profile-failure.ts';
import { partsOf } from '../memory/find-item.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { freshnessOf, isOnBranch } from '../memory/where-it-holds.ts';
import { admissibleAmong } from '../recall/check-candidates.ts';
import { groupVariants } from './view-failures.ts';

/** The planned work; at least one of the three fields. */
export interface GuardrailsRequest {
  readonly files?: readonly string[] | undefined;
  readonly command?: string | undefined;
  readonly query?: string | undefined;
  readonly limit: number;
}

interface UnaskedRequest extends GuardrailsRequest {
  /** Failures whose rules the session was told before. */
  readonly told: ReadonlySet<ItemId>;
}

/** Rules from failures, without the constraints beside them. */
type FailureRules = Pick<GuardrailList, 'guardrails' | 'cards'>;

type GuardrailDependencies = Pick<RecallDependencies, 'store' | 'scopes' | 'files' | 'clock'> & {
  readonly settings: Pick<RecallDependencies['settings'], 'memory'>;
};

type UnaskedDependencies = GuardrailDependencies & Pick<RecallDependencies, 'repositoryId' | 'ancestry'>;

/** Above this number of patterns, all variants are read at once instead of pattern by pattern. */
const mostAlone = 100;

/** A pattern with a prevention rule, and its variants that may be shown. */
interface Candidate extends GuardrailCandidate {
  readonly rule: RedactedText;
}

/** Rules that would have prevented failures close to the planned work. @throws INVALID_ARGUMENT */
export function guardrails(request: GuardrailsRequest, dependencies: GuardrailDependencies): FailureRules {
  const ranked = rank(request, { ...dependencies, asked: true });
  return list(ranked.slice(0, request.limit), dependencies);
}

/** Rules of failures that may be said unasked. @throws INVALID_ARGUMENT */
export async function guardrailsUnasked(
  { told, ...request }: UnaskedRequest,
  dependencies: UnaskedDependencies,
): Promise<FailureRules> {
  const ranked = rank(request, { ...dependencies, asked: false, told });
  return list(await thoseThatHold(ranked, request.limit, dependencies), dependencies);
}

type RankedRule = ReturnType<typeof rank>[number];

function rank(request: GuardrailsRequest, search: RuleSearch) {
  requireWork(request);
  const { files = [], command, query = '' } = request;
  const family = command === undefined ? undefined : profileFailure({ output: '', command }).command?.family;
  const work = {
    files: files.map((path) => search.files?.relative(path) ?? path),
    words: query,
    commandFamily: family,
  };
  return search.store.read((reader) => rankGuardrails(work, findCandidates(reader, search)));
}

function list(ranked: readonly RankedRule[], { store }: GuardrailDependencies): FailureRules {
  const found = store.read((reader) =>
    ranked.map(({ candidate, nearness }) => toGuardrail(reader, candidate, nearness)),
  );
  return { guardrails: found, cards: found.map(toCard) };
}

/** The first rules whose fix holds for the checked-out files and branch, which are read for no more rules than needed. */
async function thoseThatHold(
  ranked: readonly RankedRule[],
  limit: number,
  dependencies: UnaskedDependencies,
): Promise<readonly RankedRule[]> {
  const held: RankedRule[] = [];
  for (const one of ranked) {
    if (held.length >= limit) break;
    if (await someHolds(one.candidate.variants, dependencies)) held.push(one);
  }
  return held;
}

async function someHolds(
  variants: readonly MemoryItem[],
  dependencies: UnaskedDependencies,
): Promise<boolean> {
  for (const variant of variants) {
    const freshness = freshnessOf(variant, dependencies);
    if (freshness === 'stale' || freshness === 'orphaned') continue;
    if ((await isOnBranch(variant, dependencies)) !== false) return true;
  }
  return false;
}

interface RuleSearch extends GuardrailDependencies {
  readonly asked: boolean;
  readonly told?: ReadonlySet<ItemId> | undefined;
}

function findCandidates(reader: ItemReader, search: RuleSearch): readonly Candidate[] {
  const { scopes, told, asked } = search;
  const shownOf = (items: readonly MemoryItem[]) => admissibleAmong(items, reader, asked, search);
  // A person who vouches for a fix has not vouched for the rule, which another speaker may have said.
  const isSaidFit = (pattern: MemoryItem) => asked || shownOf([pattern]).length > 0;
  const ruled = reader
    .items({ kinds: ['pattern'], statuses: ['active'], quarantined: false, scopes })
    .flatMap((pattern) => {
      const rule = pattern.body?.kind === 'pattern' ? pattern.body.preventionRule : undefined;
      return rule === undefined || told?.has(pattern.id) || !isSaidFit(pattern) ? [] : [{ pattern, rule }];
    });
  // Reads pattern by pattern where possible: reading all variants takes long, and most patterns have no rule.
  const variantsOf = ruled.length > mostAlone ? groupVariants(reader, scopes) : undefined;
  return ruled.flatMap(({ pattern, rule }) => {
    const all = variantsOf === undefined ? partsOf(reader, pattern.id) : variantsOf.get(pattern.id);
    // A rule without any variant that may be shown is not offered.
    const variants = shownOf(all ?? []);
    return variants.length === 0 ? [] : [{ pattern, rule, variants }];
  });
}

function toGuardrail(
  reader: ItemReader,
  { pattern, rule, variants }: Candidate,
  nearness: ScoreTree,
): Guardrail {
  const episodes = variants.flatMap(({ id }) => partsOf(reader, id));
  const lastSeenAtMs = [...variants, ...episodes].reduce(
    (last, { createdAtMs }) => Math.max(last, createdAtMs),
    pattern.createdAtMs,
  );
  return { rule, pattern, nearness, episodeCount: episodes.length, lastSeenAtMs };
}

function toCard({ pattern, rule, nearness, episodeCount }: Guardrail) {
  const reasons = nearness.parts.map(({ description }) => description);
  return compileRuleCard({ pattern, rule, nearness: nearness.value, reasons, episodeCount });
}

function requireWork({ files = [], command = '', query = '' }: GuardrailsRequest): void {
  if (files.length > 0 || command.trim() !== '' || query.trim() !== '') return;
  throw invalidArgument('The planned work is missing. Name files or a command, or describe it in words.');
}
