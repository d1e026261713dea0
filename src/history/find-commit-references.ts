import type { CommitReference, CommitRelation } from '../ports/repository-index.ts';

const objectId = String.raw`([0-9a-f]{7,64})\b`;

/** Patterns that tell how a message relates to an object id in it; the first matching rule wins. */
const rules: readonly { readonly relation: CommitRelation; readonly pattern: RegExp }[] = [
  {
    relation: 'reverts',
    pattern: new RegExp(
      String.raw`\brevert(?:s|ed|ing)?(?: (?:the|back|changes?|from|in|of|made|by))* (?:commits? )?${objectId}`,
      'gi',
    ),
  },
  {
    relation: 'cherry_picked_from',
    pattern: new RegExp(String.raw`\bcherry[ -]picked from (?:commit )?${objectId}`, 'gi'),
  },
  { relation: 'fixes', pattern: new RegExp(`^fixes: ${objectId}`, 'gim') },
  {
    relation: 'fixes',
    pattern: new RegExp(
      String.raw`\b(?:introduced|broken|caused|added|regress\w*|follow[- ]?up|fix\w*)(?: \w+){0,3}? (?:commit )?${objectId}`,
      'gi',
    ),
  },
  { relation: 'mentions', pattern: new RegExp(String.raw`(?<![\w/.#-])${objectId}(?!\w|[/-]|\.\w)`, 'gi') },
];

const byStrength: readonly CommitRelation[] = ['reverts', 'cherry_picked_from', 'fixes', 'mentions'];

/**
 * Commits that a message refers to: reverted, fixed (a fix of a fix), cherry-picked or only mentioned. An abbreviated
 * id must have a digit and a letter, so that numbers and words such as "defaced" do not count.
 */
export function findCommitReferences(message: string): readonly CommitReference[] {
  const relations = new Map<string, CommitRelation>();
  for (const { relation, pattern } of rules) {
    for (const match of message.matchAll(pattern)) {
      const target = (match[1] ?? '').toLowerCase();
      if (isLikelyId(target) && !relations.has(target)) relations.set(target, relation);
    }
  }
  return [...mergeAbbreviations(relations)].map(([target, relation]) => ({ relation, target }));
}

/** An abbreviated id beside the full one is the same reference, with the stronger of their relations. */
function mergeAbbreviations(
  relations: ReadonlyMap<string, CommitRelation>,
): ReadonlyMap<string, CommitRelation> {
  const merged = new Map(relations);
  const sorted = [...relations.keys()].sort();
  sorted.forEach((target, position) => {
    const longer = sorted[position + 1];
    if (!longer?.startsWith(target)) return;
    const either = [merged.get(target), merged.get(longer)];
    merged.set(longer, byStrength.find((relation) => either.includes(relation)) ?? 'mentions');
    merged.delete(target);
  });
  return merged;
}

function isLikelyId(text: string): boolean {
  return text.length >= 40 || (/\d/.test(text) && /[a-f]/.test(text));
}
