import { readText } from '../input/read-text.ts';
import { renderGuardrails } from '../rendering/render-guardrails.ts';
import { type Answer, limitOption, type Session } from '../session.ts';

const example = 'afterwit guardrails "add a migration" --file src/schema.ts';

export async function runGuardrails(session: Session): Promise<Answer> {
  const {
    arguments: [text],
    options,
  } = session;
  const query = text === undefined ? undefined : await readText(session, { example });
  const memory = await session.memory();
  const list = await memory.guardrails({
    ...(query === undefined ? {} : { query }),
    ...(options.command === undefined ? {} : { command: options.command }),
    ...(options.file === undefined ? {} : { files: options.file }),
    ...limitOption(options),
  });
  return { value: list, lines: (page) => renderGuardrails(list, page) };
}
