import { coupledFiles } from '../../api/operations/coupled-files.ts';
import { inputOf } from '../input/input-of.ts';
import { renderCoupled } from '../rendering/render-files.ts';
import type { Answer, Session } from '../session.ts';

export async function runCoupled(session: Session): Promise<Answer> {
  const { path, ...options } = await inputOf(coupledFiles, session);
  const answer = await (await session.memory()).coupledFiles(path, options);
  return { value: answer, lines: (page) => renderCoupled(answer, page) };
}
