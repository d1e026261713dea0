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
  output: z.object({ files: z.array(z.object({ path: z.string(), changes: z.number() })) }),
  annotations: reading,
  async answer(memory, { limit }) {
    const { hotspots: found } = await memory.hotspots({ limit });
    const lines = found.map(({ path, changes, lastChangedAtMs }) =>
      neutraliseControls(`${path} · ${countOf(changes, 'change')}, last ${isoDate(lastChangedAtMs)}`),
    );
    return {
      text: lines.length === 0 ? 'The history names no source file.' : lines.join('\n'),
      data: { files: found.map(({ path, changes }) => ({ path, changes })) },
    };
  },
});
