import { hotspots as operation } from '../../api/operations.ts';
import { neutraliseControls } from '../../redaction/neutralise-controls.ts';
import { isoDate } from '../../wording/format-date.ts';
import { countOf } from '../../wording/format-number.ts';
import { defineTool, reading } from './tool.ts';

export const hotspots = defineTool({
  name: 'hotspots',
  description: 'Source files that change most, lately above all.',
  input: operation.input,
  annotations: reading,
  async answer(memory, { limit }) {
    const { hotspots: found } = await memory.hotspots({ limit });
    const lines = found.map(({ path, changes, lastChangedAtMs }) =>
      neutraliseControls(`${path} · ${countOf(changes, 'change')}, last ${isoDate(lastChangedAtMs)}`),
    );
    if (lines.length === 0) return { text: 'The history names no source file.' };
    return { text: '', foreign: lines.join('\n') };
  },
});
