import { quoteText } from '../../cards/card-parts.ts';
import type { CoupledFile } from '../../model/answers/commit-answers.ts';
import type {
  FileBrief,
  Guardrail,
  GuardrailList,
  PastFileChange,
} from '../../model/answers/recollection.ts';
import type { ContextUnit } from '../../model/card.ts';
import { globalScope, type Scope, type Speaker, scopeOf } from '../../model/provenance.ts';
import { renderCoupledFile, renderFileChange } from '../../packing/render-beside.ts';
import { renderBriefCard, renderSections } from '../../packing/render-lists.ts';
import { frameTokens, renderCard } from '../../packing/render-pack.ts';
import { fenceNonce } from '../../redaction/neutralise-structure.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { briefTitles, ruleTitle } from '../../wording/memory-words.ts';
import { type GuardrailsRequest, guardrails } from '../failures/guardrails.ts';
import type { FileHistory } from '../history/file-history.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { fuseUnits } from '../recall/describe-recollection.ts';
import { requirePositive } from '../recall/moments.ts';
import { type BriefWorkRequest, makeBrief, prepareBrief } from './brief.ts';
import { lineRoom, type TitledLines } from './pack-brief.ts';

interface BriefFileRequest extends Pick<BriefWorkRequest, 'budgetTokens' | 'speaker'> {
  readonly path: string;
}

/** Memories take at most this share of the budget: the history of a file is short, and known for sure. */
const rememberedShare = 0.6;
const mostGuardrails = 2;

/**
 * Returns one pack for a file that is about to be edited: memories about it, rules from failures in it, its fixes and
 * reverts, files that change with it. The receipt is that of the brief.
 * @throws INVALID_ARGUMENT
 */
export async function briefFile(
  { path: named, budgetTokens: asked, speaker }: BriefFileRequest,
  readHistory: (path: string) => Promise<FileHistory>,
  dependencies: RecallDependencies,
): Promise<FileBrief> {
  requirePositive('budgetTokens', asked);
  const budgetTokens = asked ?? dependencies.settings.packing.budgetTokens;
  const path = dependencies.files?.relative(named) ?? named;
  const { answer, sections } = await makeBrief(
    { files: [path], budgetTokens: Math.max(1, Math.floor(rememberedShare * budgetTokens)), speaker },
    dependencies,
  );
  const rules = guardrails({ files: [path], limit: mostGuardrails }, dependencies);
  const { changes, coupled } = await readHistory(path);
  const room = lineRoom(budgetTokens, answer.pack.tokens || frameTokens);
  const ruleLines = rules.cards.map(renderCard);
  const fitting = {
    rules: room.fit(ruleTitle, ruleLines),
    coupled: room.fit('What changes with it', coupled.map(renderCoupledFile)),
    changes: room.fit('Fixes and reverts', changes.map(renderFileChange)),
  };
  const listed = [
    ...sections.map(({ title, cards }) => ({ title, lines: cards.map(renderBriefCard) })),
    ...Object.values(fitting),
  ];
  const text = renderSections(listed, fenceNonce(dependencies.random.uuid()));
  const { repositoryId } = dependencies;
  const units = fileUnits({
    units: answer.units,
    rules: shownOf(rules.guardrails, (_, at) => ruleLines[at] ?? '', fitting.rules),
    coupled: shownOf(coupled, renderCoupledFile, fitting.coupled),
    changes: shownOf(changes, renderFileChange, fitting.changes),
    scope: repositoryId === undefined ? globalScope : scopeOf('repo', repositoryId),
  });
  return {
    ...{ path, brief: answer, guardrails: rules.guardrails, changes, coupled, units },
    pack: { text, tokens: text === '' ? 0 : room.usedTokens, budgetTokens },
  };
}

/** Entries whose line found room, with its length. */
function shownOf<Entry>(
  entries: readonly Entry[],
  lineOf: (entry: Entry, at: number) => string,
  { lines }: TitledLines,
): readonly (readonly [Entry, tokens: number])[] {
  return entries.flatMap((entry, at) => {
    const line = lineOf(entry, at);
    return lines.includes(line) ? [[entry, estimateTokens(line) + 1] as const] : [];
  });
}

/** The parts shown about a file, each with the length of its lines. */
interface ShownAboutFile {
  readonly units: readonly ContextUnit[];
  readonly rules: readonly (readonly [Guardrail, tokens: number])[];
  readonly coupled: readonly (readonly [CoupledFile, tokens: number])[];
  readonly changes: readonly (readonly [PastFileChange, tokens: number])[];
  /** Scope of the answers from the index. */
  readonly scope: Scope;
}

/**
 * The units about a file, of all banks, in one shape. Their confidence of being about it: a rule's by its
 * nearness, a file's by how often it changed with this one, a commit's is 1.
 */
function fileUnits({ units, rules, coupled, changes, scope }: ShownAboutFile): readonly ContextUnit[] {
  const indexed = { scope, origin: 'untrusted' } as const;
  return fuseUnits([
    ...units,
    ...rules.map(([{ rule, pattern, nearness }, tokens]): ContextUnit => {
      const { id, trust: origin } = pattern;
      return {
        ...{ bank: 'failures', id, label: rule, score: nearness.value, confidence: nearness.value, tokens },
        ...{ origin, scope: pattern.scope, freshness: 'none' },
      };
    }),
    ...coupled.map(([{ path, share }, tokens]): ContextUnit => {
      const found = { score: share, confidence: share, tokens, freshness: 'fresh' } as const;
      return { bank: 'files', id: path, label: quoteText(path), ...found, ...indexed };
    }),
    ...changes.map(([{ id, subject }, tokens]): ContextUnit => {
      const found = { score: 1, confidence: 1, tokens, freshness: 'none' } as const;
      return { bank: 'commits', id, label: subject, ...found, ...indexed };
    }),
  ]);
}

/** Returns constraints on planned work: about its files, then rules from close failures. @throws INVALID_ARGUMENT */
export async function guardWork(
  request: GuardrailsRequest & { readonly speaker: Speaker },
  dependencies: RecallDependencies,
): Promise<GuardrailList> {
  const rules = guardrails(request, dependencies);
  const { files = [], speaker } = request;
  const sections =
    files.length === 0 ? [] : (await prepareBrief({ files, speaker }, dependencies)).packed.sections;
  const constraints = sections.find(({ type }) => type === 'constraint')?.cards ?? [];
  const listed = [
    { title: briefTitles.constraint, lines: constraints.map(renderBriefCard) },
    { title: ruleTitle, lines: rules.cards.map(renderCard) },
  ];
  return { ...rules, constraints, text: renderSections(listed, fenceNonce(dependencies.random.uuid())) };
}
