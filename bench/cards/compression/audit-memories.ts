import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { compileCard } from '../../../src/cards/compile-card.ts';
import { seededRandom } from '../../../src/numeric/seeded-random.ts';
import { renderCard } from '../../../src/packing/render-pack.ts';
import { countTerms } from '../../../src/text/terms.ts';
import { readJsonLines } from '../../datasets/json-lines.ts';
import { readRuleLines, readRulePairs } from '../../recall/rule-cases.ts';
import { rememberText } from '../../recall/rule-memory.ts';
import { wordQuestion } from '../../recall/word-question.ts';
import { auditCard, type CardAudit } from './audit-card.ts';

const mostRules = 2_000;
const linesOfPage = 40;
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
  return [
    ...lines
      .filter((_, at) => at % step === 0)
      .map(({ rule }) => ({ kind: 'a rule, one line' as const, audit: auditOf(rule, '') })),
    ...[...pagesOfRules(data)].map(({ text, question }) => ({
      kind: 'a page of forty rules' as const,
      audit: auditOf(text, question),
    })),
  ];
}

/** A replaced rule at its place among the forty lines around it in its file, asked for in two wordings. */
function* pagesOfRules(data: string) {
  const rules = readJsonLines<{ readonly repo: string; readonly file: string; readonly rule: string }>(
    join(data, 'rules', 'timeline.jsonl.gz'),
  );
  const random = seededRandom(seed);
  for (const pair of readRulePairs(data)) {
    if (!['supersedes', 'refines'].includes(pair.relation)) continue;
    const own = rules.filter(({ repo, file }) => repo === pair.repo && file === pair.file);
    const lines = [...new Set(own.map(({ rule }) => rule))].filter((rule) => rule !== pair.new);
    const place = lines.indexOf(pair.old);
    if (place === -1 || lines.length < linesOfPage) continue;
    const wanted = Math.max(0, place - Math.floor(random() * linesOfPage));
    const start = Math.min(wanted, lines.length - linesOfPage);
    const page = lines.slice(start, start + linesOfPage);
    const text = page.join('\n');
    yield { text, question: pair.new };
    yield { text, question: wordQuestion('asked', pair.old, page.map(rememberText), random) };
  }
}

function auditOf(text: string, question: string): CardAudit {
  const { item } = rememberText(text);
  const weights = new Map([...countTerms(question).keys()].map((term) => [term, 1]));
  const card = compileCard({ item, outcomes: {}, utility: 1, focus: { weights } });
  return auditCard(card, { card: tokensOf(renderCard(card)), text: tokensOf(item.content) });
}

function tokensOf(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set() });
}
