import { isPlaceholder } from '../../../src/cards/card-parts.ts';

/** Fields of a card; what supports it and what happens otherwise are left out where there is nothing to say. */
interface AuditedFields {
  readonly trigger: string;
  readonly evidence: string;
  readonly actionHint: string;
  readonly failureIfIgnored: string;
  readonly scope: string;
}

/** The quality of a card's structure, whether the card is right or not (CICL, 3.4). */
export interface CardAudit {
  readonly isComplete: boolean;
  readonly hasPlaceholder: boolean;
  /** It is shorter than what it was made from. */
  readonly isCompressed: boolean;
  /** Tokens of the card by those of the text; 1 of an empty text. */
  readonly ratio: number;
}

/** @param tokens of the card as it is shown, and of the text that it was made from */
export function auditCard(
  fields: AuditedFields,
  tokens: { readonly card: number; readonly text: number },
): CardAudit {
  return {
    isComplete: [fields.trigger, fields.actionHint, fields.scope].every((field) => field.trim() !== ''),
    hasPlaceholder: listFields(fields).some((field) => field !== '' && isPlaceholder(field)),
    isCompressed: tokens.card > 0 && tokens.card < tokens.text,
    ratio: tokens.text === 0 ? 1 : tokens.card / tokens.text,
  };
}

function listFields({ trigger, evidence, actionHint, failureIfIgnored, scope }: AuditedFields) {
  return [trigger, evidence, actionHint, failureIfIgnored, scope];
}
