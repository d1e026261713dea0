// Checks that relative links in Markdown lead to files, and their anchors to headings.
import { findBrokenLinks } from './links/find-broken-links.ts';

const { pageCount, broken } = findBrokenLinks('.');
for (const line of broken) console.error(line);
console.log(`${pageCount} pages, ${broken.length} broken links`);
process.exitCode = broken.length > 0 ? 1 : 0;
