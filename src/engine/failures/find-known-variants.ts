import {
  type ComparedFailure,
  compareFailures,
  ReadSketch,
} from '../../failures/matching/compare-failures.ts';
import type { FailureRelation } from '../../failures/recording/compare-patterns.ts';
import type { KnownVariant, ToldVariant } from '../../failures/recording/plan-recording.ts';
import type { FailureComparison, FailureProfile } from '../../model/failure.ts';
import { type MemoryItem, standaloneKinds } from '../../model/memory-item.ts';
import type { Scope } from '../../model/provenance.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { sketchOf } from '../../query/told/sketch-failure.ts';
import { queryTerms } from '../../retrieval/item-terms.ts';
import { rankItems } from '../../retrieval/rank-items.ts';

/** Number of variants compared: found by words, and of the same pattern. */
const mostByWords = 10;
const mostOfPattern = 10;
/** Only the strongest terms are searched, because recording must be faster than a recall. */
const searchedTerms = 12;

/** In a memory this small every word is common, so all variants are compared. */
const fewMemories = 40;

/** Variants of a scope that may belong to the same pattern as a reported failure. */
export function findKnownVariants(
  reader: ItemReader,
  told: ToldVariant,
  { scope, exactPattern }: { readonly scope: Scope; readonly exactPattern?: MemoryItem },
): readonly KnownVariant[] {
  const near = findNear(reader, told, scope);
  const ofPattern =
    exactPattern === undefined ? [] : reader.itemsRelatedTo(exactPattern.id, 'depends_on', mostOfPattern);
  const distinct = new Map([...near, ...ofPattern].map((item) => [item.id, item]));
  const asked = compared(told.variant.failure);
  return [...distinct.values()].flatMap((item) => knownVariant(reader, item, asked) ?? []);
}

function findNear(reader: ItemReader, told: ToldVariant, scope: Scope): readonly MemoryItem[] {
  if (reader.countItems({ scopes: [scope], kinds: standaloneKinds }) <= fewMemories)
    return reader.items({ scopes: [scope], kinds: ['variant'] });
  const { failure, symptom = '' } = told.variant;
  const byWords = rankItems({
    reader,
    scopes: [scope],
    terms: queryTerms(symptom, failure),
    files: [],
    limit: mostByWords,
    settings: { termLimit: searchedTerms },
  }).candidates;
  // If most memories are about one failure, all of its words are common; the latest variants then stand for it.
  const limit = mostByWords - byWords.length;
  const recent = limit === 0 ? [] : reader.items({ scopes: [scope], kinds: ['variant'], limit });
  return [...byWords.map(({ item }) => item), ...recent];
}

function knownVariant(
  reader: ItemReader,
  item: MemoryItem,
  asked: ComparedFailure,
): KnownVariant | undefined {
  const { id, content, body, status, quarantined, trust, principal } = item;
  if (body?.kind !== 'variant') return undefined;
  const pattern = reader.item(body.patternId)?.body;
  if (pattern?.kind !== 'pattern') return undefined;
  const holds = status === 'active' && !quarantined;
  const relation = relationOf(compareFailures(asked, compared(body.failure)));
  return { id, fix: content, variant: body, pattern, relation, holds, trust, principal };
}

/** A failure that names something else has a fix of its own. */
function relationOf({ strength, caveat, isOther }: FailureComparison): FailureRelation {
  if (strength === 'same') return caveat === undefined ? 'same' : 'other';
  return isOther ? 'other' : undefined;
}

function compared(profile: FailureProfile): ComparedFailure {
  return { profile, sketch: new ReadSketch(sketchOf(profile)) };
}
