import { renderEntities } from '../rendering/render-entity.ts';
import type { Answer, Session } from '../session.ts';

export async function runEntity({ memory, arguments: [name = ''], options }: Session): Promise<Answer> {
  const opened = await memory();
  const view = await opened.entity(name, { asOf: options.asOf });
  return { value: view, lines: (page) => renderEntities(view, page) };
}
