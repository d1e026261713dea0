import { useState } from 'preact/hooks';
import {
  type ReviewEntry,
  type ReviewReason,
  reviewReasons,
} from '../../../src/model/answers/item-answers.ts';
import { countOf, formatCount } from '../../../src/wording/formats.ts';
import { reviewWords } from '../../../src/wording/memory-words.ts';
import { ask, Fault, isPerson, jsonHref } from '../api.ts';
import { Diff } from '../diff.tsx';
import { About, Editor, WholeText } from '../item.tsx';
import { useKeys } from '../keys.ts';
import { Button, Empty, Id, OnlyLooks } from '../later-parts.tsx';
import { noteChange, toFault, useAsk } from '../live.ts';
import { Choice, FaultNote, Heading, Moment } from '../parts.tsx';
import { go, hrefTo, textOf, textsOf } from '../route.ts';
import { useRows } from '../rows.ts';
import { signal } from '../signal.ts';
import { TrustTag } from '../trust-tag.tsx';
import { WindowList } from '../window-list.tsx';
import { reasonNames } from '../words.ts';

type Verb = 'approve' | 'reject' | 'merge';
const done: Readonly<Record<Verb, string>> = { approve: 'approved', reject: 'rejected', merge: 'made one' };

interface Decided {
  readonly verb: Verb;
  readonly entries: readonly ReviewEntry[];
}

/** Decisions that were not sent yet and can be undone. */
const waiting = signal<readonly Decided[]>([]);
const fault = signal<Fault | undefined>(undefined);
const undoMs = 6_000;

async function send(decided: Decided): Promise<void> {
  if (!waiting.value.includes(decided)) return;
  waiting.value = waiting.value.filter((one) => one !== decided);
  const failed: { readonly title: string; readonly why: Fault }[] = [];
  for (const { item, replaces = [] } of decided.entries)
    try {
      const seen = { id: item.id, seen: item.content };
      if (decided.verb === 'merge')
        await ask('decideDoubt', { ...seen, decision: 'merge' }, { keepalive: true });
      else if (decided.verb === 'reject') await ask('reject', seen, { keepalive: true });
      else await ask('approve', { ...seen, replacing: replaces.map(({ id }) => id) }, { keepalive: true });
    } catch (error) {
      failed.push({ title: item.title, why: toFault(error) });
    }
  fault.value = tellFailed(decided, failed);
  noteChange();
}

/** Each that nothing was decided about, by its title: the others are done. */
function tellFailed(
  { verb, entries }: Decided,
  failed: readonly { readonly title: string; readonly why: Fault }[],
): Fault | undefined {
  const [first] = failed;
  if (first === undefined || entries.length === 1) return first?.why;
  const each = failed.map(({ title, why }) => `${title}: ${why.message}`).join('\n');
  return new Fault({
    detail: `${formatCount(failed.length)} of ${countOf(entries.length, 'memory', 'memories')} could not be ${done[verb]}:\n${each}`,
    code: first.why.code,
    ...(first.why.remedy && { remedy: first.why.remedy }),
  });
}

/** A tab that is closed takes nothing back. */
addEventListener('pagehide', () => {
  for (const decided of waiting.value) send(decided);
});

function decide(verb: Verb, entries: readonly ReviewEntry[]): void {
  const decided = { verb, entries };
  waiting.value = [...waiting.value, decided];
  setTimeout(() => send(decided), undoMs);
}

function undo(): void {
  waiting.value = waiting.value.slice(0, -1);
}

/** At most so many memories are approved at once: as many as a person reads first. */
const mostAtOnce = 50;

/** What waits for me? */
export function Review() {
  const reasons = textsOf<ReviewReason>('reason');
  const filter = { where: 'all' as const, ...(reasons === undefined ? {} : { reasons }) };
  const list = useRows(
    JSON.stringify(filter),
    (part) => ask('review', { ...filter, ...part }),
    ({ entries }) => entries,
  );
  const count = list.whole?.count ?? 0;
  const id = textOf('id');
  const [at, setAt] = useState(0);
  const found = id === undefined ? -1 : list.placeOf(({ item }) => item.id === id);
  const place = found >= 0 ? found : Math.min(at, count - 1);
  const entry = list.rowAt(place);
  const [editing, setEditing] = useState<string>();
  const decided = new Set(waiting.value.flatMap(({ entries }) => entries.map(({ item }) => item.id)));
  const select = (to: number) => {
    const next = Math.max(0, Math.min(count - 1, to));
    setAt(next);
    go({ id: list.rowAt(next)?.item.id }, 'replace');
  };
  const act = (verb: Verb) => {
    if (entry === undefined || decided.has(entry.item.id) || !isPerson()) return;
    decide(verb, [entry]);
    select(place + 1);
  };
  const [bulk, setBulk] = useState<{ readonly verb: Verb; readonly entries: readonly ReviewEntry[] }>();
  const prepare = async (verb: Verb) => {
    const { entries } = await ask('review', { ...filter, limit: mostAtOnce });
    setBulk({ verb, entries: entries.filter(({ item }) => !decided.has(item.id)) });
  };
  useKeys({
    j: { does: 'Next memory', run: () => select(place + 1) },
    k: { does: 'Memory before', run: () => select(place - 1) },
    a: { does: 'Approve it', run: () => act('approve') },
    x: { does: 'Reject it', run: () => act('reject') },
    e: { does: 'Approve it with other words', run: () => isPerson() && entry && setEditing(entry.item.id) },
    u: { does: 'Undo the last decision', run: undo },
  });
  const open = id !== undefined || innerWidth > 900;
  return (
    <>
      <Heading question="What waits for me?" json={jsonHref('review', filter)} />
      <search class="filters" aria-label="Filter">
        {count === 0 && reasons === undefined ? null : (
          <Choice to={{ reason: undefined, id: undefined }} isChosen={reasons === undefined}>
            All
          </Choice>
        )}
        {reviewReasons
          .filter((reason) => list.whole?.reasons?.some(({ value }) => value === reason))
          .map((reason) => (
            <Choice
              key={reason}
              to={{ reason: [reason], id: undefined }}
              isChosen={reasons?.includes(reason) ?? false}
            >
              {reasonNames[reason]}{' '}
              <small>
                {formatCount(list.whole?.reasons?.find(({ value }) => value === reason)?.count ?? 0)}
              </small>
            </Choice>
          ))}
        <span class="spring" />
        <span class="quiet">{countOf(count, 'memory', 'memories')}</span>
        {count > 1 && isPerson() ? (
          <>
            <Button name="Approve all of these…" onClick={() => prepare('approve')} />
            <Button name="Reject all…" onClick={() => prepare('reject')} />
          </>
        ) : null}
      </search>
      <OnlyLooks />
      <LastDecision />
      <FaultNote fault={fault.value ?? (list.fault === undefined ? undefined : toFault(list.fault))} />
      {bulk === undefined ? null : <Bulk bulk={bulk} count={count} onDone={() => setBulk(undefined)} />}
      {list.whole !== undefined && count === 0 ? (
        <Empty title="Nothing waits for you">
          <p>
            What an agent says is remembered as its word, and waits here until you vouch for it. Let past
            sessions be read with <code>afterwit mine-sessions</code>.
          </p>
        </Empty>
      ) : (
        <div class={open && entry !== undefined ? 'panes open' : 'panes'}>
          <WindowList
            label="Memories that wait, most urgent first"
            count={count}
            rowHeight={54}
            rowAt={list.rowAt}
            idOf={({ item }) => item.id}
            render={({ item, reason }) => (
              <>
                <span class={decided.has(item.id) ? 'what gone' : 'what'}>
                  <b>{item.title}</b>
                  <small>
                    {reasonNames[reason]}, <Moment atMs={item.createdAtMs} />
                  </small>
                </span>
                <span class="marks">
                  <TrustTag trust={item.trust} />
                </span>
              </>
            )}
            selected={place}
            onSelect={select}
            onView={list.view}
          />
          {entry === undefined || !open ? null : (
            <section class="detail" aria-label="The selected memory">
              <a class="back" href={hrefTo({ id: undefined })}>
                ← Back to the list
              </a>
              <Waiting
                key={entry.item.id}
                entry={entry}
                isEditing={editing === entry.item.id}
                onEdit={setEditing}
                onAct={act}
              />
            </section>
          )}
        </div>
      )}
    </>
  );
}

/** The last decision, while it can be undone. */
function LastDecision() {
  const last = waiting.value.at(-1);
  return (
    <div class="told" aria-live="polite">
      {last === undefined ? null : (
        <div class="note actions">
          <span>
            {last.entries.length === 1
              ? last.entries[0]?.item.title
              : countOf(last.entries.length, 'memory', 'memories')}
            : {done[last.verb]} in a few seconds.
          </span>
          <Button name="Undo" keyName="u" onClick={undo} />
        </div>
      )}
    </div>
  );
}

function Waiting(props: {
  readonly entry: ReviewEntry;
  readonly isEditing: boolean;
  readonly onEdit: (id: string | undefined) => void;
  readonly onAct: (verb: Verb) => void;
}) {
  const { item, reason, replaces = [] } = props.entry;
  return (
    <article>
      <h2>
        {item.title} <Id id={item.id} />
      </h2>
      <p class="quiet">{reviewWords[reason]}</p>
      {isPerson() ? (
        <div class="actions">
          <Button name="Approve" keyName="a" tone="good" onClick={() => props.onAct('approve')} />
          <Button name="Reject" keyName="x" tone="bad" onClick={() => props.onAct('reject')} />
          <Button name="Edit" keyName="e" onClick={() => props.onEdit(item.id)} />
        </div>
      ) : null}
      {props.isEditing ? (
        <Editor
          item={item}
          onDone={() => props.onEdit(undefined)}
          save={(content, seen) =>
            ask('approve', { id: item.id, content, seen, replacing: replaces.map(({ id }) => id) })
          }
        />
      ) : (
        <WholeText item={item} />
      )}
      <Replaced entry={props.entry} />
      {reason === 'doubtful_merge' ? <Same entry={props.entry} onAct={props.onAct} /> : null}
      <About item={item} />
    </article>
  );
}

/** The one that it may be, beside it: a person tells whether both are kept. */
function Same(props: { readonly entry: ReviewEntry; readonly onAct: (verb: Verb) => void }) {
  const { item, otherId } = props.entry;
  const { answer } = useAsk('show', otherId === undefined ? undefined : { id: otherId });
  useKeys({ m: { does: 'It is the same as the known one', run: () => props.onAct('merge') } });
  if (answer === undefined) return null;
  return (
    <div>
      <h3>It may be the same as {answer.item.title}. Approved, both are kept.</h3>
      <Diff before={answer.item.content} after={item.content} titles={['What is known', 'This one']} />
      {isPerson() ? (
        <div class="actions">
          <Button name="It is the same" keyName="m" onClick={() => props.onAct('merge')} />
        </div>
      ) : null}
    </div>
  );
}

/** The full texts of the memories that it would replace. */
function Replaced({ entry: { item, replaces = [] } }: { readonly entry: ReviewEntry }) {
  return replaces.map((older) => (
    <div key={older.id}>
      <h3>Approved, it takes the place of {older.title}</h3>
      <Diff before={older.content} after={item.content} titles={['What holds now', 'What would hold']} />
    </div>
  ));
}

/** Many at once: all of their texts are there to be read before it is done. */
function Bulk(props: { readonly bulk: Decided; readonly count: number; readonly onDone: () => void }) {
  const { verb, entries } = props.bulk;
  const rest = props.count - entries.length;
  return (
    <section class="note bulk" aria-label={`${verb} many`}>
      <strong>
        {verb === 'approve' ? 'Approve' : 'Reject'} {countOf(entries.length, 'memory', 'memories')}?
      </strong>{' '}
      {rest > 0 ? <span class="quiet">{formatCount(rest)} more wait after these.</span> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keys too */}
      <ul tabIndex={0} aria-label="All of their texts">
        {entries.map((entry) => (
          <li key={entry.item.id}>
            <b>{entry.item.title}</b>
            {verb === 'approve' ? (
              <>
                <WholeText item={entry.item} />
                <Replaced entry={entry} />
              </>
            ) : null}
          </li>
        ))}
      </ul>
      <div class="actions">
        <Button
          name={verb === 'approve' ? 'Approve them' : 'Reject them'}
          tone={verb === 'approve' ? 'good' : 'bad'}
          onClick={() => {
            decide(verb, entries);
            props.onDone();
          }}
        />
        <Button name="Cancel" onClick={props.onDone} />
      </div>
    </section>
  );
}
