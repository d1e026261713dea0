import type { CommitRecord } from '../model/repository.ts';
import type { IndexedCommit } from '../ports/repository-index.ts';
import { countTerms } from '../text/terms.ts';
import { searchableText } from './commit-message.ts';
import { findCommitReferences } from './find-commit-references.ts';
import { findIssueReferences } from './find-issue-references.ts';

/**
 * Extracts from a commit what the index stores.
 *
 * @param ownSlug `owner/name` of the repository at its forge
 */
export function indexCommit(record: CommitRecord, ownSlug?: string): IndexedCommit {
  return {
    record,
    terms: countTerms(searchableText(record.message)),
    issues: findIssueReferences(record.message, ownSlug),
    references: findCommitReferences(record.message).filter(({ target }) => !record.id.startsWith(target)),
  };
}
