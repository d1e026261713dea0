/**
 * What each fact counts for when it is asked whether the reason of a failure starts at a line: weights of a softmax over the
 * lines of a log, fitted by `npm run bench -- failures --fit` with the sign of each given and a pull to one size. A command that
 * stops at its first error prints it last; one that goes on (tests, linters) lists its failures under a heading.
 */
export const anchorWeights = {
  heading: 1.46,
  item: 1.76,
  /** Its shape is that of a cause or a detail, and it is no verdict of a wrapper. */
  says: 0.86,
  /** The cause beneath another error. */
  beneath: 1.27,
  /** The first of findings at places of files. */
  firstFinding: 1.22,
  firstItem: 2.54,
  firstHeading: 1.41,
  firstCauseNearEnd: 1.38,
  lastHeading: 1.38,
  nearHeading: 1.53,
  /** Among the last lines that the command wrote itself. */
  atEnd: 0.51,
  /** Within the failing command's part of the log. */
  inside: 0.58,
  /** Of a command that failed before the last one did. */
  inEarlierSection: -1.12,
  firstOfCluster: 0.85,
  /** Frames or deeper lines follow. */
  hasBody: 1.1,
  emptyLineAbove: 1.58,
  /** If no line near the end looks like an error, the nearer the end the more, from 0 to 3. */
  quietEnd: 0.35,
  /** Then the line of the CI service that says that the command failed. */
  quietVerdict: 1.67,
  warning: -1.3,
  passed: -1.02,
  status: -1.05,
  wrapper: -1.05,
  afterWrapper: -1.43,
  indented: -0.8,
  /** Logarithm, to base 2, of how many lines are alike but for their numbers. */
  repeated: -0.2,
  /** A line like it stands outside the failing command's part: a command that passed printed it, too. */
  elsewhere: -0.74,
} as const;

export type AnchorFact = keyof typeof anchorWeights;
