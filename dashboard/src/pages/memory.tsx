import { useEffect, useRef, useState } from 'preact/hooks';
import type { FacetName } from '../../../src/model/answers/item-answers.ts';
import type { Freshness, ItemStatus, ItemType } from '../../../src/model/memory-item.ts';
import type { Scope, Trust } from '../../../src/model/provenance.ts';
import type { ItemOrder } from '../../../src/ports/memory-store.ts';
import { formatCount } from '../../../src/wording/formats.ts';
import { type AnswerOf, ask, jsonHref } from '../api.ts';
import { Item } from '../item.tsx';
import { useKeys } from '../keys.ts';
import { Empty, OnlyLooks, useScopeNames } from '../later-parts.tsx';
import { toFault } from '../live.ts';
import { FaultNote, Heading, Moment, Tag } from '../parts.tsx';
import { go, hrefTo, textOf, textsOf } from '../route.ts';
import { useRows } from '../rows.ts';
import { TrustTag } from '../trust-tag.tsx';
import { WindowList } from '../window-list.tsx';
import { bodyNames } from '../words.ts';

const facets: readonly { readonly name: FacetName | 'freshness'; readonly title: string }[] = [
  { name: 'bodies', title: 'Kind' },
  { name: 'trusts', title: 'Believed' },
  { name: 'types', title: 'Type' },
  { name: 'statuses', title: 'State' },
  { name: 'freshness', title: 'The code it is about' },
  { name: 'sources', title: 'Came through' },
  { name: 'scopes', title: 'Holds in' },
];

const freshnessNames: Readonly<Record<Freshness, string>> = {
  fresh: 'as it was',
  drifted: 'changed around it',
  applied: 'has the change',
  unmerged: 'lacks the change',
  stale: 'changed since',
  orphaned: 'gone',
};

/** Parts of a failure are listed with it, and where they are asked for. */
const wholes = Object.keys(bodyNames).filter((body) => !/pattern|episode|version/.test(body));

/** What does it know? */
export function Memory() {
  const text = textOf('text');
  const order = (textOf('order') ?? 'newest') as ItemOrder;
  const filter = {
    ...{ text, order },
    scopes: textsOf('scopes'),
    bodies: textsOf('bodies') ?? wholes,
    types: textsOf<ItemType>('types'),
    trusts: textsOf<Trust>('trusts'),
    statuses: textsOf<ItemStatus>('statuses') ?? (['active'] as const),
    sources: textsOf('sources'),
    freshness: textsOf<Freshness>('freshness'),
  };
  const list = useRows(
    JSON.stringify(filter),
    (part) => ask('browse', { ...filter, ...part }),
    ({ rows }) => rows,
  );
  const count = list.whole?.count ?? 0;
  const id = textOf('id');
  const [at, setAt] = useState(-1);
  const found = id === undefined ? -1 : list.placeOf((row) => row.id === id);
  const place = found >= 0 ? found : at;
  const search = useRef<HTMLInputElement>(null);
  const select = (to: number) => {
    const next = Math.max(0, Math.min(count - 1, to));
    setAt(next);
    go({ id: list.rowAt(next)?.id }, 'replace');
  };
  useKeys({
    j: { does: 'Next memory', run: () => select(place + 1) },
    k: { does: 'Memory before', run: () => select(place - 1) },
    '/': { does: 'Search', run: () => search.current?.focus() },
  });
  const isNarrowed = text !== undefined || facets.some(({ name }) => textsOf(name) !== undefined);
  return (
    <>
      <Heading question="What does it know?" json={jsonHref('browse', filter)}>
        <a class="quiet" href="/api/exportLines?where=all" download="memories.jsonl">
          Export all
        </a>
      </Heading>
      <search class="filters" aria-label="Search">
        <Search box={search} text={text} />
        <select
          aria-label="Order"
          value={order}
          onChange={(event) => go({ order: event.currentTarget.value }, 'replace')}
        >
          <option value="newest">newest first</option>
          <option value="changed">changed last first</option>
          <option value="oldest">oldest first</option>
        </select>
        {isNarrowed ? <a href="/?page=memory">Show all</a> : null}
        <span class="spring" />
        <span class="quiet" aria-live="polite">
          {formatCount(count)} {count === 1 ? 'memory' : 'memories'}
        </span>
      </search>
      <OnlyLooks />
      <FaultNote fault={list.fault === undefined ? undefined : toFault(list.fault)} />
      <div class={id === undefined ? 'panes with-facets' : 'panes with-facets open'}>
        <Facets counts={list.whole?.facets} chosen={{ ...filter, bodies: textsOf('bodies') }} />
        {list.whole !== undefined && count === 0 ? (
          <Nothing isNarrowed={isNarrowed} />
        ) : (
          <WindowList
            label="Memories"
            count={count}
            rowHeight={54}
            rowAt={list.rowAt}
            idOf={(row) => row.id}
            render={(row) => (
              <>
                <span class="what">
                  <b>{row.title}</b>
                  <small>
                    {bodyNames[row.body] ?? row.body}, {row.principal}, <Moment atMs={row.updatedAtMs} />
                  </small>
                </span>
                <span class="marks">
                  {row.status === 'active' ? null : <Tag>{row.status}</Tag>}
                  {row.quarantined ? <Tag tone="warn">waits</Tag> : null}
                  <TrustTag trust={row.trust} />
                </span>
                <span class="number">
                  {row.accessCount > 0 ? `shown ${formatCount(row.accessCount)}×` : ''}
                </span>
              </>
            )}
            selected={place}
            onSelect={select}
            onView={list.view}
          />
        )}
        {id === undefined ? null : (
          <section class="detail" aria-label="The selected memory">
            <a class="back" href={hrefTo({ id: undefined })}>
              ← Back to the list
            </a>
            <Item id={id} />
          </section>
        )}
      </div>
    </>
  );
}

const typingMs = 200;

/** The typed text is asked once typing pauses. */
function Search(props: {
  readonly box: { current: HTMLInputElement | null };
  readonly text: string | undefined;
}) {
  const [typed, setTyped] = useState(props.text ?? '');
  useEffect(() => {
    if (typed === (props.text ?? '')) return;
    const timer = setTimeout(() => go({ text: typed || undefined, id: undefined }, 'replace'), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => setTyped(props.text ?? ''), [props.text]);
  return (
    <input
      type="search"
      ref={props.box}
      aria-label="Title, text or id"
      placeholder="Title, text or id"
      value={typed}
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

function Facets(props: {
  readonly counts: AnswerOf<'browse'>['facets'] | undefined;
  readonly chosen: Readonly<Record<string, unknown>>;
}) {
  const scopeName = useScopeNames();
  const nameOf = (facet: string, value: string): string => {
    if (facet === 'bodies') return bodyNames[value] ?? value;
    if (facet === 'freshness') return freshnessNames[value as Freshness];
    return facet === 'scopes' ? scopeName(value as Scope) : value.replaceAll('_', ' ');
  };
  return (
    <details class="facets" open={innerWidth > 900}>
      <summary>Narrow down</summary>
      {facets
        .filter(({ name }) => props.counts?.[name].length !== 0)
        .map(({ name, title }) => (
          <fieldset key={name}>
            <legend>{title}</legend>
            {(props.counts?.[name] ?? []).slice(0, 9).map(({ value, count }) => {
              const chosen = (props.chosen[name] as readonly string[] | undefined) ?? [];
              const isChosen = chosen.includes(value);
              const next = isChosen ? chosen.filter((one) => one !== value) : [...chosen, value];
              return (
                <label key={value}>
                  <input
                    type="checkbox"
                    checked={isChosen}
                    onChange={() => go({ [name]: next.length === 0 ? undefined : next, id: undefined })}
                  />
                  <span>{nameOf(name, value)}</span>
                  <span class="number">{formatCount(count)}</span>
                </label>
              );
            })}
          </fieldset>
        ))}
    </details>
  );
}

function Nothing({ isNarrowed }: { readonly isNarrowed: boolean }) {
  return isNarrowed ? (
    <Empty title="No memory is like this">
      <p>
        <a href="/?page=memory">Show all</a>
      </p>
    </Empty>
  ) : (
    <Empty title="It knows nothing yet">
      <p>
        Say something: <code>afterwit remember "Run the build before the tests"</code>. Or let it learn from
        past sessions: <code>afterwit mine-sessions</code>.
      </p>
    </Empty>
  );
}
