import { renderCoupled } from '../rendering/render-files.ts';
import { type Answer, asOfOption, limitOption, type Session } from '../session.ts';

export async function runCoupled({ memory, arguments: [path = ''], options }: Session): Promise<Answer> {
  const opened = await memory();
  const coupled = await opened.coupledFiles(path, { ...asOfOption(options), ...limitOption(options) });
  return { value: coupled, lines: (page) => renderCoupled(coupled, page) };
}
