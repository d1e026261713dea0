import { buildCodeGraph, type CodeGraph } from '../../codebase/code-graph.ts';
import type { StructuredFile } from '../../codebase/resolve-imports.ts';
import type { CodeStructure } from '../../model/code.ts';
import type { CommitId } from '../../model/repository.ts';

/** The code of one tree, as the use cases see it. */
export interface CodeView {
  readonly commit: CommitId;
  /** Files that were read as code. */
  readonly files: readonly { readonly path: string; readonly blobId: string }[];
  structureOf(path: string): CodeStructure | undefined;
}

const graphs = new WeakMap<CodeView, CodeGraph>();

/** The code graph of a view, built on first use and cached with the view. */
export function codeGraphOf(code: CodeView): CodeGraph {
  let graph = graphs.get(code);
  if (graph === undefined) {
    graph = buildCodeGraph(
      code.files.flatMap(({ path }): readonly StructuredFile[] => {
        const structure = code.structureOf(path);
        return structure === undefined ? [] : [{ path, structure }];
      }),
    );
    graphs.set(code, graph);
  }
  return graph;
}
