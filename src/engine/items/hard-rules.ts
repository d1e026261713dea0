import type { EditedItem } from '../../model/answers/item-answers.ts';
import { type AfterwitError, invalidArgument } from '../../model/errors.ts';
import type { HardRuleBody } from '../../model/item-body.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { startedCommands } from '../../query/commands/command-signature.ts';
import { redact } from '../../redaction/redact.ts';
import { changeItem, type ReviewRequest, requirePerson } from './review-request.ts';

/** The body of a rule that is to stop calls. @throws NEEDS_PERSON, INVALID_ARGUMENT */
export function draftHardRule(
  {
    command,
    files = [],
  }: { readonly command?: string | undefined; readonly files?: readonly string[] | undefined },
  speaker: ReviewRequest['speaker'],
): HardRuleBody {
  requirePerson(speaker, 'make a rule that stops calls');
  if (files.some((file) => /(?<=.{2}):[^:/\\]*$/.test(file)))
    throw invalidArgument('A hard rule is about whole files: name the file without a symbol.');
  if (command === undefined && files.length === 0) throw aboutNothing();
  if (command === undefined) return { kind: 'hard_rule' };
  const words = redact(command.trim());
  if (startedCommands(words).length === 0)
    throw invalidArgument('The command has no words. Name it as it is typed: "git push --force".');
  return { kind: 'hard_rule', command: words };
}

/** Makes a rule stop calls from now on, or not any more. @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT */
export async function setHardness(request: ReviewRequest, hard: boolean): Promise<EditedItem> {
  return await changeItem(request, 'say whether a rule stops calls', (before, transaction) => {
    const { body, ...rest } = before;
    const isRule = before.type === 'constraint' && before.trust === 'user' && before.status === 'active';
    if (hard && !(isRule && (body === undefined || body.kind === 'hard_rule')))
      throw invalidArgument('Only a constraint that a person said can be hard.');
    if (hard && body === undefined && before.references.length === 0) throw aboutNothing();
    const item: MemoryItem = {
      ...(hard || body?.kind !== 'hard_rule' ? before : rest),
      ...(hard ? { body: body ?? { kind: 'hard_rule' } } : {}),
      updatedAtMs: Math.max(before.updatedAtMs, request.nowMs),
    };
    transaction.updateItem(item);
    return { item, before, waits: false };
  });
}

function aboutNothing(): AfterwitError {
  return invalidArgument('A hard rule needs a file (--file) or a command (--command) that it is about.');
}
