import { codeEdgeKinds, traverseDirections } from '../../model/code.ts';
import { asOf, limit, topK, watching } from '../common-fields.ts';
import { choice, choices, count, flag, path, paths, prose, required, text } from '../field.ts';
import { ofRepository } from '../operation.ts';

/** Files that the text of an issue, or any description of a problem, is about. */
export const locate = ofRepository({
  name: 'locate',
  reads: true,
  summary: 'Find the files that an issue, or any description of a problem, is about.',
  answer: 'FileLocation',
  input: {
    query: required(
      prose('The issue: its title, then the rest, tracebacks included.', {
        was: ['issue'],
        agent: 'Text of the issue, whole',
      }),
    ),
    asOf,
    topK: topK(10, 'hits'),
    opened: paths('File that was opened already: it is not answered. May be given several times.', {
      placeholder: 'FILE',
      flag: 'opened',
      agent: 'Already open',
    }),
    edited: paths(
      'File that is changed already: the answer is which others must be changed as well. May be given several times.',
      { placeholder: 'FILE', flag: 'edited', agent: 'Already changed; asks what else must' },
    ),
    functions: count('So many functions of the best files that the change likely touches.', {
      terminal: false,
      switch: {
        name: 'functions',
        value: 10,
        description: 'Also list the functions of the best files that the change likely touches.',
      },
      agent: 'Also rank the functions of the best files',
    }),
    pastFixes: count('So many past fixes that changed a likely function, or at least a likely file.', {
      terminal: false,
      switch: {
        name: 'pastFixes',
        value: 5,
        description: 'Also list past fixes of these functions, and what they changed.',
      },
    }),
    explain: flag('Add the values of all features to every file.', { terminal: false }),
    weights: choice(['learned', 'shipped'], 'Weights to rank by.', {
      terminal: false,
      byDefault: 'learned, where there are any',
    }),
  },
  takes: ['query'],
  terminal: {
    words: ['locate'],
    otherNames: ['where', 'find'],
    details:
      'Each file comes with its reasons: matching code, similar past changes, names in the text. A text of - is read from standard input. Put -- before a text that begins with a dash.',
    examples: {
      'afterwit locate "watcher misses renamed folders"': 'Where is this?',
      'gh issue view 12 | afterwit locate - --top-k 5': 'The five likeliest files.',
      'afterwit locate "watcher misses renamed folders" --edited src/watch.ts':
        'Which other files must be changed?',
      'afterwit locate --functions --past-fixes "watcher misses renamed folders"':
        'Which functions, and how were they fixed before?',
    },
  },
  run: async ({ query, asOf, ...options }, on) => await on.locate(asOf, query, options),
});

/**
 * Learns the weights of `locate` from the repository's own past fixes. They are adopted only if they prove better on newer fixes
 * than those they were learned from. An interrupted run is resumed.
 * @throws INVALID_ARGUMENT, HISTORY_TOO_SHORT, INTERRUPTED
 */
export const learn = ofRepository({
  name: 'learn',
  summary: "Learn from this repository's past fixes how locate is to weigh its evidence here.",
  answer: 'LearningReport',
  input: {
    asOf,
    questions: count('Number of past fixes to learn from and test on, at least 60.', {
      placeholder: 'COUNT',
      byDefault: '160',
    }),
    seed: count('Seed of the random order: the same seed on the same history gives the same weights.', {
      placeholder: 'NUMBER',
      byDefault: '1',
    }),
    ...watching,
  },
  terminal: {
    words: ['learn'],
    details: [
      'Past commits are the training data: the message is the question, the changed files are the answer. Weights are learned from the older commits and tested on the newer ones; locate uses them only when they prove better than the shipped ones. No language model is used, and nothing leaves this machine.',
      'The first run takes about a minute. It can be stopped at any time and run again: finished parts are kept in the index. Run it again when the history has grown.',
    ],
    examples: {
      'afterwit learn': 'Learn, and say whether it helped.',
      'afterwit learn --reset': 'Return to the shipped weights.',
    },
  },
  run: async (options, on) => {
    const { learn: learnHere } = await import('../../open/learning.ts');
    return await learnHere(options, on);
  },
});

/** Returns to the shipped weights. Returns false when there are no learned weights. */
export const forgetLearned = ofRepository({
  name: 'forgetLearned',
  summary: 'Return to the shipped weights of locate.',
  input: {},
  run: async (_, on) => {
    const { mendingIndex } = await import('../../engine/index/index-repository.ts');
    const { current, dependencies } = on;
    const work = async () => current.indexStore.existing()?.forgetLearnedWeights() ?? false;
    return await mendingIndex(() => current.indexStore, dependencies.logger, work);
  },
});

/**
 * view_summary of the repository-memory paper: the purpose of a file. `path` is relative to the top of the repository.
 * @throws FILE_NOT_FOUND
 */
export const viewSummary = ofRepository({
  name: 'viewSummary',
  reads: true,
  summary: 'Show what a file is for: its purpose, exports, commit themes, and files that change with it.',
  answer: 'FileSummary',
  input: {
    path: required(path('Path from the top of the repository.', { placeholder: 'FILE', agent: true })),
    asOf,
  },
  takes: ['path'],
  terminal: {
    words: ['view-summary'],
    details: 'Derived from the code and its history, without a language model.',
    examples: { 'afterwit view-summary src/parser.ts': 'What is this file for?' },
  },
  run: async ({ path: file, asOf }, on) =>
    await on.withCode(asOf, (questions, history, { view: code }) =>
      questions.viewSummary({ history, code, path: file }),
    ),
});

/** search_summaries of the repository-memory paper, over the 200 hottest files. */
export const searchSummaries = ofRepository({
  name: 'searchSummaries',
  reads: true,
  summary: 'Find actively developed files by their purpose.',
  answer: 'SummarySearch',
  input: {
    query: required(prose('What to look for, in words.', { agent: 'Instead of path' })),
    asOf,
    topK: topK(10, 'hits'),
  },
  takes: ['query'],
  terminal: {
    words: ['search-summaries'],
    details:
      'Searches the summaries of the files that changed most recently and often. When none matches, the answer says so and shows the nearest ones. A text of - is read from standard input.',
    examples: { 'afterwit search-summaries "reads settings files"': 'Which files do that?' },
  },
  run: async ({ query, asOf, topK: most = 10 }, on) =>
    await on.withCode(asOf, (questions, history, { view: code }) =>
      questions.searchSummaries({ history, code, query, topK: most }),
    ),
});

/**
 * TraverseGraph of the repository-memory paper: the parts, imports, callees and bases of a node of the code graph, and the nodes
 * that use it in these ways. `node` is an id or any name that `entity` takes. Default limit: 50.
 */
export const traverse = ofRepository({
  name: 'traverse',
  reads: true,
  summary:
    'Show what a file or symbol contains, imports, calls and inherits from, and what uses it in these ways.',
  answer: 'CodeTraversal',
  input: {
    node: required(
      text('Path, symbol (Writer, Writer.write, src/io.py:Writer), or id as the answer prints it.', {
        placeholder: 'NODE',
        agent: 'Path, name, `path:Name` or id',
      }),
    ),
    asOf,
    depth: count('Number of edges to follow from the start, 1 to 5.', {
      placeholder: 'COUNT',
      byDefault: '1',
      agent: true,
      most: 5,
    }),
    direction: choice(
      traverseDirections,
      'Direction of edges to follow: out, to what a node uses; in, to what uses it; or both.',
      {
        placeholder: 'WAY',
        byDefault: 'both',
        agent: true,
      },
    ),
    kinds: choices(
      codeEdgeKinds,
      `Kinds of edges to follow, separated by commas: ${codeEdgeKinds.join(', ')}.`,
      {
        placeholder: 'KINDS',
        flag: 'kind',
        byDefault: 'all',
        agent: true,
      },
    ),
    limit: limit('Maximum number of entries to show.', { most: 200 }),
  },
  takes: ['node'],
  terminal: {
    words: ['traverse'],
    details:
      'Names are resolved by their place in the code, not by types. When several definitions share a name, calls may be missing or be shown for each of them.',
    examples: {
      'afterwit traverse Writer.write': 'What is connected to this method?',
      'afterwit traverse src/io.py --direction in --kind imports --depth 2':
        'What imports this file, and what imports that?',
    },
  },
  run: async ({ asOf, ...request }, on) =>
    await on.withCode(asOf, async (questions, _, { view: code }) => questions.traverse({ ...request, code })),
});

/**
 * RetrieveEntity of the repository-memory paper: source and neighbours of the nodes with a name, such as `Writer`, `Writer.write`,
 * `src/io.py:Writer`, `io.py` or the id of a node.
 */
export const entity = ofRepository({
  name: 'entity',
  reads: true,
  summary: 'Show the source of a symbol, and its neighbours in the code.',
  answer: 'EntityView',
  input: {
    name: required(
      text('Symbol (Writer, Writer.write, src/io.py:Writer), path, or id.', {
        placeholder: 'NAME',
        agent: '`Writer`, `Writer.write`, `src/io.py:Writer`, a path or an id',
      }),
    ),
    asOf,
  },
  takes: ['name'],
  terminal: {
    words: ['entity'],
    details: 'When several definitions have the name, the likeliest are shown. Long files are cut.',
    examples: { 'afterwit entity Writer.write': 'Read one method.' },
  },
  run: async ({ name, asOf }, on) =>
    await on.withCode(asOf, (questions, _, { view: code, readBlobs }) =>
      questions.entity({ code, git: { readBlobs }, name }),
    ),
});
