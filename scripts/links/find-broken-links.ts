import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import GithubSlugger from 'github-slugger';
import { plainHeading } from './plain-heading.ts';

export interface LinkReport {
  readonly pageCount: number;
  /** `page: link fault`, for every relative link that leads nowhere. */
  readonly broken: readonly string[];
}

/** Follows the relative links of all Markdown pages below a folder, to files and to headings. */
export function findBrokenLinks(root: string): LinkReport {
  const pages = globSync('{*.md,{docs,bench,.changeset}/**/*.md}', { cwd: root });
  const broken = pages.flatMap((page) =>
    linksOf(join(root, page)).flatMap((link) => {
      const fault = faultOf(join(root, page), link);
      return fault === undefined ? [] : [`${page}: ${link} ${fault}`];
    }),
  );
  return { pageCount: pages.length, broken };
}

/** Relative targets of links and images. */
function linksOf(page: string): readonly string[] {
  const targets = [...prose(page).matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)].map(
    ([, target]) => target ?? '',
  );
  return targets.filter((target) => !/^[a-z][a-z+.-]*:/i.test(target));
}

function faultOf(page: string, link: string): string | undefined {
  const [path = '', anchor] = decodeURIComponent(link).split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(target)) return 'leads to nothing';
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  return anchorsOf(target).has(anchor) ? undefined : 'names no heading of that page';
}

/** Anchors as GitHub makes them of headings. */
function anchorsOf(page: string): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const headings = [...prose(page).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading = '']) => heading);
  return new Set(headings.map((heading) => slugger.slug(plainHeading(heading))));
}

/** A page without its code blocks. */
function prose(page: string): string {
  return readFileSync(page, 'utf8').replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, '');
}
