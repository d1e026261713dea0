import { offerToBegin } from '../offer-to-begin.ts';
import { blank } from '../rendering/page.ts';
import { renderStatus } from '../rendering/render-status.ts';
import type { Answer, Session } from '../session.ts';

const shownHotspots = 5;

export async function runStatus(session: Session): Promise<Answer> {
  const { memory, options, signal, onProgress } = session;
  const opened = await memory();
  const index = await opened.index({ asOf: options.asOf, signal, onProgress });
  const begun = await offerToBegin(session, opened, index);
  const status = await opened.status();
  const hotspots = await opened.hotspots({ asOf: options.asOf, limit: shownHotspots });
  const value = { index, status, hotspots };
  return {
    value,
    lines: (page) => [...begun.flatMap(({ lines }) => [...lines(page), blank]), ...renderStatus(value, page)],
  };
}
