import type { SessionEpisode, TimelineRow } from '../../src/model/answers/gate-report.ts';
import { episodeWords } from '../../src/wording/memory-words.ts';
import { Moment } from './parts.tsx';
import { hrefTo } from './route.ts';

/** The memories that one session was told at its start, and its failures. */
export function Session(props: {
  readonly rows: readonly TimelineRow[];
  readonly episodes: readonly SessionEpisode[];
}) {
  const told = props.rows.filter(({ moment }) => moment === 'session_start').flatMap(({ shown }) => shown);
  const brief = [...new Map(told.map((one) => [one.id, one])).values()];
  return (
    <section class="session" aria-label="This session">
      <div>
        <h2>Told at its start</h2>
        <ul>
          {brief.map(({ id, title }) => (
            <li key={id}>
              <a href={hrefTo({ page: 'memory', id })}>{title ?? 'a memory that was forgotten'}</a>
            </li>
          ))}
        </ul>
        {brief.length === 0 ? <p class="quiet">Nothing, or it is further down.</p> : null}
      </div>
      <div>
        <h2>Failures in it</h2>
        <ul>
          {props.episodes.map(({ atMs, outcome, fix }) => (
            <li key={`${fix.id}${atMs}`}>
              <a href={hrefTo({ page: 'memory', id: fix.id })}>{fix.title ?? 'a fix that was forgotten'}</a>{' '}
              <small>
                {episodeWords[outcome]}, <Moment atMs={atMs} />
              </small>
            </li>
          ))}
        </ul>
        {props.episodes.length === 0 ? <p class="quiet">None that was recorded.</p> : null}
      </div>
    </section>
  );
}
