import type { ConsideredMemory, DecisionExplanation, OutcomeKind } from '../../src/model/decision.ts';
import type { ScoreTree } from '../../src/model/evidence.ts';
import { describeReasons } from '../../src/wording/describe-reason.ts';
import { formatCount, formatShare } from '../../src/wording/format-number.ts';
import { actionWords, momentWords, outcomeWords } from '../../src/wording/memory-words.ts';
import { overrideWords } from '../../src/wording/override-words.ts';
import { Button, Id, useScopeNames } from './later-parts.tsx';
import { useAsk } from './live.ts';
import { FaultNote, Moment, Tag } from './parts.tsx';
import { hrefTo } from './route.ts';
import { TrustTag } from './trust-tag.tsx';
import { outcomeNames, outcomeTones } from './words.ts';

type Considered = DecisionExplanation['considered'][number];

/** One decision with what it considered, and what is said of it. */
export function Decision(props: { readonly id: string; readonly onJudge?: (kind: OutcomeKind) => void }) {
  const { answer, fault } = useAsk('why', { decision: props.id });
  if (answer === undefined) return fault ? <FaultNote fault={fault} /> : <p class="quiet">Loading…</p>;
  const { receipt, considered, outcomes } = answer;
  const { verdict, query, moment, client, session } = receipt;
  const shown = considered.filter((one) => one.shown);
  const left = considered.filter((one) => !one.shown);
  return (
    <article class="decision">
      <h2>
        {shown.length > 0
          ? `Showed ${shown.length === 1 ? 'one memory' : `${shown.length} memories`}`
          : 'Showed nothing'}{' '}
        <Id id={receipt.id} />
      </h2>
      <p class="quiet">
        <Moment atMs={receipt.atMs} />, {momentWords[moment]}, {client}
        {session === undefined ? null : (
          <>
            {', '}
            <a href={hrefTo({ page: 'timeline', session })}>session {session.slice(0, 8)}</a>
          </>
        )}
        , {formatCount(receipt.usedTokens)} of {formatCount(receipt.budgetTokens)} tokens
      </p>
      {verdict === undefined ? null : <Verdict verdict={verdict} />}
      {props.onJudge === undefined ? null : (
        <div class="actions">
          <Button
            name="This was wrong"
            keyName="w"
            tone="bad"
            onClick={() => props.onJudge?.('false_positive')}
          />
          <Button name="This helped" keyName="h" tone="good" onClick={() => props.onJudge?.('verified')} />
          <a class="button" href={hrefTo({ page: 'decision', id: receipt.id })}>
            Why this?{' '}
            <span class="key" aria-hidden="true">
              Enter
            </span>
          </a>
        </div>
      )}
      {outcomes.length === 0 ? null : (
        <ul class="said">
          {outcomes.map(({ id, kind, by, atMs }) => (
            <li key={id}>
              <Tag tone={outcomeTones[kind]}>{outcomeNames[kind]}</Tag>{' '}
              {outcomeWords[kind].replace(/^[^:]*: /, '')}, said by {by === 'inference' ? 'inference' : by}{' '}
              <Moment atMs={atMs} />
            </li>
          ))}
        </ul>
      )}
      {query === '' ? null : (
        <>
          <h3>What was asked</h3>
          <pre class="text">{query}</pre>
        </>
      )}
      <Memories title="Shown" memories={shown} />
      <Memories title="Left out" memories={left} />
      {considered.length === 0 ? <p class="quiet">No memory came near.</p> : null}
    </article>
  );
}

export function Verdict({
  verdict,
}: {
  readonly verdict: NonNullable<DecisionExplanation['receipt']['verdict']>;
}) {
  const { action, reason, overridden, risk, policy } = verdict;
  return (
    <div class="verdict">
      <p>
        <b>{actionWords[action] ?? action}</b>
        {risk === undefined ? null : <Tag>risk {formatShare(risk)}</Tag>}
        <span class="quiet"> {policy}</span>
      </p>
      <p>{reason}</p>
      {overridden === undefined ? null : (
        <p>
          <Tag tone="warn">overridden</Tag> {actionWords[overridden.action] ?? overridden.action}: but{' '}
          {overrideWords[overridden.reason] ?? overridden.reason}.
        </p>
      )}
    </div>
  );
}

const mostListed = 12;

function Memories(props: { readonly title: string; readonly memories: readonly Considered[] }) {
  const { memories, title } = props;
  const scopeName = useScopeNames();
  if (memories.length === 0) return null;
  return (
    <>
      <h3>
        {title} <span class="quiet">{memories.length}</span>
      </h3>
      <ul class="memories">
        {memories.slice(0, mostListed).map((one) => (
          <li key={one.itemId}>
            <a href={hrefTo({ page: 'memory', id: one.itemId })}>
              {one.item?.title ?? 'a memory that was forgotten'}
            </a>{' '}
            {one.item === undefined ? null : <TrustTag trust={one.item.trust} />}
            {one.shown ? <pre class="text">{one.item?.content}</pre> : <small>{whyNot(one)}</small>}
            {one.item === undefined ? null : (
              <small>
                {scopeName(one.item.scope)}, {one.item.principal}
              </small>
            )}
          </li>
        ))}
      </ul>
      {memories.length > mostListed ? <p class="quiet">and {memories.length - mostListed} more</p> : null}
    </>
  );
}

/** Why a candidate was not shown, in words. */
export function whyNot({ admission, omitted, item }: Considered): string {
  if (admission.refusals.length > 0) return describeReasons(admission.refusals, item);
  return omitted === undefined ? 'it was not chosen' : describeReasons([omitted], item);
}

/** Parts of a score that are worth a colour, the largest first. */
export function partsOfScore({ score, comparison, answer }: ConsideredMemory): readonly ScoreTree[] {
  const tree = comparison ?? answer ?? score;
  return tree.parts ?? [];
}
