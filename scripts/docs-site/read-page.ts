import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import { Marked, type Tokens } from 'marked';
import { plainHeading } from '../links/plain-heading.ts';

/** A stretch of a page under one heading, to be searched. */
interface PageSection {
  readonly title: string;
  /** Of its heading; empty for what stands before the first. */
  readonly anchor: string;
  readonly text: string;
}

export interface ReadPage {
  /** From the top of the repository. */
  readonly path: string;
  /** From the top of the site. */
  readonly place: string;
  readonly title: string;
  readonly html: string;
  /** Files and folders of the repository that it links to, by path from the top. */
  readonly targets: readonly string[];
  readonly sections: readonly PageSection[];
}

/**
 * Reads a page of Markdown. Anchors are those of GitHub, so that the links of the pages hold in both places.
 *
 * @param placeOf where a file of the repository stands in the site
 */
export function readPage(path: string, markdown: string, placeOf: (target: string) => string): ReadPage {
  const folder = posix.dirname(path);
  const place = placeOf(path);
  const own = posix.dirname(place);
  const slugger = new GithubSlugger();
  const targets = new Set<string>();
  const sections: PageSection[] = [];
  const lead = (href: string) => {
    if (/^(?:[a-z][a-z+.-]*:|#)/i.test(href)) return href;
    const [file = '', anchor] = decodeURIComponent(href).split('#');
    const target = posix.join(folder, file).replace(/\/$/, '');
    targets.add(target);
    return posix.relative(own, placeOf(target)) + (anchor === undefined ? '' : `#${anchor}`);
  };
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = slugger.slug(plainHeading(text));
        return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
      },
      // A wide table scrolls by itself, not the page; who reads by keyboard reaches it.
      table(token: Tokens.Table) {
        const [head = [], rows = []] = [token.header, token.rows];
        const line = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const body = rows.map((row) => line(row, 'td')).join('\n');
        return `<div class="table" tabindex="0"><table><thead>${line(head, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'link' || token.type === 'image') token.href = lead(token.href);
  });
  const anchors = new GithubSlugger();
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = plainHeading(token.text);
      sections.push({ title, anchor: anchors.slug(title), text: '' });
    } else {
      const last = sections.pop() ?? { title: '', anchor: '', text: '' };
      sections.push({ ...last, text: `${last.text}${token.raw}\n` });
    }
  }
  const title = sections.find((section) => section.title !== '')?.title ?? path;
  return { path, place, title, html: marked.parser(tokens), targets: [...targets], sections };
}
