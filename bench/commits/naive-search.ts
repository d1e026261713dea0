import { pathRole } from '../../src/text/path-role.ts';
import { gitBytes, runGit } from '../locate/run-git.ts';

/**
 * The baseline: the whole issue as one query of lower-case words, no stop words, no stems, no selection, textbook BM25
 * over the messages of the base's ancestors; each of the top 200 commits gives its score to every file it changed.
 */
export interface NaiveSearch {
  rankFiles(base: string, query: string): readonly string[];
}

interface Commit {
  readonly id: string;
  readonly parents: readonly string[];
  readonly words: ReadonlyMap<string, number>;
  readonly length: number;
  readonly paths: readonly string[];
}

const voters = 200;
const k1 = 1.2;
const b = 0.75;

export function openNaiveSearch(gitDirectory: string, tips: readonly string[]): NaiveSearch {
  const commits = new Map(readCommits(gitDirectory, tips).map((commit) => [commit.id, commit]));
  return {
    rankFiles(base, query) {
      const history = ancestors(commits, base);
      const present = new Set(runGit(gitDirectory, ['ls-tree', '-r', '-z', '--name-only', base]).split('\0'));
      const votes = new Map<string, number>();
      for (const [commit, score] of rank(history, query).slice(0, voters)) {
        for (const path of commit.paths) votes.set(path, (votes.get(path) ?? 0) + score);
      }
      return [...votes]
        .filter(([path]) => present.has(path) && pathRole(path) === 'source')
        .sort(([, a], [, c]) => c - a)
        .map(([path]) => path);
    },
  };
}

function rank(history: readonly Commit[], query: string): readonly (readonly [Commit, number])[] {
  const average = history.reduce((sum, { length }) => sum + length, 0) / history.length;
  const scores = new Map<Commit, number>();
  for (const word of new Set(wordsOf(query))) {
    const holding = history.filter(({ words }) => words.has(word));
    const idf = Math.log(1 + (history.length - holding.length + 0.5) / (holding.length + 0.5));
    for (const commit of holding) {
      const frequency = commit.words.get(word) ?? 0;
      const penalty = k1 * (1 - b + (b * commit.length) / average);
      scores.set(commit, (scores.get(commit) ?? 0) + (idf * frequency * (k1 + 1)) / (frequency + penalty));
    }
  }
  return [...scores].sort(([, a], [, c]) => c - a);
}

function ancestors(commits: ReadonlyMap<string, Commit>, base: string): readonly Commit[] {
  const found = new Set<Commit>();
  const waiting = [base];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const commit = commits.get(id);
    if (commit === undefined || found.has(commit)) continue;
    found.add(commit);
    waiting.push(...commit.parents);
  }
  return [...found];
}

function readCommits(gitDirectory: string, tips: readonly string[]): readonly Commit[] {
  const format = '--format=%x01%H %P%x02%B%x03';
  const flags = ['log', '--stdin', '-z', '--name-only', '--no-renames', '--diff-merges=first-parent', format];
  return gitBytes(gitDirectory, flags, tips.join('\n'))
    .toString('utf8')
    .split('\x01')
    .slice(1)
    .map((block) => {
      const [header = '', rest = ''] = block.split('\x02');
      const [message = '', names = ''] = rest.split('\x03');
      const [id = '', ...parents] = header.trim().split(' ');
      const words = new Map<string, number>();
      for (const word of wordsOf(message)) words.set(word, (words.get(word) ?? 0) + 1);
      const length = [...words.values()].reduce((sum, count) => sum + count, 0);
      const paths = names.split('\0').map((path) => path.trim());
      return { id, parents, words, length, paths: paths.filter((path) => path !== '') };
    });
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\w+/g) ?? [];
}
