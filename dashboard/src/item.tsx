import { useEffect, useRef, useState } from 'preact/hooks';
import type { FindingSite } from '../../src/model/finding.ts';
import type { MemoryItem } from '../../src/model/memory-item.ts';
import { countOf } from '../../src/wording/formats.ts';
import { episodeWords, freshnessWords, outcomeWords } from '../../src/wording/memory-words.ts';
import { ask, type Fault, isPerson } from './api.ts';
import { Diff } from './diff.tsx';
import { useKeys } from './keys.ts';
import { Button, Id, useScopeNames } from './later-parts.tsx';
import { noteChange, toFault, useAsk } from './live.ts';
import { FaultNote, Moment, Tag } from './parts.tsx';
import { hrefTo } from './route.ts';
import { TrustTag } from './trust-tag.tsx';
import { bodyNames, outcomeTones } from './words.ts';

/** Who said it, when, and what it is about. */
export function About({ item }: { readonly item: MemoryItem }) {
  const scopeName = useScopeNames();
  return (
    <dl class="about">
      <div>
        <dt>Said by</dt>
        <dd>
          {item.principal}, <Moment atMs={item.createdAtMs} /> <span class="quiet">({item.origin})</span>
        </dd>
      </div>
      <div>
        <dt>Believed</dt>
        <dd>
          <TrustTag trust={item.trust} />
        </dd>
      </div>
      <div>
        <dt>Kind</dt>
        <dd>
          {bodyNames[item.body?.kind ?? 'none'] ?? item.body?.kind}, {item.type.replaceAll('_', ' ')}
        </dd>
      </div>
      <div>
        <dt>Holds in</dt>
        <dd>{scopeName(item.scope)}</dd>
      </div>
      {item.references.length === 0 ? null : (
        <div>
          <dt>About</dt>
          <dd>{item.references.join(', ')}</dd>
        </div>
      )}
      {item.tags.length === 0 ? null : (
        <div>
          <dt>Tags</dt>
          <dd>{item.tags.join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}

/** All of the text, and all else that is shown or believed with it: nothing that is approved stays unseen. */
export function WholeText({ item }: { readonly item: MemoryItem }) {
  const { kind: _, ...body } = item.body ?? { kind: undefined };
  return (
    <>
      <pre class="text">{item.content}</pre>
      {item.body?.kind === 'finding' ? <Ways sites={item.body.sites} /> : null}
      {Object.keys(body).length === 0 ? null : (
        <details open>
          <summary>What else it holds</summary>
          <Held value={body} />
        </details>
      )}
    </>
  );
}

/** How sessions reacted to a rule of a checker, and how often. */
function Ways({ sites }: { readonly sites: readonly FindingSite[] }) {
  return (
    <p class="actions">
      {[...Map.groupBy(sites, ({ way }) => way)]
        .toSorted(([, a], [, b]) => b.length - a.length)
        .map(([way, all]) => (
          <Tag key={way}>
            {way} {all.length}×
          </Tag>
        ))}
    </p>
  );
}

/** All fixes of a failure, each with when it occurred. */
function Occurrences({ item: { id, body } }: { readonly item: MemoryItem }) {
  const isOfFailure = /^(?:pattern|variant|episode)$/.test(body?.kind ?? '');
  const { answer } = useAsk('failure', isOfFailure ? { id } : undefined);
  return answer?.variants.map(({ variant, episodes }) => (
    <section key={variant.id}>
      <h3>
        {variant.id === id ? 'It occurred' : <a href={hrefTo({ id: variant.id })}>{variant.title}</a>}{' '}
        {episodes.length}×
      </h3>
      <ul>
        {episodes.map(({ id: key, createdAtMs, body: of }) =>
          of?.kind !== 'episode' ? null : (
            <li key={key}>
              <Moment atMs={createdAtMs} />, {episodeWords[of.outcome]}
              {of.steps === undefined ? '' : `, ${countOf(of.steps, 'step')}`}
              {of.attempts === undefined ? '' : `, in vain: ${of.attempts.join('; ')}`}
              {of.session === undefined ? null : (
                <>
                  {', '}
                  <a href={hrefTo({ page: 'timeline', session: of.session })}>
                    session {of.session.slice(0, 8)}
                  </a>
                </>
              )}
            </li>
          ),
        )}
      </ul>
    </section>
  ));
}

/** Fields of any depth, by their names. */
function Held({ value }: { readonly value: unknown }) {
  if (typeof value !== 'object' || value === null) return <span class="held">{String(value)}</span>;
  const fields = Object.entries(value);
  if (fields.length === 0) return <span class="quiet">none</span>;
  if (Array.isArray(value))
    return (
      <ul>
        {fields.map(([at, one]) => (
          <li key={at}>
            <Held value={one} />
          </li>
        ))}
      </ul>
    );
  return (
    <dl class="about">
      {fields.map(([name, one]) => (
        <div key={name}>
          <dt>{name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}</dt>
          <dd>
            <Held value={one} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A memory with what came of it, and what a person may do with it. */
export function Item({ id }: { readonly id: string }) {
  const { answer, fault } = useAsk('show', { id });
  if (answer === undefined) return fault ? <FaultNote fault={fault} /> : <p class="quiet">Loading…</p>;
  return (
    <>
      <FaultNote fault={fault} />
      <Shown key={answer.item.id} view={answer} />
    </>
  );
}

function Shown({ view }: { readonly view: NonNullable<ReturnType<typeof useAsk<'show'>>['answer']> }) {
  const { item, anchors, outcomes, links } = view;
  const [isEditing, setEditing] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const [forgets, setForgets] = useState(false);
  const change = async (work: () => Promise<unknown>) => {
    try {
      await work();
      setFault(undefined);
      setForgets(false);
      noteChange();
    } catch (error) {
      setFault(toFault(error));
    }
  };
  const isArchived = item.status === 'archived';
  const archive = () => change(() => ask('archive', { id: item.id, ...(isArchived ? { undo: true } : {}) }));
  useKeys({
    e: { does: 'Edit the text', run: () => setEditing(isPerson()) },
    z: { does: 'Archive, or fetch back', run: () => isPerson() && archive() },
  });
  return (
    <article>
      <h2>
        {item.title} <Id id={item.id} />
      </h2>
      {item.status === 'active' ? null : <Tag tone="warn">{item.status}</Tag>}
      {item.quarantined ? <Tag tone="warn">waits for a person</Tag> : null}
      {isPerson() ? (
        <div class="actions">
          <Button name="Edit" keyName="e" onClick={() => setEditing(true)} />
          <Button name={isArchived ? 'Fetch back' : 'Archive'} keyName="z" onClick={archive} />
          <Button name="Forget…" tone="bad" onClick={() => setForgets(true)} />
        </div>
      ) : null}
      {forgets ? (
        <div class="note bad" role="alertdialog" aria-label="Forget this memory">
          <p>It goes from search, links and every backup in the home, and cannot be brought back.</p>
          <div class="actions">
            <Button
              name="Forget it for good"
              tone="bad"
              onClick={() => change(() => ask('forget', { ids: [item.id] }))}
            />
            <Button name="Keep it" onClick={() => setForgets(false)} />
          </div>
        </div>
      ) : null}
      <FaultNote fault={fault} />
      {isEditing ? <Editor item={item} onDone={() => setEditing(false)} /> : <WholeText item={item} />}
      <About item={item} />
      <Occurrences item={item} />
      {anchors.length === 0 ? null : (
        <ul>
          {anchors.map(({ path, freshness }) => (
            <li key={path}>
              <code>{path}</code> {freshnessWords[freshness]}
            </li>
          ))}
        </ul>
      )}
      <Versions
        item={item}
        onRestore={(restore) => change(() => ask('edit', { id: item.id, restore, seen: item.content }))}
      />
      {Object.keys(outcomes).length === 0 ? null : (
        <>
          <h3>What came of it</h3>
          <ul>
            {Object.entries(outcomes).map(([kind, count]) => (
              <li key={kind}>
                <Tag tone={outcomeTones[kind as keyof typeof outcomeTones]}>{count}×</Tag>{' '}
                {outcomeWords[kind as keyof typeof outcomeWords]}
              </li>
            ))}
          </ul>
        </>
      )}
      {links.length === 0 ? null : (
        <>
          <h3>Linked with</h3>
          <ul>
            {links.map((link) => (
              <li key={`${link.relation}${link.id}`}>
                {link.relation.replaceAll('_', ' ')} <a href={hrefTo({ id: link.id })}>{link.title}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  );
}

/** The texts that it had, each beside the one that came for it. */
function Versions(props: { readonly item: MemoryItem; readonly onRestore: (version: string) => void }) {
  const { answer } = useAsk('history', { id: props.item.id });
  const [, ...before] = answer?.versions ?? [];
  if (answer === undefined || before.length === 0) return null;
  return (
    <>
      <h3>What it said before</h3>
      {before.map(({ id, principal, content, untilMs = 0 }, at) => (
        <details key={id}>
          <summary>
            Said by {principal}, until <Moment atMs={untilMs} />
          </summary>
          <Diff
            before={content}
            after={answer.versions[at]?.content ?? ''}
            titles={['It said', at === 0 ? 'It says now' : 'Then it said']}
          />
          {isPerson() ? <Button name="Bring it back" onClick={() => props.onRestore(id)} /> : null}
        </details>
      ))}
    </>
  );
}

/**
 * Edits the text of a memory. Where another change came first, both texts stand side by side, so that none is lost.
 */
export function Editor(props: {
  readonly item: MemoryItem;
  readonly onDone: () => void;
  /** Saves the words. Default: as an edit of the memory. */
  readonly save?: (content: string, seen: string) => Promise<unknown>;
}) {
  const { item, onDone } = props;
  const [content, setContent] = useState<string>(item.content);
  // The text when editing began; a change from elsewhere leaves the typed text alone.
  const [seen, setSeen] = useState<string>(item.content);
  const [fault, setFault] = useState<Fault>();
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  const save = async (over: string) => {
    try {
      await (props.save?.(content, over) ?? ask('edit', { id: item.id, content, seen: over }));
      noteChange();
      onDone();
    } catch (error) {
      setFault(toFault(error));
    }
  };
  const theirs =
    fault?.status === 409 ? String(fault.data.content) : item.content === seen ? undefined : item.content;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save(seen);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(seen);
      }}
    >
      {theirs === undefined || theirs === content ? (
        <FaultNote fault={fault} />
      ) : (
        <div class="note warn" role="alert">
          <strong>It was changed elsewhere while you wrote. Nothing is lost: choose.</strong>
          <Diff before={theirs} after={content} titles={['It says now', 'You wrote']} />
          <div class="actions">
            <Button
              name="Write mine over it"
              onClick={() => {
                setSeen(theirs);
                save(theirs);
              }}
            />
            <Button
              name="Go on from theirs"
              onClick={() => {
                setContent(theirs);
                setSeen(theirs);
                setFault(undefined);
              }}
            />
          </div>
        </div>
      )}
      <label>
        <span class="quiet">Text</span>
        <textarea value={content} ref={box} onInput={(event) => setContent(event.currentTarget.value)} />
      </label>
      <div class="actions">
        <button type="submit">{props.save === undefined ? 'Save' : 'Approve these words'}</button>
        <Button name="Cancel" onClick={onDone} />
        <span class="quiet">
          The text it has now is kept in its history. Ctrl Enter saves, Escape cancels.
        </span>
      </div>
    </form>
  );
}
