import { list } from '../../api/operations/list.ts';
import { show } from '../../api/operations/show.ts';
import { inputOf } from '../input/input-of.ts';
import { renderItem } from '../rendering/render-item.ts';
import { renderItems } from '../rendering/render-items.ts';
import type { Answer, Session } from '../session.ts';

export async function runList(session: Session): Promise<Answer> {
  const input = await inputOf(list, session);
  const answer = await (await session.home()).list(input);
  return { value: answer, lines: (page) => renderItems(answer, page) };
}

export async function runShow(session: Session): Promise<Answer> {
  const { id } = await inputOf(show, session);
  const answer = await (await session.home()).show(id);
  return { value: answer, lines: (page) => renderItem(answer, page) };
}
