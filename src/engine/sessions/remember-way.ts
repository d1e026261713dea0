import { siteOf } from '../../capture/describe-seen-fix.ts';
import { summariseSites } from '../../cards/way-card.ts';
import { countMarks, fingerprintOf } from '../../lessons/prepare-item.ts';
import { defined } from '../../model/defined.ts';
import type { FindingBody } from '../../model/finding.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { isTrustedAs, scopeOf } from '../../model/provenance.ts';
import { redact } from '../../redaction/redact.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { draftItem } from '../memory/draft-item.ts';
import { isVersion } from '../memory/find-item.ts';
import { textsOf } from '../memory/where-it-holds.ts';
import type { FindingKind, FindingOf, FoundInSession } from './session-finding.ts';

const sessionDigits = 8;
/** The latest; of older ones the counts no longer tell how it is done here. */
const mostSites = 60;
/** Most sites of a way whose code is kept, the latest. */
const mostExamples = 6;

/** Mended findings → one memory for each rule, over all sessions: how often which way was taken, with examples. */
export const rememberWay: FindingKind<FindingOf<'way'>> = {
  placeOf: ({ done: { line, atMs } }) => ({ line, ...defined({ atMs }) }),

  tell({ finding: { done } }, { settings }) {
    // A finding left alone is no lesson: it is known where it is met again.
    if (!settings.codeAwareExtractionEnabled || done.way === 'left') return undefined;
    const { rule, tool, path } = done.finding;
    return {
      type: 'project_fact',
      text: redact(`${tool} ${rule} in ${path}: ${done.way}`),
      ...{ command: done.family, error: redact(done.finding.says), files: [redact(path)] },
      evidence: { passedAtLine: done.endLine },
    };
  },

  async remember({ found, speaker }, then) {
    const { store, repositoryId, files, capture, clock, settings } = then;
    if (!settings.codeAwareExtractionEnabled || repositoryId === undefined) return undefined;
    const { done } = found.finding;
    const site = siteOf(done, {
      ...{ id: siteId(found), atMs: clock.nowMs() },
      files: textsOf(files),
    });
    if (site === undefined) return undefined;
    const { tool, rule } = done.finding;
    const identity = ['finding', tool, rule];
    const scope = scopeOf('repo', repositoryId);
    const fingerprint = fingerprintOf(identity);
    const before = store.read((reader) => reader.itemByFingerprint(scope, fingerprint));
    const body = withSite(before, { tool, rule, site, isOpen: capture.unconfirmedFixes === 'show' });
    const content = summariseSites(body);
    const drafted = await draftItem({ content, body, identity, speaker, type: 'project_fact' }, then);
    return await store.transact((transaction) => {
      const known = transaction.itemByFingerprint(scope, fingerprint);
      if (known !== undefined && !isFollowed(known)) return undefined;
      if (known?.body?.kind === 'finding' && known.body.sites.some(({ id }) => id === site.id))
        return { fate: 'known', itemId: known.id, redactedSecrets: 0 };
      // Another process may have added to it meanwhile.
      const sites = withSite(known, { tool, rule, site, isOpen: body.isOpen === true });
      const item = goOn(known, { ...drafted.item, body: sites });
      transaction.putItem(item, itemTerms(item));
      return { fate: 'added', itemId: item.id, redactedSecrets: countMarks(content) };
    });
  },
};

/** Equal whenever the same session is read again. */
function siteId({ finding: { done }, session, file }: FoundInSession<FindingOf<'way'>>): string {
  const { finding, line } = done;
  const place = [finding.tool, finding.rule, finding.path, finding.line];
  const own = fingerprintOf([session ?? file.path]).slice(0, sessionDigits);
  return `${own}${fingerprintOf([line, ...place].map(String)).slice(0, 8)}`;
}

interface NewSite {
  readonly tool: string;
  readonly rule: string;
  readonly site: FindingBody['sites'][number];
  readonly isOpen: boolean;
}

function withSite(known: MemoryItem | undefined, { tool, rule, site, isOpen }: NewSite): FindingBody {
  const before = known?.body?.kind === 'finding' ? known.body.sites : [];
  const sites = [...before.filter(({ id }) => id !== site.id), site]
    .toSorted((a, b) => a.atMs - b.atMs)
    .slice(-mostSites);
  const left = new Map<string, number>();
  const kept = sites.toReversed().map((one) => {
    const count = left.get(one.way) ?? 0;
    left.set(one.way, count + 1);
    if (count < mostExamples) return one;
    const { removed: _, added: __, reason: ___, ...rest } = one;
    return rest;
  });
  return {
    ...{ kind: 'finding', tool: redact(tool), rule: redact(rule) },
    ...(isOpen ? { isOpen } : {}),
    sites: kept.toReversed(),
  };
}

/** The way was not turned down. */
function isFollowed(known: MemoryItem): boolean {
  return !isVersion(known) && known.status === 'active' && !known.quarantined;
}

/** A memory that a person wrote or vouched for stays as it is, and is counted on. */
function goOn(known: MemoryItem | undefined, item: MemoryItem): MemoryItem {
  if (known === undefined) return item;
  if (isTrustedAs(known.trust, 'verified')) return { ...known, ...(item.body && { body: item.body }) };
  const { id, createdAtMs, accessCount, relatedItems } = known;
  return { ...item, id, createdAtMs, accessCount, relatedItems };
}
