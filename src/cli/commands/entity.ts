import { entity } from '../../api/operations/entity.ts';
import { inputOf } from '../input/input-of.ts';
import { renderEntities } from '../rendering/render-entity.ts';
import type { Answer, Session } from '../session.ts';

export async function runEntity(session: Session): Promise<Answer> {
  const { name, ...options } = await inputOf(entity, session);
  const answer = await (await session.memory()).entity(name, options);
  return { value: answer, lines: (page) => renderEntities(answer, page) };
}
