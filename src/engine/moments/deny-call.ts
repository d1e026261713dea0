import { isExpired } from '../../lifecycle/expiry.ts';
import type { MomentAnswer } from '../../model/answers/recollection.ts';
import type { DecisionId, DecisionReceipt } from '../../model/decision.ts';
import { isHard, type MemoryItem } from '../../model/memory-item.ts';
import type { Speaker } from '../../model/provenance.ts';
import { changedFiles, startedCommands } from '../../query/commands/command-signature.ts';
import { redact } from '../../redaction/redact.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { writeReceipt } from '../recall/record-decision.ts';

/** An agent's next act: a change of a file, by its path from the top of the working tree, or a command. */
type PlannedCall = { readonly path: string } | { readonly command: string };

/** Agents that take a refusal from a hook, before the call. */
const stoppable: ReadonlySet<string> = new Set(['claude-code', 'codex']);

/**
 * Whether a hard rule stops a tool call of an agent, each time. Only a rule that a person said and marked stops one, also
 * when its file changed since. Leaves a receipt, but also stops the call where none can be written. Undefined where no rule
 * stops it, or the agent cannot be stopped.
 */
export async function denyCall(
  call: PlannedCall,
  speaker: Speaker,
  dependencies: RecallDependencies,
): Promise<MomentAnswer | undefined> {
  const { store, scopes, clock, settings } = dependencies;
  if (!stoppable.has(speaker.name)) return undefined;
  const terms = { nowMs: clock.nowMs(), settings: settings.memory };
  const stops = stopping(call, dependencies);
  const [rule] = store.read((reader) =>
    reader
      .items({ scopes, kinds: ['lesson'], types: ['constraint'], statuses: ['active'], quarantined: false })
      .filter((item) => isHard(item) && stops(item) && !isExpired(item, terms)),
  );
  if (rule === undefined) return undefined;
  const written = await writeReceipt(receiptOf(rule, call, speaker, dependencies), {}, dependencies);
  const id = rule.id.slice(0, 8);
  const lift = `Do not work around it. Only a person can lift it: \`afterwit edit ${id} --no-hard\` in a terminal of their own.`;
  return {
    kind: 'denied',
    reason: `A person's rule stops this call (${id}): ${rule.content}\n${lift}`,
    ...(written === undefined ? {} : { decisionId: written.id }),
  };
}

function receiptOf(
  { id, tokenCost }: MemoryItem,
  call: PlannedCall,
  speaker: Speaker,
  { random, clock, repositoryId, scopes }: RecallDependencies,
): DecisionReceipt {
  return {
    id: random.uuid() as DecisionId,
    atMs: clock.nowMs(),
    moment: 'before_call',
    ...(repositoryId === undefined ? {} : { repositoryId }),
    scopes,
    ...(speaker.session === undefined ? {} : { session: speaker.session }),
    client: speaker.name,
    query: redact('path' in call ? `change ${call.path}` : call.command.slice(0, longestTold)),
    considered: [
      {
        itemId: id,
        score: { value: 1, description: 'a hard rule names what the call does', parts: [] },
        relevance: 1,
        strength: 'similar',
        freshness: 'none',
        admission: { admitted: true, refusals: [], warnings: [] },
        tokenCost,
        shown: true,
      },
    ],
    budgetTokens: tokenCost,
    usedTokens: tokenCost,
    countsLater: true,
  };
}

const longestTold = 300;

/** Judges whether a rule stops this call: by the rule's own command, or by a file that the call plainly changes. */
function stopping(call: PlannedCall, { files }: RecallDependencies): (rule: MemoryItem) => boolean {
  if ('path' in call) return ({ references }) => references.some((named) => isWithin(call.path, named));
  const commands = startedCommands(call.command);
  const changed = changedFiles(commands).flatMap(({ path, isFolder }) => {
    const inside = files?.relative(path);
    return inside === undefined ? [] : [{ path: inside, isFolder }];
  });
  return ({ body, references }) => {
    if (body?.kind !== 'hard_rule') return false;
    const wanted = body.command === undefined ? [] : (startedCommands(body.command)[0]?.words ?? []);
    if (wanted.length > 0 && commands.some(({ words }) => holdsInOrder(words, wanted))) return true;
    return references.some((named) =>
      changed.some(({ path, isFolder }) => isWithin(path, named) || (isFolder && isWithin(named, path))),
    );
  };
}

function isWithin(path: string, named: string): boolean {
  return path === named || path.startsWith(`${named}/`);
}

/** Whether a command has the same program, and all other words in this order, with any words between them. */
function holdsInOrder(
  [program, ...words]: readonly string[],
  [first, ...wanted]: readonly string[],
): boolean {
  let at = 0;
  for (const word of words) if (word === wanted[at]) at += 1;
  return program === first && at === wanted.length;
}
