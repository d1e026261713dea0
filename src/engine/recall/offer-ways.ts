import { compileWayCard } from '../../cards/way-card.ts';
import { standingOf } from '../../feedback/standing.ts';
import { fingerprintOf } from '../../lessons/prepare-item.ts';
import { isExpired } from '../../lifecycle/expiry.ts';
import type { RecalledWay } from '../../model/answers/recollection.ts';
import type { RedactedText } from '../../model/brands.ts';
import type { Finding } from '../../model/finding.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { scopeOf } from '../../model/provenance.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { onlyShows } from '../../query/describes-failure.ts';
import { readFindings } from '../../query/findings/read-findings.ts';
import { openToolEnvelope } from '../../query/logs/read-log.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { shownInSession } from '../decisions/session-past.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { textsOf } from '../memory/where-it-holds.ts';
import { isAdmissible } from './check-candidates.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';

const mostRules = 4;

type Asked = Pick<RecallMemoriesRequest, 'failure' | 'speaker' | 'moment'>;

/** Offers the ways of mending the rules that a run breaks, each rule apart, the most broken first. */
export function offerWays(
  { failure, speaker, moment }: Asked,
  roomTokens: number,
  dependencies: RecallDependencies,
): readonly RecalledWay[] {
  const { store, repositoryId, worktree, clock, files } = dependencies;
  if (failure === undefined || repositoryId === undefined || roomTokens <= 0) return [];
  const scope = scopeOf('repo', repositoryId);
  // Asked first: to read the findings of checkers, and to name them, takes a fifth of a hook that says nothing.
  if (store.read((reader) => reader.countItems({ scopes: [scope], bodyKind: 'finding' })) === 0) return [];
  const findings = findingsOf(failure, worktree);
  if (findings.length === 0) return [];
  const byRule = Map.groupBy(findings, ({ tool, rule }) => fingerprintOf(['finding', tool, rule]));
  const known = store.read((reader) => {
    const shown = moment === 'asked' ? new Set() : shownInSession(reader, speaker.session, clock.nowMs());
    return [...byRule].flatMap(([fingerprint, own]) => {
      const item = reader.itemByFingerprint(scope, fingerprint);
      const isFit =
        item !== undefined &&
        !shown.has(item.id) &&
        mayBeShown(item, reader, moment === 'asked', dependencies);
      return isFit ? [{ item, own }] : [];
    });
  });
  const { textOf } = textsOf(files);
  const stands = (path: string, line: string) => textOf(path)?.includes(line) === true;
  let room = roomTokens;
  return known
    .toSorted((a, b) => b.own.length - a.own.length)
    .flatMap(({ item, own }): RecalledWay[] => {
      if (item.body?.kind !== 'finding') return [];
      const card = compileWayCard({ body: item.body, findings: own, stands });
      if (card === undefined) return [];
      const { text, share } = card;
      const tokens = estimateTokens(text) + 4;
      if (tokens > room) return [];
      room -= tokens;
      return [{ itemId: item.id, trust: item.trust, text: text as RedactedText, confidence: share, tokens }];
    })
    .slice(0, mostRules);
}

/** Returns the findings of checkers in a run that says something about the code as it is now. */
export function findingsOf(
  { output, command, worktree }: NonNullable<Asked['failure']>,
  top: string | undefined,
): readonly Finding[] {
  return onlyShows(command) ? [] : readFindings(openToolEnvelope(output).output, worktree ?? top);
}

function mayBeShown(
  item: MemoryItem,
  reader: ItemReader,
  asked: boolean,
  { scopes, settings, clock }: RecallDependencies,
): boolean {
  const nowMs = clock.nowMs();
  const standing = standingOf(reader.outcomesAbout([item.id]).get(item.id) ?? [], { nowMs, memory: item });
  const expired = isExpired(item, { nowMs, settings: settings.memory, outcomes: standing.outcomes });
  return isAdmissible({ item, expired, standing }, asked, { scopes, settings });
}
