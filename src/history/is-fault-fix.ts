import { findIssueReferences } from './find-issue-references.ts';

const faultWords =
  /\b(?:fix(?:e[sd]|ing)?|bug(?:s|fix\w*)?|regress\w*|crash\w*|broken|wrong(?:ly)?|incorrect(?:ly)?|fail(?:s|ed|ing|ure\w*)?|error\w*|exception\w*|fault\w*|leak\w*|deadlock\w*|race)\b/i;
const otherWork =
  /\b(?:typos?|spelling|lint\w*|pep8|flake8|isort|black|mypy|whitespace|changelog|docs?|docstrings?|documentation|bump|release|merge|ci|reverts?)\b/i;

/** Whether a commit says of itself that it fixes a fault of the program: in its subject, or by closing an issue. */
export function isFaultFix(message: string): boolean {
  const [subject = ''] = message.split('\n', 1);
  if (otherWork.test(subject)) return false;
  return faultWords.test(subject) || findIssueReferences(message).some(({ closes }) => closes);
}
