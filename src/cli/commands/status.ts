import { renderStatus } from '../rendering/render-status.ts';
import type { Answer, Session } from '../session.ts';

const shownHotspots = 5;

export async function runStatus({ memory, options, signal, onProgress }: Session): Promise<Answer> {
  const opened = await memory();
  const index = await opened.index({ asOf: options.asOf, signal, onProgress });
  const status = await opened.status();
  const hotspots = await opened.hotspots({ asOf: options.asOf, limit: shownHotspots });
  const value = { index, status, hotspots };
  return { value, lines: (page) => renderStatus(value, page) };
}
