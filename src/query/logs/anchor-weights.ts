/** The strongest mark of a line: what it tells about its failure. */
export type AnchorKind = 'heading' | 'item' | 'cause' | 'detail' | 'mention' | 'finding' | 'other';
/** Distance of a line from the end of what the failing command wrote, in lines. */
export type AnchorPlace = 'end3' | 'end12' | 'end40' | 'end150' | 'far' | 'outside';

/**
 * Weights of the evidence that the reason of a failure starts at a line. They are set by hand. A command that stops
 * at its first error prints it last; one that goes on (tests, linters) lists its failures under a heading. Weights that
 * were fitted to the logs of some repositories did worse on the logs of others (docs/research/failures.md).
 */
export const kindWeights: Readonly<Record<AnchorKind, number>> = {
  heading: 3,
  item: 2.2,
  cause: 2.2,
  detail: 1.3,
  mention: 0.6,
  finding: 1.2,
  other: -0.5,
};

export const placeWeights: Readonly<Record<AnchorPlace, number>> = {
  end3: 1.2,
  end12: 1.1,
  end40: 0.9,
  end150: 0.6,
  far: -0.3,
  outside: -0.6,
};

export const anchorWeights = {
  /** The cause beneath another error. */
  beneath: 1.2,
  warning: -1.5,
  passed: -2.5,
  status: -0.7,
  epilogue: -1,
  afterEpilogue: -1,
  nearHeading: 0.8,
  nearItem: 0.3,
  framesBelow: 0.8,
  deeperBelow: 0.5,
  indented: -0.6,
  usageBelow: 0.6,
  firstOfCluster: 0.7,
  emptyLineAbove: 0.4,
  saidOften: -0.8,
  afterAllSections: -1,
  inLastSection: 0.3,
  firstItem: 1,
  firstHeading: 0.7,
  lastHeading: 0.2,
  firstCauseNearEnd: 0.7,
  finding: 0.3,
  firstFinding: 0.6,
  sectionEnd: -0.5,
  /** If no line near the end looks like an error, the last words are used. */
  quietEnd3: 1.5,
  quietEnd12: 0.8,
  quietSectionEnd: 2,
} as const;
