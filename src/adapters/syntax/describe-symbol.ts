import type { Node } from 'web-tree-sitter';
import type { CodeSymbol, SymbolKind } from '../../model/code.ts';
import { commentAbove, docstringAt } from '../../text/code-comments.ts';
import { type Definition, textOf } from './captures.ts';
import type { LanguageRules } from './languages/language-rules.ts';
import { readBases } from './names.ts';

/** A symbol and the part of the text it covers. */
export interface PlacedSymbol {
  readonly symbol: CodeSymbol;
  readonly start: number;
  readonly end: number;
}

/** A definition, with its name and what it stands in. */
export interface PlacedDefinition {
  readonly definition: Definition;
  readonly name: string;
  readonly kind: Definition['kind'];
  readonly container: string | undefined;
  readonly path: string;
}

/** Beyond this column a line is written by machines; what stands above it says nothing. */
const farthestColumn = 2000;

export function describeSymbol(
  { definition, name, kind, container }: PlacedDefinition,
  outer: Node | undefined,
  text: string,
  rules: LanguageRules,
): PlacedSymbol {
  const first = outer ?? definition.node;
  const startLine = first.startPosition.row + 1;
  const { row, column } = definition.node.endPosition;
  const bases = definition.bases.flatMap((node) => readBases(textOf(node, text)));
  const documentation =
    rules.docstrings === true
      ? definition.body && docstringAt(text, definition.body.startIndex, 'symbol')
      : readCommentAbove(first, text, rules);
  return {
    symbol: {
      name,
      kind: kind as SymbolKind,
      ...(container !== undefined && { container }),
      startLine,
      // A node that ends with its line ends at the start of the next.
      endLine: Math.max(startLine, column === 0 ? row : row + 1),
      ...(bases.length > 0 && { bases }),
      ...(documentation !== undefined && { documentation }),
    },
    start: first.startIndex,
    end: definition.end,
  };
}

function readCommentAbove(node: Node, text: string, rules: LanguageRules): string | undefined {
  const { column } = node.startPosition;
  if (column > farthestColumn) return undefined;
  const line = node.startIndex - column;
  // With other code before it on its line, the comment is about that code.
  return /^[\w\s.]*$/.test(text.slice(line, node.startIndex))
    ? commentAbove(text, line, rules.comments)
    : undefined;
}
