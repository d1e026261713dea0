import type { CommitRecord } from '../model/repository.ts';
import type {
  CommitReference,
  CommitRelation,
  IndexedCommit,
  IssueReference,
} from '../ports/repository-index.ts';
import { redact } from '../redaction/redact.ts';
import { countTerms } from '../text/terms.ts';

/** First line of a message. */
export function subjectOf(message: string): string {
  const end = message.indexOf('\n');
  return (end < 0 ? message : message.slice(0, end)).trim();
}

const trailerLine = /^([A-Za-z][A-Za-z0-9-]*): (.+)$/;

/** Trailers of a message (`Key: value` lines of its last paragraph, as git-interpret-trailers reads them), in order. */
export function trailersOf(message: string) {
  const paragraphs = message.trimEnd().split(/\n\s*\n/);
  if (paragraphs.length < 2) return [];
  const lines = (paragraphs.at(-1) ?? '').split('\n');
  const trailers = lines.flatMap((line) => {
    const match = trailerLine.exec(line.trim());
    return match ? [{ key: match[1] as string, value: match[2] as string }] : [];
  });
  return trailers.length * 2 >= lines.length ? trailers : [];
}

const mergeHeader =
  /^Merge (?:pull request #\d+ from \S+|branch(?:es)? .*|remote-tracking branch .*|remote branch .*|tag .*|commit .*|PR #?\d+:?)[ \t]*/;
const signature =
  /^(?:co-authored-by|signed-off-by|reviewed-by|acked-by|tested-by|reported-by|suggested-by|change-id|git-svn-id|cherry-picked-by|pull-request-resolved|differential revision|\(cherry picked from commit).*$/gim;
const longestSearchable = 4_000;

/** The part of a message worth searching, without signatures and names of merged branches. */
export function searchableText(message: string): string {
  return message.slice(0, longestSearchable).replace(mergeHeader, '').replace(signature, '');
}

const objectId = String.raw`([0-9a-f]{7,64})\b`;

/** Patterns that tell how a message relates to an object id in it; the first matching rule wins. */
const rules: readonly { readonly relation: CommitRelation; readonly pattern: RegExp }[] = [
  {
    relation: 'reverts',
    pattern: new RegExp(
      String.raw`\brevert(?:s|ed|ing)?(?: (?:the|back|changes?|from|in|of|made|by))* (?:commits? )?${objectId}`,
      'gi',
    ),
  },
  {
    relation: 'cherry_picked_from',
    pattern: new RegExp(String.raw`\bcherry[ -]picked from (?:commit )?${objectId}`, 'gi'),
  },
  { relation: 'fixes', pattern: new RegExp(`^fixes: ${objectId}`, 'gim') },
  {
    relation: 'fixes',
    pattern: new RegExp(
      String.raw`\b(?:introduced|broken|caused|added|regress\w*|follow[- ]?up|fix\w*)(?: \w+){0,3}? (?:commit )?${objectId}`,
      'gi',
    ),
  },
  { relation: 'mentions', pattern: new RegExp(String.raw`(?<![\w/.#-])${objectId}(?!\w|[/-]|\.\w)`, 'gi') },
];

const byStrength: readonly CommitRelation[] = ['reverts', 'cherry_picked_from', 'fixes', 'mentions'];

/**
 * Commits that a message refers to: reverted, fixed (a fix of a fix), cherry-picked or only mentioned. An abbreviated
 * id must have a digit and a letter, so that numbers and words such as "defaced" do not count.
 */
export function findCommitReferences(message: string): readonly CommitReference[] {
  if (!/[0-9a-f]{7}/i.test(message)) return [];
  const relations = new Map<string, CommitRelation>();
  for (const { relation, pattern } of rules) {
    for (const match of message.matchAll(pattern)) {
      const target = (match[1] ?? '').toLowerCase();
      if (isLikelyId(target) && !relations.has(target)) relations.set(target, relation);
    }
  }
  return [...mergeAbbreviations(relations)].map(([target, relation]) => ({ relation, target }));
}

/** An abbreviated id beside the full one is the same reference, with the stronger of their relations. */
function mergeAbbreviations(
  relations: ReadonlyMap<string, CommitRelation>,
): ReadonlyMap<string, CommitRelation> {
  const merged = new Map(relations);
  const sorted = [...relations.keys()].sort();
  sorted.forEach((target, position) => {
    const longer = sorted[position + 1];
    if (!longer?.startsWith(target)) return;
    const either = [merged.get(target), merged.get(longer)];
    merged.set(longer, byStrength.find((relation) => either.includes(relation)) ?? 'mentions');
    merged.delete(target);
  });
  return merged;
}

function isLikelyId(text: string): boolean {
  return text.length >= 40 || (/\d/.test(text) && /[a-f]/.test(text));
}

const closingWord = '(?:close[sd]?|closing|fix(?:e[sd]|ing)?|resolve[sd]?|resolving)';
const issueToken = String.raw`(?:#\d{1,7}|GH-\d{1,7}|[\w.-]+\/[\w.-]+#\d{1,7}|https?:\/\/\S+)`;
const closingList = new RegExp(
  String.raw`\b${closingWord}\b:?\s+(?:(?:issues?|bugs?|tickets?|pull requests?)\s+)?((?:${issueToken}(?:\s*(?:,|and|&)\s*)?)+)`,
  'giu',
);
const hashReference = /(?<![\w/&#])(?:([\w.-]+\/[\w.-]+))?#(\d{1,7})\b/g;
const ghReference = /\bGH-(\d{1,7})\b/gi;
const forgeUrl =
  /https?:\/\/(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\/([\w.-]+\/[\w.-]+)\/(?:-\/)?(?:issues|pulls?|merge_requests|pull-requests)\/(\d{1,7})/gi;
const trackerUrl =
  /https?:\/\/[\w.-]+\/(?:\S*?\/)?(?:ticket|issue|bug)s?\/?(?:show_bug\.cgi\?id=)?(\d{1,7})\b/gi;
const ticketKey = /(?<![\w-])([A-Z][A-Z0-9]{1,9})-(\d{1,6})(?![\w-])/g;
/** Standards and encodings that look like ticket keys. */
const notTickets = new Set(
  'UTF UCS ISO RFC PEP SHA MD AES RSA CVE CWE GH ANSI ASCII IEEE HTTP TLS SSL EPSG CP LATIN WIN IPV ES ECMA X ARM BSD GPL LGPL MIT BASE PY'.split(
    ' ',
  ),
);

/**
 * Issues, pull requests and tickets that a commit message names: `#12`, `GH-12`, `owner/name#12`, links to a forge or
 * tracker, `PROJ-12`; each once, in order of appearance.
 * @param ownSlug `owner/name` of this repository: its own links count as `#12`
 */
export function findIssueReferences(message: string, ownSlug?: string): readonly IssueReference[] {
  if (!/[#-]\d|:\/\//.test(message)) return [];
  const closing = new Set<string>();
  for (const match of message.matchAll(closingList)) {
    for (const { issue } of mentions(match[1] ?? '', ownSlug)) closing.add(issue);
  }
  const found = mentions(message, ownSlug).sort((a, b) => a.position - b.position);
  const issues = new Set(found.map(({ issue }) => issue));
  return [...issues].map((issue) => ({ issue, closes: closing.has(issue) }));
}

function mentions(text: string, ownSlug: string | undefined): { issue: string; position: number }[] {
  const found: { issue: string; position: number }[] = [];
  const add = (match: RegExpMatchArray, number: string | undefined, slug?: string) => {
    const isOwn = slug === undefined || slug.toLowerCase() === ownSlug?.toLowerCase();
    found.push({ issue: `${isOwn ? '' : slug}#${Number(number)}`, position: match.index ?? 0 });
  };
  for (const match of text.matchAll(forgeUrl)) add(match, match[2], match[1]);
  const rest = text.replace(forgeUrl, (url) => ' '.repeat(url.length));
  for (const match of rest.matchAll(trackerUrl)) add(match, match[1]);
  const prose = rest.replace(/https?:\/\/\S+/g, (url) => ' '.repeat(url.length));
  for (const match of prose.matchAll(hashReference)) add(match, match[2], match[1]);
  for (const match of prose.matchAll(ghReference)) add(match, match[1]);
  for (const match of prose.matchAll(ticketKey)) {
    if (!notTickets.has(match[1] ?? ''))
      found.push({ issue: `${match[1]}-${match[2]}`, position: match.index });
  }
  return found;
}

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

/**
 * Extracts the facts of a commit for the index, without secrets.
 * @param ownSlug `owner/name` of the repository at its forge
 */
export function indexCommit(record: CommitRecord, ownSlug?: string): IndexedCommit {
  const message = redact(record.message);
  return {
    record: { ...record, message, author: redact(record.author) },
    terms: countTerms(searchableText(message)),
    issues: findIssueReferences(message, ownSlug),
    references: findCommitReferences(message).filter(({ target }) => !record.id.startsWith(target)),
  };
}
