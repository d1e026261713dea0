import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ConsideredMemory, DecisionExplanation } from '../../src/model/decision.ts';
import type { ScoreTree } from '../../src/model/evidence.ts';
import { describeReasons, overrideWords } from '../../src/wording/descriptions.ts';
import { formatCount, formatShare } from '../../src/wording/formats.ts';
import { actionWords, describeSteps, momentWords, outcomeWords } from '../../src/wording/memory-words.ts';
import { ask, isPerson } from './api.ts';
import { useKeys } from './keys.ts';
import { Button, Id, OnlyLooks, useScopeNames } from './later-parts.tsx';
import { noteChange, toFault, useAsk } from './live.ts';
import { FaultNote, Moment, Tag } from './parts.tsx';
import { hrefTo } from './route.ts';
import { TrustTag } from './trust-tag.tsx';
import { outcomeNames, outcomeTones } from './words.ts';

type Considered = DecisionExplanation['considered'][number];

/** One decision with what it considered, what is said of it, and what a person says. */
export function Decision(props: {
  readonly id: string;
  /** Further parts of the receipt, where it is the page. */
  readonly children?: ComponentChildren;
}) {
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
      {moment === 'after_failure' ? (
        <p>
          {receipt.steps === undefined ? (
            <span class="quiet">How many steps it took until it passed is not known.</span>
          ) : (
            `It took ${describeSteps(receipt.steps)}.`
          )}
        </p>
      ) : null}
      {verdict === undefined ? null : <Verdict verdict={verdict} />}
      <Judge explanation={answer} isPage={props.children !== undefined} />
      {outcomes.length === 0 ? null : (
        <ul class="said">
          {outcomes.map(({ id, kind, by, atMs }) => (
            <li key={id}>
              <Tag tone={outcomeTones[kind]}>{outcomeNames[kind]}</Tag>{' '}
              {outcomeWords[kind].replace(/^[^:]*: /, '')}, said by {by} <Moment atMs={atMs} />
            </li>
          ))}
        </ul>
      )}
      {props.children}
      {query === '' ? null : (
        <>
          <h3>What was asked</h3>
          <pre class="text">{query}</pre>
        </>
      )}
      <Memories title="Shown" memories={shown} />
      <Beside receipt={receipt} />
      <Memories title="Left out" memories={left} />
      {considered.length === 0 ? <p class="quiet">No memory came near.</p> : null}
    </article>
  );
}

/** Buttons by which a person judges a decision: each memory that it showed, or its silence. */
function Judge(props: { readonly explanation: DecisionExplanation; readonly isPage: boolean }) {
  const { receipt, considered } = props.explanation;
  const [said, setSaid] = useState('');
  const shown = considered.filter((one) => one.shown);
  const isSilence = shown.length === 0;
  const wrong = isSilence ? 'Something was missing' : 'This was wrong';
  const right = isSilence ? 'Silence was right' : 'This helped';
  const judge = async (isGood: boolean) => {
    if (!isPerson()) return;
    const [good, bad] = isSilence
      ? (['correct_abstain', 'missed'] as const)
      : (['verified', 'false_positive'] as const);
    const outcome = isGood ? good : bad;
    try {
      for (const item of isSilence ? [{}] : shown.map(({ itemId }) => ({ item: itemId })))
        await ask('feedback', { decision: receipt.id, outcome, ...item });
      setSaid(`Noted: ${outcomeNames[outcome]}.`);
      noteChange();
    } catch (error) {
      setSaid(toFault(error).message);
    }
  };
  useKeys({
    w: { does: wrong, run: () => judge(false) },
    h: { does: right, run: () => judge(true) },
  });
  return (
    <>
      <OnlyLooks />
      <div class="actions">
        {isPerson() ? (
          <>
            <Button name={wrong} keyName="w" tone="bad" onClick={() => judge(false)} />
            <Button name={right} keyName="h" tone="good" onClick={() => judge(true)} />
          </>
        ) : null}
        {props.isPage ? null : (
          <a class="button" href={hrefTo({ page: 'decision', id: receipt.id })}>
            Why this?{' '}
            <span class="key" aria-hidden="true">
              Enter
            </span>
          </a>
        )}
        <span class="quiet" role="status">
          {said}
        </span>
      </div>
    </>
  );
}

/** Places and tasks that were named beside the memories. */
function Beside({ receipt: { places = [], experiences = [] } }: Pick<DecisionExplanation, 'receipt'>) {
  const named = [
    ...places.map(({ path, confidence }) => ({ path, confidence, to: { page: 'code', node: path } })),
    ...experiences.map(({ id, confidence }) => ({
      ...{ path: `task ${id.slice(0, 8)}`, confidence, to: { page: 'memory', id } },
    })),
  ];
  if (named.length === 0) return null;
  return (
    <>
      <h3>Named beside</h3>
      <ul>
        {named.map(({ path, confidence, to }) => (
          <li key={path}>
            <a href={hrefTo(to)}>{path}</a> <small>likely by {formatShare(confidence)}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

const knowledgeNames = { outcomes: 'outcomes here', priors: 'shipped priors alone', none: 'nothing yet' };

export function Verdict({
  verdict,
}: {
  readonly verdict: NonNullable<DecisionExplanation['receipt']['verdict']>;
}) {
  const { action, reason, overridden, risk, policy, knowledge, ledger } = verdict;
  return (
    <div class="verdict">
      <p>
        <b>{actionWords[action] ?? action}</b>
        {risk === undefined ? null : <Tag>risk {formatShare(risk)}</Tag>}
      </p>
      <p>{reason}</p>
      {overridden === undefined ? null : (
        <p>
          <Tag tone="warn">overridden</Tag> {actionWords[overridden.action] ?? overridden.action}: but{' '}
          {overrideWords[overridden.reason] ?? overridden.reason}.
        </p>
      )}
      <p class="quiet">
        By {policy}
        {knowledge === undefined ? '' : `, from ${knowledgeNames[knowledge]}`}
        {ledger === undefined
          ? ''
          : `; ${formatCount(ledger.falsePositives)} of ${formatCount(ledger.labelled)} judged were wrong then`}
      </p>
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
