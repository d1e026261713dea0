import { compileRuleCard } from '../../cards/compile-rule-card.ts';
import { admit } from '../../gate/admit.ts';
import { type GuardrailCandidate, rankGuardrails } from '../../issues/rank-guardrails.ts';
import { isExpired } from '../../lifecycle/expiry.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { Guardrail, GuardrailList } from '../../model/guardrail.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { RedactedText } from '../../model/redacted-text.ts';
import { renderPack } from '../../packing/render-pack.ts';
import type { ItemReader } from '../../ports/item-store.ts';
import { profileFailure } from '../../query/profile-failure.ts';
import type { RecallSurroundings } from '../recall/surroundings.ts';
import { type IssueParts, readIssueParts } from './issue-parts.ts';

/** Work that is about to be done, as somebody tells of it; at least one of the three. */
export interface GuardrailsRequest {
  readonly files?: readonly string[];
  readonly command?: string;
  readonly query?: string;
  readonly limit: number;
}

type GuardrailSurroundings = Pick<RecallSurroundings, 'store' | 'scopes' | 'files' | 'clock' | 'random'>;

/** A pattern that knows how it is prevented, with what of it may be shown. */
interface Candidate extends GuardrailCandidate {
  readonly rule: RedactedText;
  readonly episodes: readonly MemoryItem[];
}

/** Rules that would have prevented failures near the work at hand, before it runs into them. @throws INVALID_ARGUMENT */
export function guardrails(request: GuardrailsRequest, surroundings: GuardrailSurroundings): GuardrailList {
  requireWork(request);
  const { files = [], command, query = '', limit } = request;
  const family = command === undefined ? undefined : profileFailure({ output: '', command }).command?.family;
  const work = {
    files: files.map((path) => surroundings.files?.relative(path) ?? path),
    words: query,
    ...(family === undefined ? {} : { commandFamily: family }),
  };
  const candidates = surroundings.store.read((reader) => findCandidates(reader, surroundings));
  const nearest = rankGuardrails(work, candidates).slice(0, limit);
  const found = nearest.map(
    ({ candidate: { pattern, rule, variants, episodes }, nearness }): Guardrail => ({
      rule,
      pattern,
      nearness,
      episodeCount: episodes.length,
      lastSeenAtMs: Math.max(...[pattern, ...variants, ...episodes].map(({ createdAtMs }) => createdAtMs)),
    }),
  );
  return { guardrails: found, text: renderPack(found.map(toCard), surroundings.random.uuid().slice(-12)) };
}

function findCandidates(reader: ItemReader, surroundings: GuardrailSurroundings): readonly Candidate[] {
  const parts = readIssueParts(reader, surroundings.scopes);
  return parts.patterns.flatMap((pattern) => {
    const rule = pattern.body?.kind === 'pattern' ? pattern.body.preventionRule : undefined;
    if (rule === undefined || pattern.status !== 'active' || pattern.quarantined) return [];
    const variants = shownVariants(pattern, parts, reader, surroundings);
    const episodes = variants.flatMap(({ id }) => parts.episodesOf.get(id) ?? []);
    return variants.length === 0 ? [] : [{ pattern, rule, variants, episodes }];
  });
}

/** Variants that somebody who asks may see: a rule that rests on none of them is not offered. */
function shownVariants(
  pattern: MemoryItem,
  { variantsOf }: IssueParts,
  reader: ItemReader,
  { scopes, clock }: GuardrailSurroundings,
): readonly MemoryItem[] {
  const variants = variantsOf.get(pattern.id) ?? [];
  const outcomes = reader.outcomeCounts(variants.map(({ id }) => id));
  return variants.filter((item) => {
    const unit = { item, expired: isExpired(item, clock.nowMs()), outcomes: outcomes.get(item.id) ?? {} };
    return admit([unit], { asked: true, scopes }).every(({ admitted }) => admitted);
  });
}

function toCard({ pattern, rule, nearness, episodeCount }: Guardrail) {
  const reasons = nearness.parts.map(({ description }) => description);
  return compileRuleCard({ pattern, rule, nearness: nearness.value, reasons, episodeCount });
}

function requireWork({ files = [], command = '', query = '' }: GuardrailsRequest): void {
  if (files.length > 0 || command.trim() !== '' || query.trim() !== '') return;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    'It is not said what is about to be done. Name files, a command, or say it in words.',
  );
}
