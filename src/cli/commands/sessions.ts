import { renderSessions } from '../rendering/render-sessions.ts';
import type { Answer, Session } from '../session.ts';

export async function runSessions({ memory, options }: Session): Promise<Answer> {
  const list = await (await memory()).sessions({ limit: options.limit });
  return { value: list, lines: (page) => renderSessions(list, page) };
}
