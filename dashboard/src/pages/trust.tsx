import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatCount, formatShare } from '../../../src/wording/formats.ts';
import { type AnswerOf, jsonHref } from '../api.ts';
import type { Chart as ChartType } from '../chart.tsx';
import { useAsk } from '../live.ts';
import { Choice, FaultNote, Figure, Heading, Moment, Tag } from '../parts.tsx';
import { hrefTo, textOf } from '../route.ts';
import { outcomeNames, outcomeTones } from '../words.ts';

type Chart = ComponentType<Parameters<typeof ChartType>[0]>;

const spans = ['30', '90', '365'] as const;

/** Can I trust it? */
export function Trust() {
  const days = Number(spans.find((span) => span === textOf('days')) ?? '90');
  const { answer, fault } = useAsk('trackRecord', { days }, true);
  return (
    <>
      <Heading question="Can I trust it?" json={jsonHref('trackRecord', { days })} />
      <nav class="filters" aria-label="Span">
        {spans.map((span) => (
          <Choice key={span} to={{ days: span }} isChosen={Number(span) === days}>
            {span} days
          </Choice>
        ))}
      </nav>
      <FaultNote fault={fault} />
      {answer === undefined ? null : <Record record={answer} />}
    </>
  );
}

function Record({ record }: { readonly record: AnswerOf<'trackRecord'> }) {
  const { labels, unestimated, reliability, wrongCount, ledger } = record;
  const estimated = reliability.reduce((sum, { wrong }) => sum + wrong.of, 0);
  const last = ledger.at(-1);
  return (
    <div class="settled">
      <dl class="figures">
        <Figure label="Judged" value={estimated + unestimated.of} note="shown unasked" />
        <Figure label="Wrong" value={wrongCount} />
        <Figure label="Said by you" value={labels.user} />
        <Figure label="By agents" value={labels.agent} />
        <Figure label="Inferred" value={labels.inference + labels.tests} note="from what came next" />
        <Figure
          label="Ledger"
          value={last === undefined ? 0 : last.falsePositives}
          note={last === undefined ? undefined : `wrong of ${last.limit.toFixed(1)} allowed`}
        />
      </dl>
      {estimated + unestimated.of === 0 ? (
        <p class="note">
          Nothing that was shown unasked has been judged yet. Press <kbd>w</kbd> or <kbd>h</kbd> in the{' '}
          <a href="/?page=timeline&shown=yes">timeline</a>, or say <code>afterwit feedback ID verified</code>.
        </p>
      ) : null}
      <Charts record={record} />
      <Wrong record={record} />
    </div>
  );
}

/** Loads the library of charts, larger than the rest of the page, only when there is something to draw. */
function Charts({ record }: { readonly record: AnswerOf<'trackRecord'> }) {
  const { reliability, coverage, ledger } = record;
  const hasAny =
    ledger.some(({ falsePositives, pending }) => falsePositives + pending > 0) || coverage.length > 0;
  const [Drawn, setDrawn] = useState<{ readonly chart: Chart }>();
  useEffect(() => {
    if (hasAny) import('../chart.tsx').then(({ Chart: chart }) => setDrawn({ chart }));
  }, [hasAny]);
  if (Drawn === undefined) return null;
  const { chart: Chart } = Drawn;
  return (
    <div class="charts">
      {reliability.length === 0 ? null : (
        <Chart
          title="Was the risk estimated well? On the dashed line, it was."
          along={{ label: 'estimated risk', values: reliability.map(({ meanRisk }) => meanRisk) }}
          format={formatShare}
          lines={[
            { label: 'at least', colour: '--line', values: reliability.map(({ wrong }) => wrong.low) },
            {
              label: 'at most',
              colour: '--line',
              values: reliability.map(({ wrong }) => wrong.high),
              fills: true,
            },
            {
              label: 'wrong in fact',
              colour: '--accent',
              values: reliability.map(({ wrong }) => wrong.count / wrong.of),
            },
            {
              label: 'as estimated',
              colour: '--quiet',
              dash: [4, 4],
              values: reliability.map(({ meanRisk }) => meanRisk),
            },
          ]}
        />
      )}
      {coverage.length === 0 ? null : (
        <Chart
          title="How much would be wrong if only the safest were shown?"
          along={{ label: 'share shown', values: coverage.map((point) => point.coverage) }}
          format={formatShare}
          lines={[{ label: 'wrong', colour: '--bad', values: coverage.map(({ wrong }) => wrong) }]}
        />
      )}
      <Chart
        title="Does the ledger stay within its bound?"
        along={{ label: 'day', values: ledger.map(({ atMs }) => atMs / 1000), isTime: true }}
        format={(value) => formatCount(value)}
        lines={[
          { label: 'allowed', colour: '--quiet', dash: [4, 4], values: ledger.map(({ limit }) => limit) },
          { label: 'wrong', colour: '--bad', values: ledger.map(({ falsePositives }) => falsePositives) },
          {
            label: 'wrong, if all that is open is wrong too',
            colour: '--warn',
            values: ledger.map(({ falsePositives, pending }) => falsePositives + pending),
          },
        ]}
      />
    </div>
  );
}

function Wrong({ record: { wrong, wrongCount } }: { readonly record: AnswerOf<'trackRecord'> }) {
  if (wrong.length === 0) return null;
  return (
    <section aria-label="What was wrong">
      <h2>What was wrong</h2>
      <ul class="memories">
        {wrong.map(({ decisionId, item, query, kind, by, principal, atMs }) => (
          <li key={`${decisionId}${item.id}${principal}`}>
            <a href={hrefTo({ page: 'decision', id: decisionId })}>
              {item.title ?? 'a memory that was forgotten'}
            </a>{' '}
            <Tag tone={outcomeTones[kind]}>{outcomeNames[kind]}</Tag>
            <small>
              at “{query}”, said by {by === 'inference' ? 'inference' : principal} <Moment atMs={atMs} />
            </small>
          </li>
        ))}
      </ul>
      {wrongCount > wrong.length ? (
        <p class="quiet">
          and {formatCount(wrongCount - wrong.length)} more in the{' '}
          <a href="/?page=timeline&outcome=false_positive&outcome=rejected">timeline</a>
        </p>
      ) : null}
    </section>
  );
}
