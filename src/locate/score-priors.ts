import type { CodeFile, CodeSnapshot } from '../ports/code-index.ts';

const auxiliarySegments = new Set(
  `docs doc examples example benchmarks benchmark asv_bench tools tool bin scripts script release extras build_tools
  galleries tutorials tutorial samples ci .github .circleci licenses`.split(/\s+/),
);
const packageNames = /(?:^|\/)(?:__init__|index|mod)\.[a-z]+$/;

/** Whether a path is beside the product: documentation, examples, tools. */
export function isAuxiliary(path: string): boolean {
  const segments = path.toLowerCase().split('/');
  return segments.slice(0, -1).some((segment) => auxiliarySegments.has(segment)) || path === 'setup.py';
}

/** What is known of a file before the question: 1 for auxiliary files, 1 for packages' own files, ln(1 + terms) / 10. */
export function scorePriors(files: readonly CodeFile[], code: CodeSnapshot) {
  return {
    auxiliary: Float64Array.from(files, ({ path }) => (isAuxiliary(path) ? 1 : 0)),
    packageFile: Float64Array.from(files, ({ path }) => (packageNames.test(path) ? 1 : 0)),
    length: Float64Array.from(files, ({ blob }) => Math.log1p(code.blobLengths[blob] ?? 0) / 10),
  };
}
