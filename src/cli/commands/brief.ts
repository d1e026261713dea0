import { readText } from '../input/read-text.ts';
import { renderBrief } from '../rendering/render-brief.ts';
import type { Answer, Session } from '../session.ts';

const example = 'afterwit brief "move the parser to a worker"';

export async function runBrief(session: Session): Promise<Answer> {
  const {
    arguments: [text],
    options,
  } = session;
  const query = text === undefined ? undefined : await readText(session, { example });
  const memory = await session.memory();
  const brief = await memory.brief({ query, files: options.file, budgetTokens: options.budget });
  return {
    value: brief,
    lines: (page) => renderBrief(brief, page),
    ...(options.pack ? { verbatim: brief.pack.text } : {}),
  };
}
