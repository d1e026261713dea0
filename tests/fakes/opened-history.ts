import { type History, readFileView } from '../../src/engine/snapshot/history-reader.ts';
import { type CommitSketch, commitHistory, idOf } from './commit-history.ts';
import { fakeGitReader } from './fake-git-reader.ts';
import { plainIndex } from './history-snapshot.ts';

/** The history that one commit can see, as use cases are given it; the last commit's unless named. */
export async function historyOf(
  sketches: readonly CommitSketch[],
  name = sketches.at(-1)?.name ?? '',
  index = plainIndex(),
): Promise<History> {
  index.append(commitHistory(sketches));
  const snapshot = index.at(idOf(name));
  return { snapshot, files: () => readFileView(fakeGitReader(sketches), index, snapshot) };
}
