import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { compileCard } from '../../../src/cards/compile-card.ts';
import { renderCard } from '../../../src/packing/render-pack.ts';
import { countTerms } from '../../../src/text/terms.ts';
import { longMemoryCases } from '../../recall/long-memories.ts';
import { readRuleLines } from '../../recall/rule-cases.ts';
import { rememberText } from '../../recall/rule-memory.ts';
import { auditCard, type CardAudit } from './audit-card.ts';

const mostRules = 2_000;
const seed = 1;

/** A card of the product with the kind of memory that it is made of. */
export interface AuditedMemory {
  readonly kind: 'a rule, one line' | 'a page of forty rules';
  readonly audit: CardAudit;
}

/** Cards as recall shows them, of rules of real repositories and of pages of them; none where there is no data. */
export function auditMemories(data: string): readonly AuditedMemory[] {
  const lines = readRuleLines(data);
  const step = Math.max(1, Math.floor(lines.length / mostRules));
  const rules = lines.filter((_, at) => at % step === 0).map(({ rule }) => ({ text: rule, question: '' }));
  const pages = [...longMemoryCases(data, () => true, seed)];
  return [
    ...rules.map((one) => ({ kind: 'a rule, one line' as const, audit: auditOf(one) })),
    ...pages.map((one) => ({ kind: 'a page of forty rules' as const, audit: auditOf(one) })),
  ];
}

function auditOf({ text, question }: { readonly text: string; readonly question: string }): CardAudit {
  const { item } = rememberText(text);
  const weights = new Map([...countTerms(question).keys()].map((term) => [term, 1]));
  const card = compileCard({ item, outcomes: {}, utility: 1, focus: { weights } });
  return auditCard(card, { card: tokensOf(renderCard(card)), text: tokensOf(item.content) });
}

function tokensOf(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set() });
}
