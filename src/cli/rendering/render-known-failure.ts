import type { FailureView, VariantView } from '../../model/answers/failure-answers.ts';
import { countOf } from '../../wording/format-number.ts';
import { describeScope } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, labelled, labelledText, type Page, sentence } from './page.ts';
import { renderNextSteps } from './render-next-steps.ts';
import { renderVariant } from './render-variant.ts';

const indent = 2;

/** Answer of `failures show`. */
export function renderKnownFailure({ pattern, variants }: FailureView, page: Page): readonly Line[] {
  const body = pattern.body?.kind === 'pattern' ? pattern.body : undefined;
  const [first] = variants;
  return [
    line(span(pattern.id, 'yellow')),
    ...sentence(page, span(pattern.title, 'bold')),
    ...labelledText('symptom', body?.symptom ?? '', page, { indent }),
    ...labelledText('family', [body?.family, body?.rootCause].filter(Boolean).join(', cause '), page, {
      indent,
    }),
    ...labelledText('rule', body?.preventionRule ?? '', page, { indent }),
    ...labelled('holds', [describeScope(pattern.scope)], page, indent),
    blank,
    line(span(countOf(variants.length, 'variant'), 'bold')),
    ...variants.flatMap((variant) => [blank, ...renderVariant(variant, page, indent)]),
    ...(first === undefined ? [] : renderNextSteps('Next', stepsFor(first), page)),
  ];
}

function stepsFor({ variant }: VariantView) {
  const id = shortUuid(variant.id);
  return [
    { command: `afterwit show ${id}`, why: 'the memory itself, and its failure' },
    { command: `afterwit forget ${id} --dry-run`, why: 'what would be forgotten with it' },
  ];
}
