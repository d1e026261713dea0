/** Text of an issue, as far as its source has it. */
export interface IssueText {
  readonly title?: string;
  readonly body?: string;
  readonly state?: string;
  readonly url?: string;
}

/** Where the texts of linked issues come from: a local export. Never fetched unasked. */
export interface IssueSource {
  /** @param issue `#12`, `owner/name#12` or `PROJ-12` */
  find(issue: string): Promise<IssueText | undefined>;
}
