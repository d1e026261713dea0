import type { FileBrief, GuardrailList } from '../../model/answers/recollection.ts';
import type { Speaker } from '../../model/provenance.ts';
import { renderCoupledFile, renderFileChange } from '../../packing/render-beside.ts';
import { renderBriefCard, renderSections } from '../../packing/render-lists.ts';
import { frameTokens, renderCard } from '../../packing/render-pack.ts';
import { fenceNonce } from '../../redaction/neutralise-structure.ts';
import { briefTitles, ruleTitle } from '../../wording/memory-words.ts';
import { type GuardrailsRequest, guardrails } from '../failures/guardrails.ts';
import type { FileHistory } from '../history/file-history.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { requirePositive } from '../recall/moments.ts';
import { type BriefWorkRequest, makeBrief, prepareBrief } from './brief.ts';
import { lineRoom } from './pack-brief.ts';

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
  const listed = [
    ...sections.map(({ title, cards }) => ({ title, lines: cards.map(renderBriefCard) })),
    room.fit(ruleTitle, rules.cards.map(renderCard)),
    room.fit('What changes with it', coupled.map(renderCoupledFile)),
    room.fit('Fixes and reverts', changes.map(renderFileChange)),
  ];
  const text = renderSections(listed, fenceNonce(dependencies.random.uuid()));
  return {
    ...{ path, brief: answer, guardrails: rules.guardrails, changes, coupled },
    pack: { text, tokens: text === '' ? 0 : room.usedTokens, budgetTokens },
  };
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
