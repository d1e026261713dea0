import * as z from 'zod';
import { neutraliseControls } from '../../redaction/neutralise-controls.ts';
import { isoDate } from '../../wording/format-date.ts';
import { countOf } from '../../wording/format-number.ts';
import { defineTool, reading } from './tool.ts';

const mostFiles = 100;

export const hotspots = defineTool({
  name: 'hotspots',
  description: 'Source files that change most, lately above all.',
  input: z.strictObject({ limit: z.int().min(1).max(mostFiles).optional() }),
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
