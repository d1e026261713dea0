import { readText } from '../input/read-text.ts';
import { renderGuardrails } from '../rendering/render-guardrails.ts';
import type { Answer, Session } from '../session.ts';

const example = 'afterwit guardrails "add a migration" --file src/schema.ts';

export async function runGuardrails(session: Session): Promise<Answer> {
  const {
    arguments: [text],
    options,
  } = session;
  const query = text === undefined ? undefined : await readText(session, { example });
  const memory = await session.memory();
  const list = await memory.guardrails({
    query,
    command: options.command,
    files: options.file,
    limit: options.limit,
  });
  return { value: list, lines: (page) => renderGuardrails(list, page) };
}
