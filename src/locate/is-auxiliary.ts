const auxiliarySegments = new Set(
  `docs doc examples example benchmarks benchmark asv_bench tools tool bin scripts script release extras build_tools
  galleries tutorials tutorial samples ci .github .circleci licenses`.split(/\s+/),
);

/** Whether a path is auxiliary: documentation, examples, tools. */
export function isAuxiliary(path: string): boolean {
  const segments = path.toLowerCase().split('/');
  return segments.slice(0, -1).some((segment) => auxiliarySegments.has(segment)) || path === 'setup.py';
}
