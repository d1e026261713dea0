import type { Memory } from '../../src/api/memory.ts';
import { openMemory } from '../../src/api/memory.ts';
import { queries } from './long-history.ts';

/** Everything a memory says of a long history, scores included: two indexes of one history must say the same. */
export async function askEverything(memory: Memory, asOf?: string): Promise<unknown> {
  const at = asOf === undefined ? {} : { asOf };
  const searches = [];
  for (const query of queries) {
    const { asOf: _, ...answer } = await memory.searchCommits(query, {
      ...at,
      topK: 20,
      minimumConfidence: 0,
      files: 5,
    });
    searches.push(answer);
  }
  return {
    searches,
    hotspots: await memory.hotspots(at),
    coupled: await memory.coupledFiles('src/file-5.ts', at),
    examined: await memory.examineCommit(asOf ?? 'HEAD', at),
  };
}

/** The same of a memory opened for it. */
export async function answersAt(repository: string, home: string, asOf?: string): Promise<unknown> {
  const memory = await openMemory({ repository, home });
  try {
    return await askEverything(memory, asOf);
  } finally {
    await memory.close();
  }
}
