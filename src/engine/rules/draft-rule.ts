import type { StatedRule } from '../../capture/read-rules.ts';
import { digestLines } from '../../codebase/anchors.ts';
import { fingerprintOf } from '../../lessons/prepare-item.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { RepositoryPath } from '../../model/repository.ts';
import { redact } from '../../redaction/redact.ts';
import { hideLine } from '../../text/hashes.ts';
import { draftItem, type RememberDependencies } from '../memory/draft-item.ts';
import { originPrefix, type RuleEnd, type RuleFile, type RuleLife } from './rule-files.ts';

/** A rule as it stands in a file → an unvouched item, anchored to its own lines. */
export async function draftRule(
  rule: StatedRule,
  { path, blobId }: Pick<RuleFile, 'path' | 'blobId'>,
  dependencies: RememberDependencies,
) {
  const { item, redactedSecrets } = await draftWords({ ...rule, path }, dependencies);
  const anchor = {
    path,
    blobId,
    symbol: {
      name: redact(rule.section),
      firstLine: hideLine(rule.lines[0] ?? ''),
      lineCount: rule.lines.length,
      digest: digestLines(rule.lines),
    },
  };
  return { item: { ...item, anchors: [anchor] }, redactedSecrets };
}

/** A rule that is gone. Undefined when the memory has it already. */
export async function draftPastRule(
  life: RuleLife & { readonly end: RuleEnd },
  dependencies: RememberDependencies,
): Promise<MemoryItem | undefined> {
  const { store, scopes } = dependencies;
  const fingerprint = fingerprintOf(ruleIdentity(life));
  const isKnown = store.read((reader) =>
    scopes.some((scope) => reader.itemByFingerprint(scope, fingerprint) !== undefined),
  );
  if (isKnown) return undefined;
  const { item } = await draftWords(life, dependencies);
  return {
    ...item,
    status: 'archived',
    anchors: [],
    createdAtMs: Math.min(life.sinceMs, item.createdAtMs),
    validFromMs: life.sinceMs,
    validToMs: life.end.atMs,
  };
}

/** Its file says whether it holds. A rule that a person vouched for is theirs; a rule turned down stays so. */
export function isFollowed({ origin, trust, status, validToMs, body }: MemoryItem): boolean {
  return (
    body === undefined &&
    origin.startsWith(originPrefix) &&
    trust === 'imported' &&
    (status === 'active' || validToMs !== undefined)
  );
}

export function rulePathOf({ origin }: Pick<MemoryItem, 'origin'>): RepositoryPath {
  return origin.slice(originPrefix.length);
}

/** Returns the identity of a rule: its file and its words. */
export function ruleIdentity({ path, text }: Pick<RuleLife, 'path' | 'text'>): readonly string[] {
  return ['rule', path, text];
}

async function draftWords(
  rule: Pick<RuleLife, 'path' | 'text' | 'isNormative'>,
  dependencies: RememberDependencies,
) {
  const { path, text, isNormative } = rule;
  const { item, redactedSecrets } = await draftItem(
    {
      content: text,
      type: isNormative ? 'constraint' : 'project_fact',
      references: [path],
      identity: ruleIdentity(rule),
      speaker: { kind: 'unknown', name: path, source: 'library' },
    },
    dependencies,
  );
  // Believed less than the speaker: the author of the file is unknown.
  const bound = {
    trust: 'imported',
    source: 'rules',
    origin: `${originPrefix}${path}`,
    principal: `file:${path}`,
  } as const;
  const { ttlDays: _, learnedAt: __, ...kept } = item;
  return { item: { ...kept, ...bound }, redactedSecrets };
}
