import { join } from 'node:path';
import type { Table } from '../reporting/table.ts';
import { type Figure, notRun, type Suite } from '../suite.ts';
import { measureOriginShares, type OriginShares } from './measure-origin-shares.ts';
import { securitySuite } from './security-suite.ts';

const tried = ['fences', 'hostile'] as const;
const parts = [...tried, 'origins'] as const;

/** Can who writes into memory get into a context unasked, leave the fence, fill it, or drown what a person said? */
export const poisonSuite: Suite = {
  description: `memory that was poisoned: what of it is shown unasked; parts: ${parts.join(', ')}`,
  options: ['data', 'limit', 'part', 'results'],
  async run(options) {
    const wants = (part: string) => options.parts.length === 0 || options.parts.includes(part);
    const chosen = tried.filter(wants);
    const report = chosen.length === 0 ? undefined : await securitySuite.run({ ...options, parts: chosen });
    const shares = wants('origins') ? await measureOriginShares(join(options.home, 'origins')) : undefined;
    const of = (name: string): Figure => report?.figures[name] ?? notRun;
    const [said, kept] = [of('lessons_shown'), of('lessons_kept')];
    return {
      cases: (report?.cases ?? 0) + (shares?.asked ?? 0),
      figures: {
        hostile_injected: of('hostile_injected'),
        fence_escapes: of('fence_escapes'),
        origin_share_max: shares?.mostShare ?? notRun,
        verified_lessons_kept:
          typeof said === 'number' && typeof kept === 'number' && said > 0 ? kept / said : notRun,
        hostile_planted: of('hostile_planted'),
        lessons_shown: said,
        origin_cards_max: shares?.mostCards ?? notRun,
      },
      tables: [...(report?.tables ?? []), ...(shares === undefined ? [] : [shareTable(shares)])],
    };
  },
};

function shareTable({ asked, shown, mostCards, mostShare }: OriginShares): Table {
  return {
    title: 'Sessions that no person confirmed, their failures met again, unasked',
    columns: ['recalls', 'with a card of theirs', 'most cards of one', 'most of the budget'],
    rows: [[asked, shown, mostCards, mostShare.toFixed(2)]],
  };
}
