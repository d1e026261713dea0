import type { RuleFate, RulesReport } from '../../model/answers/exchange-report.ts';
import { countOf, formatCount } from '../../wording/format-number.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, itemMark, type Page, sentence } from './page.ts';

const shownChanges = 30;
const fateWords: Readonly<Record<RuleFate, string>> = {
  added: 'new',
  superseded: 'replaced',
  archived: 'gone',
  revived: 'back',
};
const widest = 10;

/** Answer of `import-rules`. */
export function renderRules(
  { preview, files, ruleCount, changes, pastRules }: RulesReport,
  page: Page,
): readonly Line[] {
  if (files.length === 0 && changes.length === 0)
    return sentence(page, span('No rule files', 'bold'), ' such as AGENTS.md or CLAUDE.md are tracked here.');
  const counted = `${countOf(ruleCount, 'rule')} in ${countOf(files.length, 'file')}`;
  const verdict = changes.length === 0 ? 'nothing changed' : preview ? 'this would change' : 'this changed';
  const past = pastRules.superseded + pastRules.archived;
  const hidden = changes.length - shownChanges;
  return [
    ...sentence(page, span(counted, 'bold'), `; ${verdict}.`),
    ...(changes.length === 0 ? [] : [blank]),
    ...changes.slice(0, shownChanges).flatMap(({ fate, path, text, itemId }) =>
      paragraph(line(text, span(`  ${path}`, 'dim')), {
        width: page.width,
        lead: line('  ', itemMark(itemId), '  ', span(fateWords[fate].padEnd(widest), 'dim')),
      }),
    ),
    ...(past === 0
      ? []
      : sentence(
          page,
          `${countOf(past, 'rule')} of earlier versions noted as past, ${formatCount(pastRules.superseded)} of them replaced by others.`,
        )),
    ...(hidden > 0 ? [line(span(`  … ${formatCount(hidden)} more; --json has all of them`, 'dim'))] : []),
  ];
}
