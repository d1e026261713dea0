import { useEffect, useMemo, useState } from 'preact/hooks';
import type { TimelineRow } from '../../../src/model/answers/gate-report.ts';
import { type DecisionMoment, decisionMoments, type OutcomeKind } from '../../../src/model/decision.ts';
import { formatCount } from '../../../src/wording/formats.ts';
import { type AnswerOf, ask, type Fault, jsonHref } from '../api.ts';
import { useKeys } from '../keys.ts';
import { changes, toFault, useAsk } from '../live.ts';
import { Choice, FaultNote, Figure, Heading, Moment, Tag, useLater } from '../parts.tsx';
import { go, hrefTo, textOf, textsOf } from '../route.ts';
import { WindowList } from '../window-list.tsx';
import { momentNames, outcomeNames, outcomeTones } from '../words.ts';

const rowHeight = 54;

/** The log as far as it was read, latest first; more of it is read when its end comes into sight. */
function useTimeline(filter: Omit<Parameters<typeof ask<'timeline'>>[1], 'before' | 'limit'>) {
  const key = JSON.stringify(filter);
  const [state, setState] = useState<{
    readonly key: string;
    readonly rows: readonly TimelineRow[];
    readonly next?: number | undefined;
    readonly count: number;
    readonly episodes?: AnswerOf<'timeline'>['episodes'];
    readonly isRead: boolean;
    readonly fault?: Fault | undefined;
  }>({ key, rows: [], count: 0, isRead: false });
  /** How far down the list was seen. */
  const [seen, setSeen] = useState(0);
  const version = changes.value;
  useEffect(() => {
    const aborter = new AbortController();
    const limit = Math.max(60, state.key === key ? Math.min(500, state.rows.length) : 0);
    ask('timeline', { ...filter, limit }, { signal: aborter.signal }).then(
      ({ rows, next, count, episodes }) => setState({ key, rows, next, count, episodes, isRead: true }),
      (error: unknown) => {
        if (!aborter.signal.aborted)
          setState({ key, rows: [], count: 0, isRead: true, fault: toFault(error) });
      },
    );
    return () => aborter.abort();
  }, [key, version]);
  const before =
    state.key === key && state.fault === undefined && seen >= state.rows.length - 30 ? state.next : undefined;
  useEffect(() => {
    if (before === undefined) return;
    const aborter = new AbortController();
    ask('timeline', { ...filter, before, limit: 100 }, { signal: aborter.signal }).then(
      (part) =>
        setState((now) =>
          now.key === key && now.next === before
            ? { ...now, rows: [...now.rows, ...part.rows], next: part.next }
            : now,
        ),
      (error: unknown) => {
        if (!aborter.signal.aborted) setState((now) => ({ ...now, fault: toFault(error) }));
      },
    );
    return () => aborter.abort();
  }, [key, before]);
  const see = (last: number) => {
    setSeen(last);
    // A part that could not be read is asked for again.
    if (state.next !== undefined && state.fault !== undefined) setState({ ...state, fault: undefined });
  };
  return { ...state, see };
}

/** What did it do for me? */
export function Timeline() {
  const session = textOf('session');
  const shown = textOf('shown');
  const moments = textsOf<DecisionMoment>('moment');
  const outcomes = textsOf<OutcomeKind>('outcome');
  const filter = useMemo(
    () => ({
      ...(session === undefined ? {} : { session }),
      ...(shown === undefined ? {} : { shown: shown === 'yes' }),
      ...(moments === undefined ? {} : { moments }),
      ...(outcomes === undefined ? {} : { outcomes }),
    }),
    [session, shown, moments?.join(), outcomes?.join()],
  );
  const { rows, next, count, episodes, isRead, fault, see } = useTimeline(filter);
  const id = textOf('id');
  const place = rows.findIndex((row) => row.id === id);
  const [at, setAt] = useState(-1);
  const selected = place >= 0 ? place : at;
  const chosen = rows[selected];
  const select = (to: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (row === undefined) return;
    see(to);
    setAt(rows.indexOf(row));
    go({ id: row.id }, 'replace');
  };
  const Detail = useLater(chosen !== undefined, async () => (await import('../decision.tsx')).Decision);
  const isEmpty = isRead && rows.length === 0 && fault === undefined;
  const Nothing = useLater(isEmpty, async () => (await import('./no-decisions.tsx')).NoDecisions);
  useKeys({
    j: { does: 'Next decision', run: () => select(selected + 1) },
    k: { does: 'Decision before', run: () => select(selected - 1) },
    Enter: { does: 'Why this?', run: () => chosen && go({ page: 'decision', id: chosen.id }) },
  });
  const isFiltered = [session, shown, moments, outcomes].some((one) => one !== undefined);
  return (
    <>
      <Heading question="What did it do for me?" json={jsonHref('timeline', filter)} />
      <Summary />
      <search class="filters" aria-label="Filter">
        <Choice to={{ shown: undefined, id: undefined }} isChosen={shown === undefined}>
          All
        </Choice>
        <Choice to={{ shown: 'yes', id: undefined }} isChosen={shown === 'yes'}>
          Shown
        </Choice>
        <Choice to={{ shown: 'no', id: undefined }} isChosen={shown === 'no'}>
          Kept back
        </Choice>
        <Choice
          to={{ outcome: outcomes ? undefined : ['false_positive', 'rejected', 'missed'], id: undefined }}
          isChosen={outcomes !== undefined}
        >
          Wrong
        </Choice>
        <label>
          <span class="quiet">When</span>{' '}
          <select
            value={moments?.[0] ?? ''}
            onChange={(event) =>
              go({ moment: event.currentTarget.value || undefined, id: undefined }, 'replace')
            }
          >
            <option value="">at any moment</option>
            {decisionMoments.map((moment) => (
              <option key={moment} value={moment}>
                {momentNames[moment]}
              </option>
            ))}
          </select>
        </label>
        {session === undefined ? null : (
          <a class="choice" href={hrefTo({ session: undefined })} aria-current="true">
            Session {session.slice(0, 8)} ×
          </a>
        )}
        <span class="spring" />
        <span class="quiet" aria-live="polite">
          {formatCount(rows.length)}
          {next === undefined ? '' : '+'} of {formatCount(count)}
        </span>
      </search>
      <FaultNote fault={fault} />
      {isRead ? <SessionPart isChosen={session !== undefined} rows={rows} episodes={episodes ?? []} /> : null}
      {isEmpty ? (
        Nothing && <Nothing isFiltered={isFiltered} />
      ) : (
        <div class={chosen === undefined ? 'panes' : 'panes open'}>
          <WindowList
            label="Decisions, latest first"
            count={rows.length}
            rowHeight={rowHeight}
            rowAt={(row) => rows[row]}
            idOf={(row) => row.id}
            render={(row) => <Line row={row} />}
            selected={selected}
            onSelect={select}
            onOpen={(row) => rows[row] && go({ page: 'decision', id: rows[row].id })}
            onView={(_, last) => see(last)}
          />
          {chosen === undefined ? null : (
            <section class="detail" aria-label="The selected decision">
              <a class="back" href={hrefTo({ id: undefined })} onClick={() => setAt(-1)}>
                ← Back to the list
              </a>
              {Detail === undefined ? (
                <p class="quiet">Loading…</p>
              ) : (
                <Detail key={chosen.id} id={chosen.id} />
              )}
            </section>
          )}
        </div>
      )}
    </>
  );
}

function SessionPart({
  isChosen,
  ...told
}: {
  readonly isChosen: boolean;
  readonly rows: readonly TimelineRow[];
  readonly episodes: NonNullable<AnswerOf<'timeline'>['episodes']>;
}) {
  const Session = useLater(isChosen, async () => (await import('../session.tsx')).Session);
  return isChosen && Session ? <Session {...told} /> : null;
}

function Line({ row }: { readonly row: TimelineRow }) {
  const { shown, query, action, reason } = row;
  const [first] = shown;
  const isShown = first !== undefined;
  return (
    <>
      <span class="when">
        <Moment atMs={row.atMs} />
      </span>
      <span class={isShown ? 'dot shown' : 'dot'} role="img" aria-label={isShown ? 'shown' : 'kept back'} />
      <span class="what">
        <b>{isShown ? (first.title ?? 'a memory that was forgotten') : query || momentNames[row.moment]}</b>
        <small>
          {isShown ? query || momentNames[row.moment] : (reason ?? (action ? action : 'nothing was known'))}
        </small>
      </span>
      <span class="marks">
        {shown.length > 1 ? <Tag>+{shown.length - 1}</Tag> : null}
        {row.outcomes.map(({ kind, by, itemId }) => (
          <Tag key={`${kind}${by}${itemId}`} tone={outcomeTones[kind]}>
            {outcomeNames[kind]}
          </Tag>
        ))}
      </span>
      <span class="number">
        {row.usedTokens > 0 ? `${formatCount(row.usedTokens)} tokens` : ''}
        {row.steps === undefined ? null : <b>{steps(row.steps)}</b>}
      </span>
    </>
  );
}

const steps = ({ now, firstTime }: NonNullable<TimelineRow['steps']>) =>
  `${now} steps${firstTime === undefined ? '' : `, was ${firstTime}`}`;

/** The last 30 days in numbers. */
function Summary() {
  const { answer } = useAsk('statistics', { days: 30 }, true);
  if (answer === undefined || answer.memory.answers === 0) return null;
  const { decisions, injections, helped, falsePositives, steps, hooks, memory } = answer;
  const of = (all: number) => (all === 0 ? 'none judged' : `of ${formatCount(all)} judged`);
  return (
    <dl class="figures" aria-label="The last 30 days">
      <Figure
        label="Shown unasked, 30 days"
        value={injections.count}
        note={`of ${formatCount(decisions)} moments`}
      />
      <Figure label="Helped" value={helped.count} note={of(helped.of)} />
      <Figure label="Wrong" value={falsePositives.count} note={of(falsePositives.of)} />
      {steps.of === 0 ? null : (
        <Figure
          label="Steps until it passed"
          value={steps.now}
          note={`was ${steps.firstTime} the first time`}
        />
      )}
      <Figure label="Answers" value={memory.answers} note={`${memory.medianTokens} tokens, median`} />
      <Figure
        label="Too late"
        value={hooks.tooLate}
        note={hooks.faults > 0 ? `${hooks.faults} faults` : 'hooks'}
      />
    </dl>
  );
}
