/** The ten metrics of the Memory V3 record, by their names there; `total` of each is counted, and `each` is measured once an answer. */
export const metrics = {
  'memory.v3.extraction.calls': {
    kind: 'total',
    description: 'Calls of a language model to extract memories.',
    noneBecause: 'no language model is used',
  },
  'memory.v3.extraction.fallback.count': {
    kind: 'total',
    description: 'Extractions that rules did because a language model failed.',
    noneBecause: 'no language model is used',
  },
  'memory.v3.rerank.calls': {
    kind: 'total',
    description:
      'Answers whose memories were put in order by how likely each answers; no language model is needed.',
  },
  'memory.v3.rerank.skipped': {
    kind: 'total',
    description: 'Answers to somebody who asked, in the order of words.',
  },
  'memory.v3.retrieval.candidate_count': { kind: 'each', description: 'Memories considered for an answer.' },
  'memory.v3.retrieval.final_count': { kind: 'each', description: 'Memories shown in an answer.' },
  'memory.v3.contradiction.detected': {
    kind: 'total',
    description:
      'Memories that contradict another: left out of an answer for it, or found when one was said.',
  },
  'memory.v3.items.superseded': { kind: 'total', description: 'Memories whose place a newer one took.' },
  'memory.v3.scope.mismatch.filtered': {
    kind: 'total',
    description: 'Memories left out because they hold elsewhere, where nothing that holds here answered.',
  },
  'memory.v3.token.overhead': { kind: 'each', description: 'Tokens put into the context by an answer.' },
} as const;

export type MetricName = keyof typeof metrics;
export const metricNames = Object.keys(metrics) as readonly MetricName[];

/** What happened, as numbers to add. */
export type MetricValues = Readonly<Partial<Record<MetricName, number>>>;
