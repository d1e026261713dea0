import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { utilityOf } from '../../../src/judging/utility.ts';
import { fitBudget } from '../methods/context-method.ts';
import { searchByWords } from '../methods/search-units.ts';
import { estimateByProxy } from '../proxy/estimate.ts';
import { type JudgedUnit, readEvidence } from '../proxy/evidence.ts';
import { contextUnit, sharedWords, wordsOf } from '../world/context-unit.ts';
import { auditCard, type CardAudit } from './audit-card.ts';
import { compileUnitCard, renderUnitCard, type UnitCardForm } from './compile-unit-card.ts';
import type { CompletionCase, Definition } from './mine-completions.ts';

/** Shown forms of a definition. The suite's figures are about `card`. */
const forms = ['raw', 'summary', 'card', 'snippet', 'fields'] as const;
type Form = (typeof forms)[number];
/** Compressed after selection: the same definitions as raw, in less room. */
export type Mode = Form | 'selected, then card' | 'selected, then summary';

const cardForms: Readonly<Partial<Record<Form, UnitCardForm>>> = {
  card: 'hint',
  snippet: 'snippet',
  fields: 'fields',
};

/** The result of one case within a budget. */
export interface CompressedCase {
  readonly mode: Mode;
  /** The right definition is there. */
  readonly hasGold: boolean;
  /** Its path and name are there too, as they are written. */
  readonly conveys: boolean;
  readonly selected: number;
  readonly tokens: number;
  /** Of the same definitions uncompressed. */
  readonly rawTokens: number;
}

interface ShownDefinition {
  readonly definition: Definition;
  readonly text: string;
  readonly tokens: number;
}

/** Candidates in the order of the product's utility, in every form. */
export interface PreparedCase {
  readonly gold: Definition;
  readonly shown: Readonly<Record<Form, readonly ShownDefinition[]>>;
  readonly audits: readonly CardAudit[];
}

export function prepareCase({ query, candidates, gold }: CompletionCase): PreparedCase {
  const ranked = rankDefinitions(query, candidates);
  const inForm = (form: Form) =>
    ranked.map((definition) => {
      const text = textOf(definition, form, query);
      return { definition, text, tokens: countTokens(text) };
    });
  const shown: PreparedCase['shown'] = {
    raw: inForm('raw'),
    summary: inForm('summary'),
    card: inForm('card'),
    snippet: inForm('snippet'),
    fields: inForm('fields'),
  };
  const audits = ranked.map((definition, at) =>
    auditCard(compileUnitCard(definition), {
      card: shown.card[at]?.tokens ?? 0,
      text: shown.raw[at]?.tokens ?? 0,
    }),
  );
  return { gold, shown, audits };
}

function rankDefinitions(query: string, candidates: readonly Definition[]): readonly Definition[] {
  const units = candidates.map(({ id, path, text }) =>
    contextUnit({ id, kind: 'symbol', source: path, content: text, confidence: 1 }),
  );
  const found = new Map(searchByWords(units, query).map(({ unit, score }) => [unit.id, score]));
  const best = Math.max(...found.values(), Number.MIN_VALUE);
  const evidence = readEvidence(
    candidates.map(
      ({ id, path, name, text }): JudgedUnit => ({
        ...{ id, text, kind: 'symbol', places: [path], names: [name], tokens: countTokens(text) },
        ...{ confidence: 1, isStale: false, retrieval: (found.get(id) ?? 0) / best },
        ...{ helped: 0, failed: 0, conflicts: 0 },
      }),
    ),
    { text: query, plannedActions: [] },
  );
  return candidates
    .map((definition, at) => ({ definition, evidence: evidence[at] }))
    .map(({ definition, evidence: own }) => ({
      definition,
      utility: own === undefined ? 0 : utilityOf(estimateByProxy(own)),
    }))
    .toSorted((a, b) => b.utility - a.utility)
    .map(({ definition }) => definition);
}

function textOf(definition: Definition, form: Form, query: string): string {
  if (form === 'raw') return `# ${definition.path}\n${definition.text}`;
  if (form === 'summary') return summarise(definition, query);
  return renderUnitCard(compileUnitCard(definition), cardForms[form] as UnitCardForm);
}

const summaryLines = 3;
const summaryWords = 42;

/** The paper's generic summary: the three lines that share most with the query, at most 42 words, and where they stand. */
function summarise({ path, text }: Definition, query: string): string {
  const asked = new Set(wordsOf(query));
  const best = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => ({ line, shared: sharedWords(new Set(wordsOf(line)), asked) }))
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, summaryLines)
    .map(({ line }) => line)
    .join(' ');
  const words = best.split(/\s+/);
  const cut = words.length > summaryWords ? `${words.slice(0, summaryWords).join(' ')}...` : best;
  return `Summary: ${cut}\nScope: ${path}`;
}

/** The definitions that fit, by usefulness; compressed before or after the selection. */
export function compressCase({ gold, shown }: PreparedCase, budget: number): readonly CompressedCase[] {
  const raw = new Map(shown.raw.map(({ definition, tokens }) => [definition.id, tokens]));
  const judge = (mode: Mode, selected: readonly ShownDefinition[]): CompressedCase => {
    const own = selected.find(({ definition }) => definition.id === gold.id);
    return {
      mode,
      hasGold: own !== undefined,
      conveys: [gold.name, gold.path].every((word) => own?.text.includes(word) ?? false),
      selected: selected.length,
      tokens: selected.reduce((sum, { tokens }) => sum + tokens, 0),
      rawTokens: selected.reduce((sum, { definition }) => sum + (raw.get(definition.id) ?? 0), 0),
    };
  };
  const chosen = new Set(fitBudget(shown.raw, budget).map(({ definition }) => definition.id));
  const after = (form: Form) => shown[form].filter(({ definition }) => chosen.has(definition.id));
  return [
    ...forms.map((form) => judge(form, fitBudget(shown[form], budget))),
    judge('selected, then card', after('card')),
    judge('selected, then summary', after('summary')),
  ];
}
