import { readRules } from '../../capture/read-rules.ts';
import type { CommitId, RepositoryPath } from '../../model/repository.ts';
import type { FileVersion, GitReader } from '../../ports/git-reader.ts';
import { isRuleFile, mostBytes, rulePlaces } from './find-rule-files.ts';
import type { RuleFileStep } from './follow-rules.ts';

/** Enough for years; a rule that went before that is not missed. */
const mostCommits = 2_000;
/** Of all versions that are read, the latest first. 600 versions of 300 rules are fewer. */
const mostBytesInAll = 33_554_432;
const mostRulesInAll = 200_000;
const regular = /^10/;
const deletedMode = '000000';

/**
 * What commits made of the rule files, oldest first: those that are there now, those that the memory knows, and those at the usual places.
 */
export async function readRuleHistory(
  commit: CommitId | undefined,
  known: readonly RepositoryPath[],
  git: Pick<GitReader, 'listFileVersions' | 'readBlobs'>,
): Promise<readonly RuleFileStep[]> {
  if (commit === undefined) return [];
  const paths = [...new Set([...rulePlaces, ...known])];
  const listed = await git.listFileVersions({ commit, paths, limit: mostCommits });
  const versions = listed.filter(({ path }) => isRuleFile(path));
  const texts = await readTexts(versions, git);
  const steps: RuleFileStep[] = [];
  let rulesLeft = mostRulesInAll;
  for (const version of versions) {
    const text = version.mode === deletedMode ? '' : texts.get(version.blobId);
    if (text === undefined) continue;
    const { path, committedAtMs, previousPath } = version;
    const rules = readRules(text);
    rulesLeft -= rules.length;
    if (rulesLeft < 0) break;
    steps.push({ atMs: committedAtMs, path, previousPath, rules });
  }
  return steps.reverse();
}

async function readTexts(
  versions: readonly FileVersion[],
  git: Pick<GitReader, 'readBlobs'>,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(versions.filter(({ mode }) => regular.test(mode)).map(({ blobId }) => blobId));
  const texts = new Map<string, string>();
  const decoder = new TextDecoder();
  let bytesLeft = mostBytesInAll;
  for await (const { id, bytes, sizeBytes } of git.readBlobs([...ids], mostBytes)) {
    bytesLeft -= sizeBytes;
    if (bytesLeft < 0) break;
    if (bytes !== undefined && sizeBytes <= mostBytes) texts.set(id, decoder.decode(bytes));
  }
  return texts;
}
