import { asOf, limit, topK, watching } from '../common-fields.ts';
import { bytes, count, flag, path, proses, required, share, text } from '../field.ts';
import { ofRepository } from '../operation.ts';

/** Does not index. */
export const status = ofRepository({
  name: 'status',
  reads: true,
  summary: 'Say what is known here, how current that is, and what to do next.',
  input: {},
  run: async (_, { dependencies, current }) => {
    const { git, logger } = dependencies;
    const { mendingIndex } = await import('../../engine/index/index-repository.ts');
    const { currentStatus } = await import('../../open/health-questions.ts');
    return await mendingIndex(
      () => current.indexStore,
      logger,
      async (replaced) => {
        const { head } = git.location;
        if (replaced !== undefined && head !== undefined) await current.update(head, dependencies);
        return currentStatus(dependencies, current);
      },
    );
  },
});

/** Brings the index up to date. Interruptible, resumable; safe to run in several processes. */
export const index = ofRepository({
  name: 'index',
  summary: 'Bring the index of the history up to date.',
  answer: 'IndexReport',
  input: {
    asOf,
    rebuild: flag('Delete the index and build it again.'),
    ...watching,
  },
  terminal: {
    words: ['index'],
    otherNames: ['reindex', 'scan'],
    details:
      'Can be stopped at any time and run again: what was read is kept. Several processes may index at once. Other commands index missing commits by themselves.',
    examples: {
      'afterwit index': 'Read the commits that are not indexed yet.',
      'afterwit index --rebuild': 'Start over, for example after a disk error.',
    },
  },
  run: async ({ asOf, rebuild, ...watched }, on) => {
    const { git, clock } = on.dependencies;
    await git.refresh();
    on.histories.forget();
    const { resolveTarget } = await import('../../engine/snapshot/history-reader.ts');
    const target = await resolveTarget(git, asOf);
    return await on.current.update(target, { clock, rebuild, ...on.watching(watched) });
  },
});

/**
 * search_commits of the repository-memory paper. Several queries are treated as descriptions of one need, and their results are
 * fused.
 */
export const searchCommits = ofRepository({
  name: 'searchCommits',
  reads: true,
  summary: 'Find the commits relevant to a text: a question, an error, an issue.',
  answer: 'CommitSearch',
  input: {
    query: required(proses('What to look for, in words.', { agent: 'What the commit would be about' })),
    asOf,
    topK: topK(10, 'hits'),
    minimumConfidence: share('Leave out commits less likely to help than this: 0.4 or 40%.', {
      placeholder: 'SHARE',
      was: ['minConfidence'],
      byDefault: '.05',
    }),
    files: count('Also list this many source files that the matching commits changed.', {
      placeholder: 'COUNT',
      byDefault: 'none',
    }),
    explain: flag('Show how each score was computed.'),
  },
  takes: ['query'],
  terminal: {
    words: ['search-commits'],
    otherNames: ['find', 'log', 'grep'],
    details: [
      'Each commit comes with the calibrated probability that it is relevant, that is, that it changed a file which the text is about. When no commit is likely enough, the answer says so and shows the nearest ones.',
      'Several texts are treated as several descriptions of one need. A text of - is read from standard input. Put -- before a text that begins with a dash.',
    ],
    examples: {
      'afterwit search-commits "retry loses the request body"': 'One need.',
      'afterwit search-commits "login loops" "redirect after sign-in"': 'One need, told twice.',
      'npm test 2>&1 | afterwit search-commits -': 'Which past commits match this output?',
    },
  },
  run: async ({ query, asOf, ...options }, on) => {
    const { searchHistory } = await import('../../open/search-history.ts');
    return await on.histories.read(asOf, async (history) =>
      searchHistory(history, query, options, on.searching),
    );
  },
});

/** A file's patch may fill at most this part of the whole. */
const fileShareOfPatch = 4;

/** examine_commit of the repository-memory paper. */
export const examineCommit = ofRepository({
  name: 'examineCommit',
  reads: true,
  summary: 'Show one commit in full: message, files, issues, later reverts or fixes, patch.',
  answer: 'CommitExamination',
  input: {
    commit: required(
      text('Id (4 digits or more), branch, tag, or one of these with ~n or ^n.', {
        placeholder: 'COMMIT',
        agent: 'Id, branch or tag',
      }),
    ),
    asOf,
    issueExport: path(
      'Export of an issue tracker; issues that a commit names are then shown with their text.',
      {
        placeholder: 'FILE',
        flag: 'issues',
      },
    ),
    patchBytes: bytes('Maximum size of the patch, over all files.', {
      placeholder: 'BYTES',
      byDefault: 'a limit that keeps the answer readable',
      agent: true,
      most: 65_536,
    }),
  },
  takes: ['commit'],
  terminal: {
    words: ['examine-commit'],
    details: '--no-patch wins over --patch-bytes.',
    examples: {
      'afterwit examine-commit HEAD~3': 'The commit three before the last.',
      'afterwit examine-commit 1a2b3c4 --no-patch': 'Everything except the patch.',
    },
  },
  run: async ({ commit: name, asOf, issueExport, patchBytes: totalBytes = 65_536 }, on) => {
    const { git, issues } = on.dependencies;
    const { examineCommit: examine } = await import('../../engine/history/examine-commit.ts');
    const source = issueExport === undefined ? issues : on.issuesOf(issueExport);
    const commit = await git.resolveCommit(name);
    const patchLimits = { totalBytes, fileBytes: Math.ceil(totalBytes / fileShareOfPatch) };
    const { ownSlug } = on.current;
    return await on.histories.read(asOf, async ({ snapshot }) =>
      examine({ git, snapshot, commit, patchLimits, issues: source, ownSlug }),
    );
  },
});

/** Most actively developed source files. Default limit: 20. */
export const hotspots = ofRepository({
  name: 'hotspots',
  reads: true,
  summary: 'List the source files that have changed often recently.',
  answer: 'HotspotList',
  input: {
    asOf,
    limit: limit('Maximum number of entries to show.', { most: 100 }),
    all: flag('Include documentation, tests and configuration.'),
  },
  terminal: {
    words: ['hotspots'],
    details: 'A change counts half after each 180 days of age.',
    examples: { 'afterwit hotspots --limit 20': 'The twenty hottest source files.' },
  },
  run: async ({ asOf, limit: most = 20, all }, on) => {
    const { rankHotspots } = await import('../../engine/history/file-history.ts');
    const settings = on.dependencies.settings.history;
    return await on.histories.read(asOf, (history) => rankHotspots(history, settings, most, all));
  },
});

/** Files that change together with one. `path` is relative to the top of the repository. Default limit: 10. */
export const coupledFiles = ofRepository({
  name: 'coupledFiles',
  reads: true,
  summary: 'List the files that change together with a file.',
  answer: 'CoupledFiles',
  input: {
    path: required(path('Path from the top of the repository.', { placeholder: 'FILE' })),
    asOf,
    limit: limit('Maximum number of entries to show.'),
  },
  takes: ['path'],
  terminal: {
    words: ['coupled'],
    details: 'Merges and very large commits do not count. Earlier names of the file are followed.',
    examples: { 'afterwit coupled src/parser.ts': 'What else to touch when this file changes.' },
  },
  run: async ({ path: file, asOf, limit: most = 10 }, on) => {
    const { coupleFiles } = await import('../../engine/history/file-history.ts');
    const settings = on.dependencies.settings.history;
    return await on.histories.read(asOf, (history) => coupleFiles(history, file, settings, most));
  },
});
