interface Trailer {
  readonly key: string;
  readonly value: string;
}

/** First line of a message. */
export function subjectOf(message: string): string {
  const end = message.indexOf('\n');
  return (end < 0 ? message : message.slice(0, end)).trim();
}

const trailerLine = /^([A-Za-z][A-Za-z0-9-]*): (.+)$/;

/** Trailers of a message (`Key: value` lines of its last paragraph, as git-interpret-trailers reads them), in order. */
export function trailersOf(message: string): readonly Trailer[] {
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
