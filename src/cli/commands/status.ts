import { hotspots } from '../../api/operations/hotspots.ts';
import { inputOf } from '../input/input-of.ts';
import { offerToBegin } from '../offer-to-begin.ts';
import { blank } from '../rendering/page.ts';
import { renderStatus } from '../rendering/render-status.ts';
import type { Answer, Session } from '../session.ts';

const shownHotspots = 5;

export async function runStatus(session: Session): Promise<Answer> {
  const { memory, signal, onProgress } = session;
  const { asOf } = await inputOf(hotspots, session);
  const opened = await memory();
  const index = await opened.index({ asOf, signal, onProgress });
  const begun = await offerToBegin(session, opened, index);
  const status = await opened.status();
  const hottest = await opened.hotspots({ asOf, limit: shownHotspots });
  const value = { index, status, hotspots: hottest };
  return {
    value,
    lines: (page) => [...begun.flatMap(({ lines }) => [...lines(page), blank]), ...renderStatus(value, page)],
  };
}
