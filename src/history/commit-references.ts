import type { CommitReference, CommitRelation } from '../ports/repository-index.ts';

const objectId = String.raw`([0-9a-f]{7,64})\b`;

/** How messages say what an object id in them is to this commit; the first rule that takes an id wins. */
const rules: readonly { readonly relation: CommitRelation; readonly pattern: RegExp }[] = [
  { relation: 'reverts', pattern: new RegExp(String.raw`\brevert(?:s|ed|ing)?(?: (?:the|back|changes?|from|in|of|made|by))* (?:commits? )?${objectId}`, 'gi') },
  { relation: 'cherry_picked_from', pattern: new RegExp(String.raw`\bcherry[ -]picked from (?:commit )?${objectId}`, 'gi') },
  { relation: 'fixes', pattern: new RegExp(String.raw`^fixes: ${objectId}`, 'gim') },
  {
    relation: 'fixes',
    pattern: new RegExp(
      String.raw`\b(?:introduced|broken|caused|added|regress\w*|follow[- ]?up|fix\w*)(?: \w+){0,3}? (?:commit )?${objectId}`,
      'gi',
    ),
  },
  { relation: 'mentions', pattern: new RegExp(String.raw`(?<![\w/.#-])${objectId}(?![\w/.-])`, 'gi') },
];

/**
 * Commits that a message points at: what it reverts, fixes (a fix of a fix), was picked from, or merely names. An
 * abbreviated id must hold a digit and a letter, so that numbers and words such as "defaced" are no ids.
 */
export function findCommitReferences(message: string): readonly CommitReference[] {
  const relations = new Map<string, CommitRelation>();
  for (const { relation, pattern } of rules) {
    for (const match of message.matchAll(pattern)) {
      const target = (match[1] ?? '').toLowerCase();
      if (isLikelyId(target) && !relations.has(target)) relations.set(target, relation);
    }
  }
  return [...relations].map(([target, relation]) => ({ relation, target }));
}

function isLikelyId(text: string): boolean {
  return text.length >= 40 || (/\d/.test(text) && /[a-f]/.test(text));
}
