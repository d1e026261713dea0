import { startsWithVerb } from './wordings.ts';

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

/** A whole field; a rule that begins with such a word is none. */
const placeholder =
  /^(?:(?:todo|tbd|fixme)(?:[:,\s]+fill (?:this |it )?in)?|unknown|undefined|null|n\/?a|none|not available|\[object \w+\])?[\s.:!?…–—-]*$/i;
/** The verb that was put before a memory without one. */
const lead = /^\w+(?: from)?: /;

/** @param tokens of the card as it is shown, and of the text that it was made from */
export function auditCard(
  fields: AuditedFields,
  tokens: { readonly card: number; readonly text: number },
): CardAudit {
  return {
    isComplete: listFields(fields).every((field) => field.trim() !== ''),
    beginsWithVerb: startsWithVerb(fields.actionHint),
    hasPlaceholder: listFields(fields).some(isPlaceholder),
    isCompressed: tokens.card > 0 && tokens.card < tokens.text,
    ratio: tokens.text === 0 ? 1 : tokens.card / tokens.text,
  };
}

/** Whether a card, however short, says what to do: what was left out to save room, or is called by a stop gap, is no fault. */
export function saysWhatToDo({ actionHint }: Pick<AuditedFields, 'actionHint'>): boolean {
  return startsWithVerb(actionHint) && !isPlaceholder(actionHint);
}

function listFields({ trigger, evidence, actionHint, failureIfIgnored, scope }: AuditedFields) {
  return [trigger, evidence, actionHint, failureIfIgnored, scope];
}

function isPlaceholder(field: string): boolean {
  return placeholder.test(field.trim()) || placeholder.test(field.replace(lead, '').trim());
}
