import { hotspots } from '../../api/operations/hotspots.ts';
import { inputOf } from '../input/input-of.ts';
import { renderHotspots } from '../rendering/render-files.ts';
import type { Answer, Session } from '../session.ts';

export async function runHotspots(session: Session): Promise<Answer> {
  const input = await inputOf(hotspots, session);
  const answer = await (await session.memory()).hotspots(input);
  return { value: answer, lines: (page) => renderHotspots(answer, page, input.all) };
}
