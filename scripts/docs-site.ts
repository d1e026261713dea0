// Writes the documentation as a site of plain files, with search: it opens from a disk or any web server.
// Usage: npm run docs:site [-- FOLDER]
import { buildSite } from './docs-site/build-site.ts';

const folder = process.argv[2] ?? 'site';
const { pageCount, fileCount } = await buildSite('.', folder);
console.log(`${folder}: ${pageCount} pages, ${fileCount} files`);
