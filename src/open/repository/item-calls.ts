import { locatedFunctions, locateForRecall } from '../locate-for-recall.ts';
import { locateIndexed } from '../locate-indexed.ts';
import type { Memory } from '../memory.ts';
import { commitsForRecall } from '../search-history.ts';
import { summariesForRecall } from '../summaries-for-recall.ts';
import type { MemoryCore } from './memory-core.ts';

const defaultListed = 50;

/** Loaded where a file is asked about: nothing else reads the history of one. */
const loadFileHistory = () => import('../../engine/history/read-file-history.ts');

type ItemCalls = Pick<
  Memory,
  | 'record'
  | 'remember'
  | 'recall'
  | 'brief'
  | 'forFile'
  | 'atMoment'
  | 'read'
  | 'readable'
  | 'why'
  | 'review'
  | 'feedback'
  | 'guardrails'
  | 'planMining'
  | 'mineSessions'
  | 'sessions'
  | 'keepMiningConsent'
  | 'importRules'
>;

const shownSessions = 5;

/** What is remembered: written, asked for, and learned from sessions and rule files. */
export function itemCalls(core: MemoryCore): ItemCalls {
  const { histories, current } = core;
  const { git, logger } = core.dependencies;
  const locateAt = locateIndexed({ git, logger, histories, indexStore: () => current.indexStore });
  const locatePlacesOf = locateForRecall(locateAt, (history, text) =>
    core.locateCommitted(history, text, { functions: locatedFunctions }),
  );
  const searchSummariesAbout = summariesForRecall(locateAt, async (history, query, topK) => {
    const { view: code } = await history.code(false);
    return await (await core.codeQuestions()).searchSummaries({ history, code, query, topK, coupled: false });
  });
  const searchCommitsAbout = () => commitsForRecall(histories, logger, core.searching);
  return {
    record: async (request) => await (await core.itemQuestions()).record(request),
    remember: async (request) => await (await core.itemQuestions()).remember(request),
    recall: async (request) => {
      const questions = await core.itemQuestions();
      const banks = {
        searchCommitsAbout: searchCommitsAbout(),
        locatePlacesOf,
        searchSummariesAbout,
      };
      return await questions.recall(request, banks);
    },
    brief: async (request = {}) => await (await core.itemQuestions()).brief(request),
    forFile: async (path, options = {}) => {
      const questions = await core.itemQuestions();
      const { readFileHistory } = await loadFileHistory();
      return await questions.forFile(path, options, (relative) =>
        histories.read(undefined, (history) => readFileHistory(history, relative, core.searching)),
      );
    },
    atMoment: async (request) => {
      await current.confirmDirectory();
      const questions = await core.itemQuestions();
      const { readFileHistory } = await loadFileHistory();
      return await questions.atMoment(request, searchCommitsAbout(), {
        locate: (text, { head, topK }) =>
          locateAt(head, (history) => core.locateCommitted(history, text, { topK }), { earlier: true }),
        readHistory: (path, head) =>
          histories.readIndexed(
            head,
            (commit) => git.isAncestor(commit, head),
            (history) => readFileHistory(history, path, core.searching),
          ),
      });
    },
    read: async (id, options = {}) => (await core.itemQuestions()).read(id, options),
    readable: async ({ limit = defaultListed } = {}) => (await core.itemQuestions()).readable(limit),
    why: async (decision) => (await core.itemQuestions()).why(decision),
    sessions: async ({ limit = shownSessions } = {}) => (await core.itemQuestions()).sessions(limit),
    review: async ({ limit = defaultListed } = {}) => (await core.itemQuestions()).review(limit),
    feedback: async (request) => await (await core.itemQuestions()).feedback(request),
    guardrails: async (request) => (await core.itemQuestions()).guardrails(request),
    planMining: async (options = {}) => (await core.itemQuestions()).planMining(options),
    mineSessions: async (options = {}) =>
      await (await core.itemQuestions()).mineSessions({ ...options, ...core.watching(options) }),
    keepMiningConsent: async (consent) => await (await core.itemQuestions()).keepMiningConsent(consent),
    importRules: async (options = {}) => await (await core.itemQuestions()).importRules(options),
  };
}
