import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codeView } from '../../../tests/fakes/code-view.ts';
import { traverseCode } from '../../engine/code/code-graph.ts';
import { layOut } from '../page.ts';
import { lineWidth } from '../terminal/line.ts';
import { showTraversal } from './code.ts';

const name = fc.stringMatching(/^[a-z]{20,24}$/);

it('keeps within the page: names, places, edges, other nodes of the name', () => {
  fc.assert(
    fc.property(name, name, name, (folder, caller, callee) => {
      const code = codeView({
        [`src/${folder}/store.py`]: { symbols: [{ name: callee }, { name: caller }], calls: [callee] },
        [`lib/${folder}/main.py`]: { symbols: [{ name: callee }], imports: [`src.${folder}.store`] },
      });
      const lines = layOut(showTraversal(traverseCode({ code, node: callee, depth: 3 }), callee), {
        width: 80,
        nowMs: 0,
      });
      for (const row of lines) expect(lineWidth(row)).toBeLessThanOrEqual(80);
    }),
  );
});
