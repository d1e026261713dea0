import type { CommitId, RepositoryPath } from '../../model/repository.ts';
import type { GitReader, WorkingFiles } from '../../ports/git-reader.ts';

/** A file that tells agents how to work here. */
export interface RuleFile {
  readonly path: RepositoryPath;
  /** Git's id of its content. */
  readonly blobId: string;
  readonly text: string;
}

const ruleFile =
  /(?:^|\/)(?:AGENTS|CLAUDE|GEMINI)\.md$|(?:^|\/)\.cursorrules$|(?:^|\/)\.cursor\/rules\/.+\.mdc?$|^\.github\/copilot-instructions\.md$|^\.github\/instructions\/.+\.md$/i;
/** Files and folders in which rules usually stand, whether they are there or were once. */
export const rulePlaces: readonly RepositoryPath[] = [
  ...['AGENTS.md', 'CLAUDE.md', '.claude/CLAUDE.md', 'GEMINI.md', '.cursorrules', '.cursor/rules'],
  ...['.github/copilot-instructions.md', '.github/instructions'],
];
const mostFiles = 100;
/** A longer file is none that tells agents how to work. */
export const mostBytes = 262_144;
const regular = /^100/;

export function isRuleFile(path: RepositoryPath): boolean {
  return ruleFile.test(path);
}

interface RuleFileDependencies {
  readonly git: Pick<GitReader, 'listTree' | 'readBlobs'>;
  readonly files: WorkingFiles | undefined;
}

/** Rule files of a commit, as they are in the working tree now; one that is gone there is not among them. */
export async function findRuleFiles(
  commit: CommitId | undefined,
  { git, files }: RuleFileDependencies,
): Promise<readonly RuleFile[]> {
  if (commit === undefined) return [];
  const tree = await git.listTree(commit);
  const entries = tree.filter(({ path, mode }) => regular.test(mode) && isRuleFile(path)).slice(0, mostFiles);
  if (files !== undefined) {
    return entries.flatMap(({ path }) => {
      const bytes = files.read(path)?.bytes;
      return bytes === undefined || bytes.length > mostBytes
        ? []
        : [{ path, blobId: files.blobId(bytes, 'sha1'), text: decode(bytes) }];
    });
  }
  const texts = new Map<string, string>();
  for await (const { id, bytes } of git.readBlobs(
    entries.map(({ blobId }) => blobId),
    mostBytes,
  ))
    if (bytes !== undefined) texts.set(id, decode(bytes));
  return entries.flatMap(({ path, blobId }) => {
    const text = texts.get(blobId);
    return text === undefined ? [] : [{ path, blobId, text }];
  });
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
