import type { MemoryHome } from '../../api/home.ts';
import type { FailureView, VariantView } from '../../model/answers/failure-answers.ts';
import type { RecalledMemory } from '../../model/answers/recollection.ts';
import { isAfterwitError } from '../../model/errors.ts';
import { redact } from '../../redaction/redact.ts';
import { readMatchRequest } from '../input/read-match-request.ts';
import { renderMatch } from '../rendering/render-match.ts';
import type { Answer, Session } from '../session.ts';

export async function runMatch(session: Session): Promise<Answer> {
  const request = await readMatchRequest(session);
  const memory = await session.memory();
  const recollection = await memory.recall(request);
  const { json } = session.options;
  const command = plainCommand(request.failure?.command);
  const views = json ? [] : await viewsOf(recollection.memories, await session.home());
  return {
    value: recollection,
    lines: (page) => renderMatch(recollection, { views, command }, page),
  };
}

/** Occurrences and outcomes of each candidate. */
async function viewsOf(
  memories: readonly RecalledMemory[],
  home: MemoryHome,
): Promise<readonly VariantView[]> {
  const variants = memories.filter(({ item }) => item.body?.kind === 'variant');
  const failures = await Promise.all(variants.map(({ item }) => failureOf(item.id, home)));
  return failures.flatMap((failure) => failure?.variants ?? []);
}

/** A memory that was forgotten in the meantime must not prevent the answer. */
async function failureOf(id: string, home: MemoryHome): Promise<FailureView | undefined> {
  try {
    return await home.failure(id);
  } catch (fault) {
    if (isAfterwitError(fault) && fault.code === 'ITEM_NOT_FOUND') return undefined;
    throw fault;
  }
}

/** The command to show in an answer; undefined when it contains a secret. */
function plainCommand(command: string | undefined): string | undefined {
  return command !== undefined && redact(command) === command ? command : undefined;
}
