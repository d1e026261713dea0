import { useEffect, useState } from 'preact/hooks';
import type { ItemType } from '../../../src/model/memory-item.ts';
import { formatCount } from '../../../src/wording/formats.ts';
import { type AnswerOf, ask, type Fault, jsonHref } from '../api.ts';
import { Empty } from '../later-parts.tsx';
import { toFault, useAsk } from '../live.ts';
import { Choice, FaultNote, Heading, Moment, Tag } from '../parts.tsx';
import { go, hrefTo, textOf, textsOf } from '../route.ts';

/** What did colleagues learn? */
export function Team() {
  const { answer: teams, fault } = useAsk('teamStatus', {});
  const isSearched = teams?.some(({ hub }) => hub.startsWith('postgres'));
  return (
    <>
      <Heading question="What did colleagues learn?" json={jsonHref('teamStatus', {})} />
      <FaultNote fault={fault} />
      {teams?.length === 0 ? (
        <Empty title="This home belongs to no team">
          <p>
            Begin one with <code>afterwit team create</code>, or join one that a colleague invites you to with{' '}
            <code>afterwit team join</code>. Until then, nothing is told to another machine.
          </p>
        </Empty>
      ) : null}
      {teams?.map(({ team, hub, member, role, members, operations, unpushed }) => (
        <p class="settled" key={team}>
          <b>{hub}</b>: {member}, {role ?? 'not let in yet'}; {formatCount(members)} machines,{' '}
          {formatCount(operations)} operations, {formatCount(unpushed)} not sent.
        </p>
      ))}
      {isSearched === true ? <Search /> : null}
      {isSearched === false && teams?.length !== 0 ? (
        <p class="note">
          All that a team in git told is in the <a href="/?page=memory">memory</a> here.
        </p>
      ) : null}
    </>
  );
}

/** The hub is asked when a person says so, and never because something changed here. */
function Search() {
  const query = textOf('text');
  const question = { query, types: textsOf<ItemType>('types'), members: textsOf('members') };
  const key = JSON.stringify(question);
  const [found, setFound] = useState<{ answer?: AnswerOf<'searchTeam'>; fault?: Fault }>({});
  useEffect(() => {
    if (query === undefined) return;
    const aborter = new AbortController();
    ask('searchTeam', { ...question, query }, { signal: aborter.signal }).then(
      (answer) => setFound({ answer }),
      (error: unknown) => aborter.signal.aborted || setFound({ fault: toFault(error) }),
    );
    return () => aborter.abort();
  }, [key]);
  return (
    <>
      <search class="filters">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const text = new FormData(event.currentTarget).get('text');
            go({ text: String(text), types: undefined, members: undefined });
          }}
        >
          <input
            type="search"
            name="text"
            aria-label="Words"
            placeholder="Words, then Enter"
            defaultValue={query}
          />
        </form>
      </search>
      <FaultNote fault={found.fault} />
      {found.answer === undefined ? null : <Found answer={found.answer} />}
    </>
  );
}

/** Filters of a search that a hub counts. */
const narrows: Readonly<Record<string, string>> = { type: 'types', member: 'members' };

function Found({
  answer: { hits, facets, matched, isCut, unproved },
}: {
  readonly answer: AnswerOf<'searchTeam'>;
}) {
  return (
    <>
      <nav class="filters" aria-label="Narrow down">
        {facets.map(({ facet, value, hits: count }) => {
          const name = narrows[facet];
          const isChosen = name !== undefined && textsOf(name)?.includes(value) === true;
          return name === undefined ? null : (
            <Choice
              key={`${facet} ${value}`}
              to={{ [name]: isChosen ? undefined : value }}
              isChosen={isChosen}
            >
              {value.replaceAll('_', ' ')} {formatCount(count)}
            </Choice>
          );
        })}
      </nav>
      <p class="quiet" role="status">
        {formatCount(hits.length)} of {isCut ? 'more than ' : ''}
        {formatCount(matched)} that match
        {unproved === 0 ? '' : `; ${unproved} left out that no member signed`}
      </p>
      <ul class="memories">
        {hits.map(({ item, title, content, type, member, atMs, confirmations, isHere }) => (
          <li key={item}>
            {isHere ? <a href={hrefTo({ page: 'memory', id: item })}>{title}</a> : <b>{title}</b>}{' '}
            <Tag>{type.replaceAll('_', ' ')}</Tag>
            <p>{content}</p>
            <small>
              {member}, <Moment atMs={atMs} />, confirmed by {confirmations}
            </small>
          </li>
        ))}
      </ul>
    </>
  );
}
