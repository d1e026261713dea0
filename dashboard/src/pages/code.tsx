import type { ComponentChildren } from 'preact';
import type { CodeEdge, ReachedNode } from '../../../src/model/code.ts';
import { countOf, formatCount, formatShare } from '../../../src/wording/formats.ts';
import { type AnswerOf, jsonHref } from '../api.ts';
import { Graph } from '../graph.tsx';
import { useKeys } from '../keys.ts';
import { Empty } from '../later-parts.tsx';
import { useAsk } from '../live.ts';
import { FaultNote, Heading, Moment } from '../parts.tsx';
import { go, hrefTo, textOf } from '../route.ts';

const mostNodes = 60;
const hottest = { limit: 30 } as const;

/** How does this repository hang together? */
export function Code() {
  const hot = useAsk('hotspots', hottest, true);
  const hotspots = hot.answer?.hotspots ?? [];
  const asked = textOf('node') ?? hotspots[0]?.path;
  const place = hotspots.findIndex(({ path }) => path === asked);
  const select = (at: number) => {
    const next = hotspots[Math.max(0, Math.min(hotspots.length - 1, at))];
    if (next !== undefined) go({ node: next.path }, 'replace');
  };
  useKeys({
    j: { does: 'Next hot file', run: () => select(place + 1) },
    k: { does: 'Hot file before', run: () => select(place - 1) },
  });
  return (
    <>
      <Heading question="How does this repository hang together?" json={jsonHref('hotspots', hottest)} />
      <FaultNote fault={hot.fault} />
      {hot.answer === undefined ? (
        hot.fault === undefined && <p class="quiet">Reading the history and the code…</p>
      ) : (
        <div class="settled whole">
          <Hotspots answer={hot.answer} chosen={asked} />
          {asked === undefined ? (
            <Empty title="No source file has changed yet">
              <p>
                Hot files are listed once commits change some. <code>afterwit index</code> reads the history.
              </p>
            </Empty>
          ) : (
            <Around node={asked} />
          )}
        </div>
      )}
    </>
  );
}

function Hotspots(props: { readonly answer: AnswerOf<'hotspots'>; readonly chosen: string | undefined }) {
  const { hotspots, halfLifeDays, commitCount } = props.answer;
  return (
    <section aria-labelledby="hot">
      <h2 id="hot">What changes most</h2>
      <p class="quiet">
        {countOf(commitCount, 'commit')}; a change counts half after {halfLifeDays} days
      </p>
      <ol class="paths">
        {hotspots.map(({ path, heat, changes, lastChangedAtMs }) => (
          <li key={path}>
            <a href={hrefTo({ node: path })} aria-current={path === props.chosen ? 'true' : undefined}>
              {path}
            </a>
            <meter
              min={0}
              max={hotspots[0]?.heat ?? 1}
              value={heat}
              aria-label={`heat of ${path}`}
              title={heat.toFixed(1)}
            />
            <small>
              {formatCount(changes)} changes, <Moment atMs={lastChangedAtMs} />
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The code around one node, and what changes with its file. */
function Around({ node }: { readonly node: string }) {
  const input = { node, depth: textOf('depth') === '2' ? 2 : 1, limit: mostNodes };
  const { answer, fault } = useAsk('traverse', input);
  const start = answer?.nodes[0];
  return (
    <>
      <section aria-labelledby="around">
        <PartHeading id="around" title="What it is connected to" json={jsonHref('traverse', input)}>
          {[1, 2].map((depth) => (
            <a
              key={depth}
              class="choice"
              href={hrefTo({ depth: String(depth) })}
              aria-current={depth === input.depth ? 'true' : undefined}
            >
              {depth === 1 ? 'one step' : 'two steps'}
            </a>
          ))}
        </PartHeading>
        <FaultNote fault={fault} />
        {answer === undefined ? (
          fault === undefined && <p class="quiet">Reading the code…</p>
        ) : start === undefined ? (
          <Unknown node={node} alternatives={answer.alternatives} />
        ) : (
          <>
            <Graph start={start} answer={answer} />
            <Neighbours start={start} answer={answer} />
          </>
        )}
      </section>
      {start === undefined || start.kind === 'directory' ? null : <Coupled path={start.path} />}
    </>
  );
}

function PartHeading(props: {
  readonly id: string;
  readonly title: string;
  readonly json: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <header class="heading">
      <h2 id={props.id}>{props.title}</h2>
      {props.children}
      <a class="quiet" href={props.json} target="_blank" rel="noreferrer" aria-label={`JSON: ${props.title}`}>
        JSON
      </a>
    </header>
  );
}

function Unknown(props: Pick<AnswerOf<'traverse'>, 'alternatives'> & { readonly node: string }) {
  return (
    <>
      <p>
        Nothing that was read of the code is called <code>{props.node}</code>.
      </p>
      <ul class="paths">
        {props.alternatives.map(({ id, name, path }) => (
          <li key={id}>
            <a href={hrefTo({ node: id })}>{name}</a> <small>{path}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

const ways: Readonly<Record<CodeEdge['kind'], readonly [out: string, into: string]>> = {
  contains: ['Contains', 'Lies in'],
  imports: ['Imports', 'Imported by'],
  calls: ['Calls', 'Called by'],
  inherits: ['Inherits from', 'Inherited by'],
};

function Neighbours(props: { readonly start: ReachedNode; readonly answer: AnswerOf<'traverse'> }) {
  const { start, answer } = props;
  const nodeOf = new Map(answer.nodes.map((node) => [node.id, node]));
  const groups = new Map<string, ReachedNode[]>();
  for (const { kind, from, to } of answer.edges) {
    if (from !== start.id && to !== start.id) continue;
    const node = nodeOf.get(from === start.id ? to : from);
    const name = ways[kind][from === start.id ? 0 : 1];
    if (node !== undefined) groups.set(name, [...(groups.get(name) ?? []), node]);
  }
  const further = answer.nodes.filter(({ distance }) => distance > 1);
  if (further.length > 0) groups.set('Two steps away', further);
  return (
    <>
      {[...groups].map(([name, nodes]) => (
        <section key={name} aria-label={name}>
          <h3>
            {name} <span class="quiet">{nodes.length}</span>
          </h3>
          <ul class="paths">
            {nodes.map(({ id, name: label, path, kind }) => (
              <li key={id}>
                <a href={hrefTo({ node: kind === 'file' ? path : id })}>{label}</a>{' '}
                <small>{path === start.path || kind === 'file' ? kind : path}</small>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {groups.size === 0 ? <p class="quiet">Nothing that was read leads to it or from it.</p> : null}
      {answer.omitted > 0 ? (
        <p class="quiet">and {formatCount(answer.omitted)} more than fit the picture</p>
      ) : null}
    </>
  );
}

function Coupled({ path }: { readonly path: string }) {
  const input = { path, limit: 20 };
  const { answer, fault } = useAsk('coupledFiles', input);
  return (
    <section aria-labelledby="coupled">
      <PartHeading id="coupled" title="What changes with it" json={jsonHref('coupledFiles', input)} />
      <FaultNote fault={fault} />
      {answer === undefined ? null : (
        <>
          <p class="quiet">
            <code>{path}</code> in {formatCount(answer.commits)} commits
            {answer.previousPaths.length > 0 ? `, also as ${answer.previousPaths.join(', ')}` : ''}
          </p>
          <ol class="paths">
            {answer.coupled.map(({ path: other, share, shareLow, together }) => (
              <li key={other}>
                <a href={hrefTo({ node: other })}>{other}</a>
                <meter min={0} max={1} value={share} aria-label={`share of ${other}`} />
                <small>
                  in {formatShare(share)} of them, {formatCount(together)} together; at least{' '}
                  {formatShare(shareLow)}
                </small>
              </li>
            ))}
          </ol>
          {answer.coupled.length === 0 ? <p class="quiet">No file changes with it often enough.</p> : null}
        </>
      )}
    </section>
  );
}
