import { compareStatements, type StatementChange } from './compare-statements.ts';
import { leastDenied } from './likeness-of-denial.ts';

/** Whether a newer statement takes the place of an older one. */
export interface Succession {
  /** `supersedes`: surely enough to act. `may_supersede`: a person should say. `none`: both hold. */
  readonly kind: 'supersedes' | 'may_supersede' | 'none';
  /** P(the newer supersedes the older), 0–1. */
  readonly confidence: number;
  readonly change: StatementChange;
}

interface Statements {
  readonly newer: string;
  readonly older: string;
  /** The older was last said on another occasion: whoever says two things at once means both. */
  readonly isLater?: boolean;
  /** Rarity of a stemmed word among what is remembered, 0–1. */
  readonly rarityOf: (term: string) => number | undefined;
}

/**
 * Weights of a logistic model, fitted by `npm run bench -- succession --fit` on rules of repositories and what came in their place
 * (docs/research/recall.md).
 */
export const successionWeights = {
  intercept: -4.43,
  shared: 0.86,
  order: 1.96,
  oneSwap: 1.44,
  swapped: -0.27,
  numbers: 1.26,
  oneSided: -1.85,
  turned: 0.53,
  sameBeginning: 0.65,
} as const;

/**
 * From here on a person is asked. Likeness alone never acts: of the pairs it was surest of, on repositories left out, fewer than half
 * took the place of one another.
 */
const leastToAsk = 0.5;
/** The same for what was said on another occasion, of one subject. */
const leastToAskLater = 0.3;
/** So much of their words stands in one order where the place that differs tells of a replacement. */
const leastOrder = 0.5;
/** Who denies so much of what was said on another occasion takes it back. */
const leastDeniedLater = 0.6;
/**
 * Where the newer says itself that it replaces something, and names words of the older, less likeness is enough. Both need a
 * subject in common: "use pnpm instead of npm" says nothing of "npm audit runs at night".
 */
const announcedShared = 0.25;
const namedShared = 0.35;
/** What is ruled out is in common already. */
const ruledOutShared = 0.12;

/** Feature values, in the order of {@link successionWeights}. */
export function successionFeatures(change: StatementChange): readonly number[] {
  const { shared, order, swaps, swapped, numbers, oneSided, turned, sameBeginning } = change;
  const flags = [numbers, oneSided, turned, sameBeginning].map(Number);
  return [1, shared, order, swaps === 1 ? 1 : 0, swapped, ...flags];
}

/** Judges from the two texts alone; who may replace whose words is for the caller. */
export function judgeSuccession({ newer, older, rarityOf, isLater = false }: Statements): Succession {
  const change = compareStatements(newer, older, rarityOf);
  const weights = Object.values(successionWeights);
  const logit = successionFeatures(change).reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);
  const confidence = 1 / (1 + Math.exp(-logit));
  const kind = kindOf(confidence, change);
  const isOther = kind === 'none' && isLater && saysOtherwise(confidence, change);
  return { kind: isOther ? 'may_supersede' : kind, confidence, change };
}

/** Another value of one subject, another tool for the same job, the same denied, or much the same words. */
function saysOtherwise(confidence: number, difference: StatementChange): boolean {
  const { order, held, swaps, shared, rivals, opposite, digits, sameKey, otherKey, denied } = difference;
  if (difference.otherSubject) return false;
  const isValue = order >= leastOrder && (rivals || opposite || digits);
  const isOfSubject = sameKey && swaps > 0 && Math.max(order, held) >= leastOrder;
  if (isValue || (isOfSubject && !difference.calls)) return true;
  if (denied >= leastDeniedLater || difference.sameWords) return true;
  if (difference.outdates && shared >= announcedShared) return true;
  return confidence >= leastToAskLater && !otherKey && !difference.calls;
}

function kindOf(
  confidence: number,
  { announced, named, ruledOut, ruledOutBefore, shared, denied, otherSubject }: StatementChange,
): Succession['kind'] {
  if (ruledOut && shared >= namedShared) return 'supersedes';
  if ((ruledOut || ruledOutBefore) && shared >= ruledOutShared) return 'may_supersede';
  if (announced && named && shared >= namedShared) return 'supersedes';
  if (announced && shared >= announcedShared) return 'may_supersede';
  const isOfSubject = denied >= leastDenied || confidence >= leastToAsk;
  return isOfSubject && !otherSubject ? 'may_supersede' : 'none';
}
