import { renderHotspots } from '../rendering/render-files.ts';
import type { Answer, Session } from '../session.ts';

export async function runHotspots({ memory, options }: Session): Promise<Answer> {
  const opened = await memory();
  const list = await opened.hotspots({ asOf: options.asOf, limit: options.limit, all: options.all });
  return { value: list, lines: (page) => renderHotspots(list, page, options.all) };
}
