import { lastWords } from '../../feedback/outcomes.ts';
import type { NamedItem, Timeline, TimelineRow } from '../../model/answers/gate-report.ts';
import type { ItemId } from '../../model/brands.ts';
import type { DecisionMoment, DecisionReceipt, OutcomeKind } from '../../model/decision.ts';
import { defined } from '../../model/defined.ts';
import type { Scope } from '../../model/provenance.ts';
import type { ItemReader } from '../../ports/memory-store.ts';

interface TimelineRequest {
  /** Place in the log before which it begins. Default: its end. */
  readonly before?: number | undefined;
  readonly limit: number;
  readonly moments?: readonly DecisionMoment[] | undefined;
  readonly session?: string | undefined;
  readonly shown?: boolean | undefined;
  /** Only decisions of which this was said. */
  readonly outcomes?: readonly OutcomeKind[] | undefined;
  /** Only decisions that read these alone. */
  readonly scopes?: readonly Scope[] | undefined;
}

/** Most receipts read for one part of a list; where few fit the filter, the part is short and says where to go on. */
const mostLookedAt = 2_000;
const batch = 100;
const queryLength = 160;
const mostEpisodes = 50;

/** Decisions of the log, latest first. */
export function readTimeline(reader: ItemReader, { before, limit, ...wanted }: TimelineRequest): Timeline {
  const end = reader.logEnd().decisionSequence;
  const ofSession = episodesOf(reader, wanted.session, before);
  const rows: TimelineRow[] = [];
  let place = before ?? end + 1;
  for (let looked = 0; looked < mostLookedAt && rows.length < limit; looked += batch) {
    const receipts = reader.decisionsBefore(place, batch);
    for (const { sequence, receipt } of receipts) {
      if (rows.length >= limit) break;
      place = sequence;
      const row = isWanted(receipt, wanted) ? rowOf(reader, receipt) : undefined;
      if (row !== undefined && isSaid(row, wanted)) rows.push(row);
    }
    if (receipts.length < batch && rows.length < limit) return { rows, count: end, ...ofSession };
  }
  return { rows, count: end, ...(place > 1 ? { next: place } : {}), ...ofSession };
}

/** Episodes of a session, with the first part of its log. */
function episodesOf(
  reader: ItemReader,
  session: string | undefined,
  before: number | undefined,
): Pick<Timeline, 'episodes'> {
  if (session === undefined || before !== undefined) return {};
  const episodes = reader.items({ session, limit: mostEpisodes }).flatMap(({ body, createdAtMs }) => {
    if (body?.kind !== 'episode' || body.session !== session) return [];
    return { atMs: createdAtMs, outcome: body.outcome, fix: nameItem(reader, body.variantId) };
  });
  return { episodes };
}

function isWanted(
  { moment, session, considered, scopes: read }: DecisionReceipt,
  { moments, session: wanted, shown, scopes }: Omit<TimelineRequest, 'limit'>,
): boolean {
  return (
    (moments === undefined || moments.includes(moment)) &&
    (wanted === undefined || session === wanted) &&
    (shown === undefined || considered.some((one) => one.shown) === shown) &&
    (scopes === undefined || read.every((scope) => scopes.includes(scope)))
  );
}

function isSaid({ outcomes }: TimelineRow, { outcomes: wanted }: Pick<TimelineRequest, 'outcomes'>): boolean {
  return wanted === undefined || outcomes.some(({ kind }) => wanted.includes(kind));
}

function rowOf(reader: ItemReader, receipt: DecisionReceipt): TimelineRow {
  const { id, atMs, moment, client, session, repositoryId, usedTokens, steps, considered, verdict } = receipt;
  const { action, reason, risk, overridden } = verdict ?? {};
  const outcomes = lastWords(reader.outcomesOf(id)).map(({ kind, by, itemId }) =>
    defined({ kind, by, itemId }),
  );
  const shown = considered.filter((one) => one.shown).map(({ itemId }) => nameItem(reader, itemId));
  const told = defined({ session, repositoryId, steps, action, reason, risk, overridden });
  return { ...{ id, atMs, moment, client, usedTokens }, ...told, ...titled(receipt), shown, outcomes };
}

function titled({ query, considered }: DecisionReceipt): Pick<TimelineRow, 'query' | 'considered'> {
  return { query: firstLine(query), considered: considered.length };
}

/** The first line with anything in it, cut. */
export function firstLine(text: string): string {
  return (/\S.*/.exec(text)?.[0] ?? '').slice(0, queryLength);
}

export function nameItem(reader: ItemReader, id: ItemId): NamedItem {
  const title = reader.item(id)?.title;
  return title === undefined ? { id } : { id, title };
}
