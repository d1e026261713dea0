import { isExpired } from '../../lifecycle/expiry.ts';
import type { EditedItem } from '../../model/answers/item-answers.ts';
import type { MomentAnswer } from '../../model/answers/recollection.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { HardRuleBody } from '../../model/item-body.ts';
import { isHard, type MemoryItem } from '../../model/memory-item.ts';
import type { Speaker } from '../../model/provenance.ts';
import { startedCommands } from '../../query/commands/command-signature.ts';
import { redact } from '../../redaction/redact.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { changeItem, type ReviewRequest, requirePerson } from './review-request.ts';

/** What an agent is about to do. */
export interface PlannedCall {
  /** File that is to be changed, from the top of the working tree. */
  readonly path?: string;
  readonly command?: string;
}

/** Agents that take a refusal from a hook, before the call. */
const stoppable: ReadonlySet<string> = new Set(['claude-code', 'codex']);

/**
 * Whether a hard rule stops a call of an agent's tool, each time that it is made. Nothing but what a person said, and marked, stops one;
 * whether the file changed since does not matter. Undefined where none does, or the agent cannot be stopped.
 */
export function denyCall(
  call: PlannedCall,
  speaker: Speaker,
  { store, scopes, clock, settings }: Pick<RecallDependencies, 'store' | 'scopes' | 'clock' | 'settings'>,
): MomentAnswer | undefined {
  if (!stoppable.has(speaker.name)) return undefined;
  const terms = { nowMs: clock.nowMs(), settings: settings.memory };
  const [rule] = store.read((reader) =>
    reader
      .items({ scopes, kinds: ['lesson'], types: ['constraint'], statuses: ['active'], quarantined: false })
      .filter((item) => isHard(item) && stops(item, call) && !isExpired(item, terms)),
  );
  if (rule === undefined) return undefined;
  const id = rule.id.slice(0, 8);
  const lift = `Do not work around it. Only a person can lift it: \`afterwit edit ${id} --no-hard\` in a terminal of their own.`;
  return { kind: 'denied', reason: `A person's rule stops this call (${id}): ${rule.content}\n${lift}` };
}

function stops({ body, references }: MemoryItem, { path, command }: PlannedCall): boolean {
  if (path !== undefined) return references.some((named) => path === named || path.startsWith(`${named}/`));
  if (body?.kind !== 'hard_rule' || body.command === undefined || command === undefined) return false;
  const wanted = wordsOf(body.command);
  return startedCommands(command).some(({ words }) => holdsInOrder(words, wanted));
}

function wordsOf(command: string): readonly string[] {
  return startedCommands(command)[0]?.words ?? [];
}

/** The same program, and all other words in this order, whatever stands between them. */
function holdsInOrder(
  [program, ...words]: readonly string[],
  [first, ...wanted]: readonly string[],
): boolean {
  let at = 0;
  for (const word of words) if (word === wanted[at]) at += 1;
  return program === first && at === wanted.length;
}

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
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'A hard rule is about whole files: name the file without a symbol.',
    );
  if (command === undefined && files.length === 0) throw aboutNothing();
  if (command === undefined) return { kind: 'hard_rule' };
  const words = redact(command.trim());
  if (wordsOf(words).length === 0)
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'The command has no words. Name it as it is typed: "git push --force".',
    );
  return { kind: 'hard_rule', command: words };
}

/** Makes a rule stop calls from now on, or not any more. @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT */
export async function setHardness(request: ReviewRequest, hard: boolean): Promise<EditedItem> {
  return await changeItem(request, 'say whether a rule stops calls', (before, transaction) => {
    const { body, ...rest } = before;
    const isRule = before.type === 'constraint' && before.trust === 'user' && before.status === 'active';
    if (hard && !(isRule && (body === undefined || body.kind === 'hard_rule')))
      throw new AfterwitError('INVALID_ARGUMENT', 'Only a constraint that a person said can be hard.');
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
  return new AfterwitError(
    'INVALID_ARGUMENT',
    'A hard rule needs a file (--file) or a command (--command) that it is about.',
  );
}
