import { lastWords } from '../../feedback/outcomes.ts';
import { rejectedInSession, type SessionRejection, type SessionSubject } from '../../feedback/standing.ts';
import type { NamedItem, Timeline, TimelineRow } from '../../model/answers/gate-report.ts';
import type { ItemId } from '../../model/brands.ts';
import type {
  DecisionExplanation,
  DecisionId,
  DecisionMoment,
  DecisionReceipt,
  OutcomeKind,
} from '../../model/decision.ts';
import { defined } from '../../model/defined.ts';
import { AfterwitError } from '../../model/errors.ts';
import { failureOf } from '../../model/item-body.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { Scope } from '../../model/provenance.ts';
import type { ItemReader, MemoryStore } from '../../ports/memory-store.ts';

/**
 * Explains a decision, with the current state of its candidate memories.
 * @param scopes those that are read here: a decision for another repository counts as none. Default: all
 * @throws DECISION_NOT_FOUND
 */
export function explainDecision(
  store: MemoryStore,
  id?: string,
  scopes?: readonly Scope[],
): DecisionExplanation {
  return store.read((reader) => {
    const receipt = findDecision(reader, id, scopes);
    const considered = receipt.considered.map((memory) => {
      const item = reader.item(memory.itemId);
      return item === undefined ? memory : { ...memory, item };
    });
    return { receipt, considered, outcomes: reader.outcomesOf(receipt.id) };
  });
}

/** The latest of one repository is looked for among so many of all. */
const mostOfAll = 200;
/** Ids that begin alike are rare, and a reader in one repository is not told of those of another. */
const mostAlike = 20;

/**
 * The decision with an id or an unambiguous prefix of one; without an id, the latest.
 * @param scopes only decisions that read these alone. Default: all
 * @throws DECISION_NOT_FOUND
 */
export function findDecision(
  reader: ItemReader,
  id: string | undefined,
  scopes?: readonly Scope[],
): DecisionReceipt {
  const isHere = (receipt: DecisionReceipt): boolean =>
    scopes === undefined || receipt.scopes.every((scope) => scopes.includes(scope));
  if (id === undefined) {
    const latest = reader.decisions(scopes === undefined ? 1 : mostOfAll).find(isHere);
    if (latest !== undefined) return latest;
    throw notFound(
      scopes === undefined
        ? 'No decision was made yet. `afterwit recall "…"` makes one.'
        : 'No decision was made here yet. `afterwit recall "…"` makes one, and `afterwit why --all` explains the latest of all repositories.',
      '',
    );
  }
  const prefix = id.trim().toLowerCase();
  if (!/^[0-9a-f-]{4,36}$/.test(prefix)) {
    throw notFound(
      `${JSON.stringify(id.slice(0, 80))} is not the id of a decision. Give at least 4 hexadecimal digits, as recall and the card print them.`,
      id.slice(0, 80),
    );
  }
  const whole = reader.decision(prefix as DecisionId);
  if (whole !== undefined && isHere(whole)) return whole;
  const [first, second] = reader.decisionsByIdPrefix(prefix, mostAlike).filter(isHere);
  if (first !== undefined && second === undefined) return first;
  throw notFound(
    first === undefined
      ? `No decision has the id ${prefix}. \`afterwit why\` explains the latest one.`
      : `Several decisions have an id that begins with ${prefix}. Give more digits.`,
    prefix,
  );
}

function notFound(message: string, id: string): AfterwitError {
  return new AfterwitError('DECISION_NOT_FOUND', message, { data: { id } });
}

/** Memories rejected in a session, and those that these rejections make doubtful; empty without a session. */
export function sessionRejections(
  reader: ItemReader,
  session: string | undefined,
): readonly SessionRejection[] {
  if (session === undefined) return [];
  return rejectedInSession(reader.outcomesInSession(session)).map(([itemId, atMs]) => ({
    ...sessionSubject(itemId, reader.item(itemId)),
    atMs,
  }));
}

export function sessionSubject(itemId: ItemId, item: MemoryItem | undefined): SessionSubject {
  const body = item?.body;
  return {
    itemId,
    patternId: body?.kind === 'variant' ? body.patternId : undefined,
    family: failureOf(body)?.family?.name,
  };
}

/** A hook has no time for more receipts; older ones may have left the agent's context. */
const mostDecisions = 30;
const longestMs = 6 * 3_600_000;

/** Memories that were shown unasked in a session of an agent not long ago, and those whose rules were. */
export function shownInSession(
  reader: Pick<ItemReader, 'decisionsInSession'>,
  session: string | undefined,
  nowMs: number,
  most = mostDecisions,
): ReadonlySet<ItemId> {
  return new Set(
    toldInSession(reader, session, nowMs, most).flatMap(({ considered, rules = [] }) => [
      ...considered.filter(({ shown }) => shown).map(({ itemId }) => itemId),
      ...rules,
    ]),
  );
}

/** Returns decisions that lately told a session something, latest first, without stopped calls, told each time. */
export function toldInSession(
  reader: Pick<ItemReader, 'decisionsInSession'>,
  session: string | undefined,
  nowMs: number,
  most = mostDecisions,
): readonly DecisionReceipt[] {
  if (session === undefined) return [];
  return reader
    .decisionsInSession(session, most)

    .filter(
      ({ moment, atMs }) => moment !== 'asked' && moment !== 'before_call' && nowMs - atMs <= longestMs,
    );
}

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
