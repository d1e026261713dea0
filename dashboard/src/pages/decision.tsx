import type { DecisionExplanation } from '../../../src/model/decision.ts';
import { formatShare } from '../../../src/wording/formats.ts';
import { actionWords, strengthWords } from '../../../src/wording/memory-words.ts';
import { jsonHref } from '../api.ts';
import { Decision, partsOfScore, whyNot } from '../decision.tsx';
import { Empty } from '../later-parts.tsx';
import { useAsk } from '../live.ts';
import { FaultNote, Heading } from '../parts.tsx';
import { go, hrefTo, textOf } from '../route.ts';
import { NoDecisions } from './no-decisions.tsx';

const policies = ['plain_rule', 'full_rscb_mc', 'guarded_rscb_mc', 'never_inject'] as const;

/** Why this card? */
export function DecisionPage() {
  const asked = textOf('id');
  // Of a home where nothing was decided there is nothing to ask.
  const latest = useAsk('timeline', asked === undefined ? { limit: 1 } : undefined);
  const id = asked ?? latest.answer?.rows[0]?.id;
  const input = id === undefined ? undefined : { decision: id };
  const { answer, fault } = useAsk('why', input);
  const json = input === undefined ? jsonHref('timeline', { limit: 1 }) : jsonHref('why', input);
  return (
    <>
      <Heading question="Why this card?" json={json}>
        <a href={hrefTo({ page: 'timeline', id })}>← Timeline</a>
      </Heading>
      <FaultNote fault={fault ?? latest.fault} />
      {latest.answer?.count === 0 ? <NoDecisions isFiltered={false} /> : null}
      {answer === undefined ? null : (
        <div class="receipt">
          <Decision id={answer.receipt.id}>
            <Evidence explanation={answer} />
            <Scores verdict={answer.receipt.verdict} />
            <Replay id={answer.receipt.id} before={answer.receipt.verdict} />
          </Decision>
        </div>
      )}
    </>
  );
}

/** The score of each action to the policy, best first. */
function Scores({ verdict }: { readonly verdict: DecisionExplanation['receipt']['verdict'] }) {
  const scores = verdict?.actionScores ?? [];
  if (scores.length === 0) return null;
  return (
    <details>
      <summary>What each action was worth</summary>
      <table>
        <tbody>
          {scores.map(({ action, score }) => (
            <tr key={action} class={action === verdict?.action ? 'shown' : ''}>
              <th scope="row">{actionWords[action] ?? action}</th>
              <td class="number">{score.value.toFixed(3)}</td>
              <td class="quiet">
                {score.parts.map(({ value, description }) => `${description} ${value.toFixed(3)}`).join('; ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const barLength = 320;
const mostBars = 12;

/** Candidates as stacked bars: what each part of the evidence adds, longest first as they were considered. */
function Evidence({ explanation: { considered } }: { readonly explanation: DecisionExplanation }) {
  if (considered.length === 0)
    return (
      <Empty title="Nothing came near">
        <p>No memory shares enough with what was asked.</p>
      </Empty>
    );
  const bars = considered.slice(0, mostBars).map((one) => ({ one, parts: partsOfScore(one) }));
  const names = [
    ...new Set(bars.flatMap(({ parts }) => parts.map(({ description }) => nameOfPart(description)))),
  ];
  const sum = (parts: readonly { readonly value: number }[]) =>
    parts.reduce((total, { value }) => total + Math.max(0, value), 0);
  const most = Math.max(1e-9, ...bars.map(({ parts }) => sum(parts)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrolled by keys too
    <section class="wide" tabIndex={0} aria-label="Candidates and their evidence">
      <table class="evidence">
        <caption class="quiet">
          {names.slice(0, 8).map((name, at) => (
            <span key={name} class="legend">
              <svg width="10" height="10" aria-hidden="true">
                <rect width="10" height="10" rx="2" class={`part-${at % 8}`} />
              </svg>{' '}
              {name}
            </span>
          ))}
        </caption>
        <thead>
          <tr>
            <th scope="col">Candidate</th>
            <th scope="col">Evidence</th>
            <th scope="col" class="number">
              Fits
            </th>
            <th scope="col">As</th>
            <th scope="col">What became of it</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ one, parts }) => {
            let from = 0;
            return (
              <tr key={one.itemId} class={one.shown ? 'shown' : ''}>
                <th scope="row">
                  <a href={hrefTo({ page: 'memory', id: one.itemId })}>
                    {one.item?.title ?? 'forgotten since'}
                  </a>
                </th>
                <td>
                  <svg
                    viewBox={`0 0 ${barLength} 16`}
                    preserveAspectRatio="none"
                    height="16"
                    role="img"
                    aria-label={parts
                      .map(({ description, value }) => `${nameOfPart(description)} ${value.toFixed(2)}`)
                      .join(', ')}
                  >
                    {parts.map(({ description, value }) => {
                      const length = (Math.max(0, value) / most) * barLength;
                      from += length;
                      const place = names.indexOf(nameOfPart(description)) % 8;
                      return (
                        <rect
                          key={description}
                          x={from - length}
                          y="1"
                          width={Math.max(0, length - 1)}
                          height="14"
                          class={`part-${place}`}
                        >
                          <title>{`${description}: ${value.toFixed(2)}`}</title>
                        </rect>
                      );
                    })}
                  </svg>
                </td>
                <td class="number">{formatShare(one.relevance)}</td>
                <td>{strengthWords[one.strength]}</td>
                <td>{one.shown ? <b>shown</b> : <span class="quiet">{whyNot(one)}</span>}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {considered.length > mostBars ? (
        <p class="quiet">and {considered.length - mostBars} more below</p>
      ) : null}
    </section>
  );
}

/** A description says the numbers too; its first words name the part. */
function nameOfPart(description: string): string {
  return description.split(/[:(]/, 1)[0]?.trim().slice(0, 40) ?? '';
}

/** The same decision under another policy, beside what was decided. */
function Replay(props: { readonly id: string; readonly before: DecisionExplanation['receipt']['verdict'] }) {
  const policy = policies.find((name) => name === textOf('policy'));
  const { answer, fault } = useAsk(
    'redecide',
    policy === undefined ? undefined : { decision: props.id, policy },
  );
  if (props.before === undefined) return null;
  return (
    <section class="replay" aria-label="The same decision under another policy">
      <label>
        <span class="quiet">The same moment under another policy</span>{' '}
        <select
          value={policy ?? ''}
          onChange={(event) => go({ policy: event.currentTarget.value || undefined }, 'replace')}
        >
          <option value="">choose one</option>
          {policies.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <FaultNote fault={fault} />
      {answer === undefined ? null : (
        <div class="beside">
          {[props.before, answer.verdict].map((verdict, at) => (
            <div key={verdict?.policy ?? at} class="note">
              <h2>{at === 0 ? `Decided by ${verdict?.policy}` : `${policy} would have decided`}</h2>
              {verdict === undefined ? (
                <p>Its receipt is compacted: nothing can be decided from it again.</p>
              ) : (
                <>
                  <p>
                    <b>{actionWords[verdict.action]}</b>
                  </p>
                  <p>{verdict.reason}</p>
                  {verdict.risk === undefined ? null : <p class="quiet">risk {formatShare(verdict.risk)}</p>}
                </>
              )}
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
