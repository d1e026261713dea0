import { renderItem } from '../rendering/render-item.ts';
import { renderItems } from '../rendering/render-items.ts';
import type { Answer, Session } from '../session.ts';

export async function runList({ home, options }: Session): Promise<Answer> {
  const opened = await home();
  const list = await opened.list({
    where: options.all ? 'all' : undefined,
    types: options.type && [options.type],
    statuses: options.status && [options.status],
    limit: options.limit,
  });
  return { value: list, lines: (page) => renderItems(list, page) };
}

export async function runShow({ home, arguments: [id = ''] }: Session): Promise<Answer> {
  const opened = await home();
  const view = await opened.show(id);
  return { value: view, lines: (page) => renderItem(view, page) };
}
