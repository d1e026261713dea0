import { type CodeEdge, codeEdgeKinds, type ReachedNode } from '../../src/model/code.ts';
import type { AnswerOf } from './api.ts';

const size = { width: 760, height: 760, inner: 92, outer: 222 } as const;

interface Placed {
  readonly node: ReachedNode;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly distance: number;
}

/** The start in the middle, each step a ring; on the second ring, a node lies beside the one that led to it. */
function placeNodes({ nodes, edges }: AnswerOf<'traverse'>): ReadonlyMap<string, Placed> {
  const placed = new Map<string, Placed>();
  const isSingle = nodes.every(({ distance }) => distance <= 1);
  const parentAngle = ({ id }: ReachedNode) => {
    const edge = edges.find((one) => placed.has(one.from === id ? one.to : one.from) && touches(one, id));
    return (edge && placed.get(edge.from === id ? edge.to : edge.from)?.angle) ?? 0;
  };
  for (const distance of [0, 1, 2]) {
    const ring = nodes.filter((node) => node.distance === distance);
    const radius = distance === 0 ? 0 : distance === 1 && !isSingle ? size.inner : size.outer;
    const sorted =
      distance < 2
        ? ring
        : ring
            .map((node) => ({ node, by: parentAngle(node) }))
            .sort((a, b) => a.by - b.by)
            .map(({ node }) => node);
    sorted.forEach((node, at) => {
      const angle = (2 * Math.PI * (at + 0.5)) / ring.length;
      const [x, y] = [size.width / 2 + radius * Math.cos(angle), size.height / 2 + radius * Math.sin(angle)];
      placed.set(node.id, { node, x, y, angle, distance });
    });
  }
  return placed;
}

const touches = ({ from, to }: CodeEdge, id: string) => from === id || to === id;
/** Between the rings there is less room than beyond them. */
const longestLabels = { 0: 30, 1: 17, 2: 21 } as const;
const cut = (name: string, longest: number) =>
  name.length > longest ? `${name.slice(0, longest - 1)}…` : name;

/** A picture of the links; the list below says the same in words. */
export function Graph(props: { readonly start: ReachedNode; readonly answer: AnswerOf<'traverse'> }) {
  const { start, answer } = props;
  const placed = placeNodes(answer);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than a narrow window must be scrolled by keys too
    <figure class="graph" tabIndex={0}>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={`${start.name} and ${answer.nodes.length - 1} nodes around it, which are listed below`}
      >
        {answer.edges.map(({ from, to, kind }) => {
          const [a, b] = [placed.get(from), placed.get(to)];
          if (a === undefined || b === undefined) return null;
          return <line key={`${from}${to}${kind}`} x1={a.x} y1={a.y} x2={b.x} y2={b.y} class={kind} />;
        })}
        {[...placed.values()].map((one) => (
          <Dot key={one.node.id} placed={one} />
        ))}
      </svg>
      <figcaption class="quiet">
        {codeEdgeKinds.map((kind) => (
          <span key={kind} class="legend">
            <svg width="26" height="8" aria-hidden="true">
              <line x1="0" y1="4" x2="26" y2="4" class={kind} />
            </svg>{' '}
            {kind}
          </span>
        ))}
        <span class="legend">■ file or folder</span>
        <span class="legend">● in a file</span>
      </figcaption>
    </figure>
  );
}

/** Its name is written outwards along its ray; that of the start above it. */
function Dot({ placed: { node, x, y, angle, distance } }: { readonly placed: Placed }) {
  const isLeft = Math.cos(angle) < 0;
  const degrees = (angle * 180) / Math.PI + (isLeft ? 180 : 0);
  const kind = distance === 0 ? 'start' : '';
  const along =
    distance === 0
      ? { x: 0, y: -10, 'text-anchor': 'middle' }
      : {
          x: isLeft ? -9 : 9,
          y: 4,
          'text-anchor': isLeft ? 'end' : 'start',
          transform: `rotate(${degrees})`,
        };
  return (
    <g transform={`translate(${x} ${y})`}>
      <title>{`${node.kind} ${node.name}, ${node.path}`}</title>
      {node.kind === 'file' || node.kind === 'directory' ? (
        <rect x="-5" y="-5" width="10" height="10" class={kind} />
      ) : (
        <circle r="5" class={kind} />
      )}
      <text {...along}>{cut(node.name, longestLabels[distance as 0 | 1 | 2])}</text>
    </g>
  );
}
