/** Text of an issue, as complete as its source is. */
export interface IssueText {
  readonly title?: string;
  readonly body?: string;
  readonly state?: string;
  readonly url?: string;
}

/** Source of the texts of linked issues: a local export. Never fetches from the network. */
export interface IssueSource {
  /** @param issue `#12`, `owner/name#12` or `PROJ-12` */
  find(issue: string): Promise<IssueText | undefined>;
}
