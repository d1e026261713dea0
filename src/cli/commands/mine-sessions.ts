import type { MiningPlan } from '../../model/answers/mining-report.ts';
import { AfterwitError } from '../../model/errors.ts';
import { countOf, formatBytes } from '../../wording/format-number.ts';
import { describeTranscripts, renderMined } from '../rendering/render-mined.ts';
import type { Answer, Session } from '../session.ts';

export async function runMineSessions(session: Session): Promise<Answer> {
  const { arguments: paths, options, signal, onProgress } = session;
  const memory = await session.memory();
  const request = {
    ...(paths.length === 0 ? {} : { places: paths }),
    ...(options.folder === undefined ? {} : { folders: options.folder }),
  };
  const preview = options.dryRun ?? false;
  if (!preview && options.yes !== true) askFirst(await memory.planMining(request), session);
  const report = await memory.mineSessions({ ...request, preview, agreed: !preview, signal, onProgress });
  return { value: report, lines: (page) => renderMined(report, page) };
}

/** Before sessions are read for the first time, whoever's they are says yes. */
function askFirst(plan: MiningPlan, { ask, options }: Session): void {
  if (!needsConsent(plan)) return;
  const answer = options.json ? undefined : ask(questionAbout(plan));
  if (answer?.toLowerCase() === 'yes') return;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    answer === undefined
      ? `Sessions were never read here, and there is nobody to ask. See with --dry-run what would be learned from ${describePlan(plan)}; read them with --yes.`
      : 'Nothing was read. Run the command with --dry-run to see what would be learned.',
  );
}

/** There are sessions here, and nobody ever agreed to have them read. */
export function needsConsent({ isFirst, transcripts }: MiningPlan): boolean {
  return isFirst && transcripts.length > 0;
}

function describePlan(plan: MiningPlan): string {
  const bytes = plan.transcripts.reduce((sum, count) => sum + count.bytes, 0);
  return `${describeTranscripts(plan.transcripts)} (${formatBytes(bytes)}) of sessions in this repository`;
}

/** What is read, what becomes of it, and whether it may be. */
export function questionAbout(plan: MiningPlan): string {
  const question = [
    `afterwit will read ${describePlan(plan)}, and keep failures with what fixed them, and rules that you stated. Nothing leaves this machine; secrets are removed before anything is written. Where an agent is set up (afterwit setup), sessions here are read from now on whenever they pause or end.`,
    plan.otherFiles === 0
      ? ''
      : `Of ${countOf(plan.otherFiles, 'transcript')} of other sessions, only the first lines are looked at.\n`,
  ].join('\n');
  return `${question}Read them? Type yes or no: `;
}
