import type { Memory } from '../api/memory.ts';
import type { IndexReport } from '../model/answers/memory-status.ts';
import { isAfterwitError } from '../model/errors.ts';
import { offerToRead } from './commands/mine-sessions.ts';
import { runSetup } from './commands/setup.ts';
import { sentence } from './rendering/page.ts';
import type { Answer, Session } from './session.ts';
import { isYes } from './terminal/ask-at-terminal.ts';
import { span } from './terminal/line.ts';

/**
 * The first time somebody asks about a repository at a terminal: offers to connect the agents of this machine and to learn from their
 * sessions, as `setup` and `mine-sessions` do. Any answer but yes changes nothing, and it is not asked again.
 * @returns what was done
 */
export async function offerToBegin(
  session: Session,
  memory: Memory,
  index: IndexReport,
): Promise<readonly Answer[]> {
  if (!session.isAtTerminal || index.commitsAdded === 0 || index.commitsAdded < index.commitCount) return [];
  const agents = await session.findAgents(session.options.repo);
  const names = agents.filter(({ found, connected }) => found && !connected).map(({ name }) => name);
  if (names.length > 0 && isYes(session.ask(questionAboutAgents(names))))
    return [await orWhyNot(runSetup(session))];
  const { transcripts } = await memory.planMining({});
  return transcripts.length === 0 ? [] : await offerToRead(session);
}

/** What was asked for is told all the same. */
async function orWhyNot(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (fault) {
    if (!isAfterwitError(fault) || fault.code === 'INTERRUPTED') throw fault;
    return { value: undefined, lines: (page) => sentence(page, span(fault.message, 'yellow')) };
  }
}

function questionAboutAgents(names: readonly string[]): string {
  return `On this machine and not connected to afterwit: ${names.join(', ')}.\nConnect them? You are asked about each. Type yes or no: `;
}
