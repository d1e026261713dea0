const commentStart = '<!--';
const commentEnd = '-->';
const fence = /^\s*(?:```|~~~)/;
/** Lines that a form or a fold brought along: a box to tick, an answer that was not given, the tags of a fold. */
const formLine =
  /^\s*(?:[-*]\s*\[[ xX]\](?:\s.*)?|_No response_\s*|<\/?(?:details|summary)\b[^>]{0,100}>\s*)$/;
const heading = /^\s*(?:#{1,6}\s+(\S.{0,60})|\*\*([^*]{2,60})\*\*:?\s*|__([^_]{2,60})__:?\s*)$/;
/** A line such as `Versions:`: it may begin a section, but as often it is part of a sentence. */
const label = /^\s*([A-Z][\w ()/?'-]{2,40}):\s*$/;
/** Sections about where the problem was seen: packages, systems, what was searched before asking. */
const aside =
  /environment|versions?\b|system info|checklist|confirmation|before asking|first check|installed|(?:pip|conda) (?:list|freeze)|your project|screenshots?|operating system|platform/i;
/** What happened stays, wherever it happened: `Behaviour in version 3`. */
const account = /reproduc|expected|actual|current|behaviou?r|happen|describe/i;
/** The list that `show_versions()` of scientific packages prints. */
const installedPackages = /^\s*INSTALLED VERSIONS\b/;

/**
 * What somebody wrote into an issue form, without the form: comments, check lists, and whole sections about the
 * environment. Their words say nothing of the fault, and push those that do out of a long query.
 *
 * @param issue its first line is the title and stays; a text that is nothing but form is given back as it is
 */
export function stripIssueForm(issue: string): string {
  const [title = '', ...body] = withoutComments(issue).split('\n');
  const kept = [title];
  let isFenced = false;
  let isAside = false;
  for (const line of body) {
    if (fence.test(line)) isFenced = !isFenced;
    else if (!isFenced) {
      if (formLine.test(line)) continue;
      isAside = beginsAside(line) ?? isAside;
    }
    if (installedPackages.test(line)) isAside = true;
    if (!isAside) kept.push(line);
  }
  const text = kept.join('\n');
  return text.trim() === '' ? issue : text;
}

/** Whether the section that a line begins is an aside; undefined where it begins none. */
function beginsAside(line: string): boolean | undefined {
  const [, hashed, bold, underlined] = heading.exec(line) ?? [];
  const name = hashed ?? bold ?? underlined ?? label.exec(line)?.[1];
  return name === undefined ? undefined : aside.test(name) && !account.test(name);
}

/** A search for both ends: a pattern would read on from each of a thousand comments that are never closed. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf(commentStart, from);
    const end = start < 0 ? -1 : text.indexOf(commentEnd, start);
    if (end < 0) break;
    kept.push(text.slice(from, start), ' ');
    from = end + commentEnd.length;
  }
  kept.push(text.slice(from));
  return kept.join('');
}
