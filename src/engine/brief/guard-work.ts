import type { GuardrailList } from '../../model/answers/recollection.ts';
import type { Speaker } from '../../model/provenance.ts';
import { renderBriefCard, renderSections } from '../../packing/render-brief.ts';
import { renderCard } from '../../packing/render-card.ts';
import { briefTitles, ruleTitle } from '../../wording/memory-words.ts';
import { type GuardrailsRequest, guardrails } from '../failures/guardrails.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { prepareBrief } from './brief.ts';

/** What the planned work must not break: constraints about its files, then rules from failures close to it. @throws INVALID_ARGUMENT */
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
  return { ...rules, constraints, text: renderSections(listed, dependencies.random.uuid().slice(-12)) };
}
