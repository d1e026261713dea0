import type { FileBrief } from '../../model/answers/recollection.ts';
import { globalScope, scopeOf } from '../../model/provenance.ts';
import { renderBriefCard, renderSections } from '../../packing/render-brief.ts';
import { renderCard } from '../../packing/render-card.ts';
import { renderCoupledFile, renderFileChange } from '../../packing/render-file-history.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { ruleTitle } from '../../wording/memory-words.ts';
import { guardrails } from '../failures/guardrails.ts';
import type { FileHistory } from '../history/read-file-history.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { requirePositive } from '../recall/require-positive.ts';
import { makeBrief } from './brief.ts';
import type { BriefWorkRequest } from './brief-request.ts';
import { fileUnits } from './file-units.ts';
import { lineRoom, type TitledLines } from './line-room.ts';

interface BriefFileRequest extends Pick<BriefWorkRequest, 'budgetTokens' | 'speaker'> {
  readonly path: string;
}

/** What is remembered takes at most this share of the budget: the history of a file is short, and known for sure. */
const rememberedShare = 0.6;
const mostGuardrails = 2;

/**
 * What must be known before a file is edited, in one pack: what is remembered about it, rules from failures in it, its fixes and
 * reverts, what changes with it. The receipt is that of the brief.
 *
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
  const text = renderSections(listed, dependencies.random.uuid().slice(-12));
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
