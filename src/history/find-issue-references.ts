import type { IssueReference } from '../ports/repository-index.ts';

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
 *
 * @param ownSlug `owner/name` of this repository: its own links count as `#12`
 */
export function findIssueReferences(message: string, ownSlug?: string): readonly IssueReference[] {
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
