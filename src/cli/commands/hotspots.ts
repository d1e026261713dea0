import { renderHotspots } from '../rendering/render-files.ts';
import { type Answer, asOfOption, limitOption, type Session } from '../session.ts';

export async function runHotspots({ memory, options }: Session): Promise<Answer> {
  const opened = await memory();
  const list = await opened.hotspots({ ...asOfOption(options), ...limitOption(options) });
  return { value: list, lines: (page) => renderHotspots(list, page) };
}
