import type { MineSessionsOptions } from '../../api/inputs.ts';
import type { Memory } from '../../api/memory.ts';
import { mineSessions } from '../../api/operations/mine-sessions.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { MiningConsent, MiningPlan } from '../../model/session.ts';
import { formatBytes } from '../../wording/format-number.ts';
import { inputOf } from '../input/input-of.ts';
import { sentence } from '../rendering/page.ts';
import { describeTranscripts, renderMined } from '../rendering/render-mined.ts';
import type { Answer, Session } from '../session.ts';
import { isYes } from '../terminal/ask-at-terminal.ts';

export async function runMineSessions(session: Session): Promise<Answer> {
  const { preview = false, ...request } = await inputOf(mineSessions, session);
  const memory = await session.memory();
  if (!preview) await requireConsent(session, memory, await memory.planMining(request));
  return await mine(session, memory, { ...request, preview });
}

async function mine(
  { signal, onProgress }: Session,
  memory: Memory,
  request: MineSessionsOptions,
): Promise<Answer> {
  const report = await memory.mineSessions({ ...request, signal, onProgress });
  return { value: report, lines: (page) => renderMined(report, page) };
}

/** Where there is nothing to read, nothing is refused. */
async function requireConsent(session: Session, memory: Memory, plan: MiningPlan): Promise<void> {
  if (plan.consent === 'yes') return;
  const consent = await askForConsent(session, memory, plan);
  if (consent === 'yes' || plan.transcripts.length === 0) return;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    consent === 'no'
      ? 'Nothing was read. Run the command with --dry-run to see what would be learned.'
      : `Nothing was read: a person has to say yes at a terminal first. See with --dry-run what would be learned from ${describePlan(plan)}.`,
  );
}

/**
 * Asks whether sessions here may be read, and keeps the answer. Only a person at a terminal can give it, also with `--yes`.
 * @returns nothing where nobody answered with yes or no
 */
export async function askForConsent(
  session: Session,
  memory: Memory,
  plan: MiningPlan,
): Promise<MiningConsent | undefined> {
  const said = session.options.yes
    ? 'yes'
    : session.options.json
      ? undefined
      : session.ask(questionAbout(plan));
  const consent = isYes(said) ? 'yes' : said?.toLowerCase() === 'no' ? 'no' : undefined;
  if (consent === undefined || (consent === 'yes' && !session.isPerson())) return undefined;
  await memory.keepMiningConsent(consent);
  return consent;
}

/** The question of `mine-sessions`, put once: whoever answered it is not asked again. Sessions that are there are read at once. */
export async function offerToRead(session: Session): Promise<readonly Answer[]> {
  const memory = await session.memory();
  const plan = await memory.planMining({});
  if (plan.consent !== 'not_asked') return [];
  const consent = await askForConsent(session, memory, plan);
  if (consent !== 'yes') return [];
  return [plan.transcripts.length === 0 ? readLater : await mine(session, memory, {})];
}

const readLater: Answer = {
  value: undefined,
  lines: (page) =>
    sentence(page, 'Sessions here are read from now on when they pause or end; `afterwit pause` stops it.'),
};

/** `2 transcripts of Claude Code (3.5 MB)`. */
function describePlan({ transcripts }: MiningPlan): string {
  const bytes = transcripts.reduce((sum, count) => sum + count.bytes, 0);
  return `${describeTranscripts(transcripts)} (${formatBytes(bytes)})`;
}

/** What is read, what becomes of it, and whether it may be. */
function questionAbout(plan: MiningPlan): string {
  const read =
    plan.transcripts.length === 0
      ? 'the sessions of agents in this repository, whenever one pauses or ends'
      : `the sessions of agents in this repository: ${describePlan(plan)} now, and later ones when they pause or end`;
  return [
    `May afterwit read ${read}?`,
    'It keeps failures with what fixed them, and rules that you stated. Secrets are removed first; nothing leaves this machine.',
    'Type yes or no: ',
  ].join('\n');
}
