import type { CodeView } from '../../src/engine/snapshot/open-code.ts';
import { codeStructure, type StructureSketch } from './code-structure.ts';
import { idOf } from './commit-history.ts';

/** A tree of sketched files; the id of a file's blob is its path behind `blob of`. */
export function codeView(sketches: Readonly<Record<string, StructureSketch>>, commit = idOf('a')): CodeView {
  return {
    commit,
    files: Object.keys(sketches).map((path) => ({ path })),
    blobIdOf: (path) => (path in sketches ? `blob of ${path}` : undefined),
    structureOf(path) {
      const sketch = sketches[path];
      return sketch === undefined ? undefined : codeStructure(sketch);
    },
  };
}
