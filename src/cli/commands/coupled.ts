import { renderCoupled } from '../rendering/render-files.ts';
import type { Answer, Session } from '../session.ts';

export async function runCoupled({ memory, arguments: [path = ''], options }: Session): Promise<Answer> {
  const opened = await memory();
  const coupled = await opened.coupledFiles(path, { asOf: options.asOf, limit: options.limit });
  return { value: coupled, lines: (page) => renderCoupled(coupled, page) };
}
