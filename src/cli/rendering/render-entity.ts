import type { CodeEntity, EntityView, NeighbourGroup, NeighbourRelation } from '../../model/code.ts';
import { countOf } from '../../wording/format-number.ts';
import { type Line, type LinePart, line, span, splitLines } from '../terminal/line.ts';
import { blank, joinParts, labelled, type Page } from './page.ts';
import { nodeName, nodePlace, renderAlternatives, renderUnknown } from './render-nodes.ts';

const shownNeighbours = 8;

const relationNames: Readonly<Record<NeighbourRelation, string>> = {
  contained_by: 'in',
  contains: 'contains',
  inherits: 'inherits',
  inherited_by: 'heirs',
  calls: 'calls',
  called_by: 'callers',
  imports: 'imports',
  imported_by: 'used by',
};

/** Answer of `entity`. */
export function renderEntities(view: EntityView, page: Page): readonly Line[] {
  if (view.entities.length === 0) return renderUnknown(view.name, view.alternatives, page);
  return [
    ...view.entities.flatMap((entity, position) => [
      ...(position === 0 ? [] : [blank]),
      ...renderEntity(entity, page),
    ]),
    ...renderAlternatives('entity', view.alternatives, page),
  ];
}

function renderEntity(entity: CodeEntity, page: Page): readonly Line[] {
  const { node, neighbours } = entity;
  return [
    line(nodeName(node), '  ', nodePlace(node), span(`  ${node.kind}`, 'dim')),
    ...neighbours.flatMap((group) => renderNeighbours(group, page)),
    ...renderSource(entity),
  ];
}

function renderNeighbours({ relation, nodes, total }: NeighbourGroup, page: Page): readonly Line[] {
  const shown = nodes.slice(0, shownNeighbours);
  const rest = total - shown.length;
  const parts: readonly LinePart[] = [
    ...shown.map(nodeName),
    ...(rest > 0 ? [span(`+${rest} more`, 'dim')] : []),
  ];
  return labelled(relationNames[relation], joinParts(parts), page);
}

/** Source lines, each with its number. */
function renderSource({ source }: CodeEntity): readonly Line[] {
  if (source === undefined) return [];
  const { text, startLine, omittedLines } = source;
  const lines = splitLines(text);
  const digits = String(startLine + lines.length).length;
  return [
    blank,
    ...lines.map((row, position) =>
      line(span(`${String(startLine + position).padStart(digits)}  `, 'dim'), row),
    ),
    ...(omittedLines > 0 ? [line(span(`… ${countOf(omittedLines, 'more line')}`, 'dim'))] : []),
  ];
}
