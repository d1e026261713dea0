import { startsWithVerb } from '../../../src/cards/wordings.ts';

/** Fields that every card has to have. */
interface AuditedFields {
  readonly trigger: string;
  readonly evidence: string;
  readonly actionHint: string;
  readonly failureIfIgnored: string;
  readonly scope: string;
}

/** What the structure of a card is worth; it says nothing of whether the card is right (CICL, 3.4). */
export interface CardAudit {
  readonly isComplete: boolean;
  readonly beginsWithVerb: boolean;
  readonly hasPlaceholder: boolean;
  /** It is shorter than what it was made from. */
  readonly isCompressed: boolean;
  /** Tokens of the card by those of the text; 1 of an empty text. */
  readonly ratio: number;
}

const placeholder =
  /^(?:todo|tbd|fixme|unknown|undefined|null|n\/?a|none|not available|\.{3}|…|\[object)\b|^[\s.…-]*$/i;

/** @param tokens of the card as it is shown, and of the text that it was made from */
export function auditCard(
  fields: AuditedFields,
  tokens: { readonly card: number; readonly text: number },
): CardAudit {
  const all = [fields.trigger, fields.evidence, fields.actionHint, fields.failureIfIgnored, fields.scope];
  return {
    isComplete: all.every((field) => field.trim() !== ''),
    beginsWithVerb: startsWithVerb(fields.actionHint),
    hasPlaceholder: all.some((field) => placeholder.test(field.trim())),
    isCompressed: tokens.card > 0 && tokens.card < tokens.text,
    ratio: tokens.text === 0 ? 1 : tokens.card / tokens.text,
  };
}
