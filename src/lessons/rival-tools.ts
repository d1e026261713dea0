/**
 * Tools of which a project uses one for each job, as far as a rule says so: "run the linter with ruff" and "with flake8" do not both hold.
 * Some do more than one job.
 */
const toolsOfJobs = [
  'npm npx pnpm pnpx yarn bun bunx deno',
  'pip pip3 pipenv poetry uv uvx pdm conda rye hatch',
  'mypy pyright basedpyright pyre ty',
  'eslint biome oxlint tslint',
  'ruff flake8 pylint',
  'prettier biome dprint oxfmt',
  'black yapf autopep8 ruff',
  'jest vitest mocha jasmine ava',
  'pytest unittest nose nose2',
  'pre-commit prek lefthook husky',
  'webpack vite rollup rolldown esbuild parcel turbopack rspack tsup tsdown',
  'cypress playwright puppeteer selenium',
  'prisma drizzle typeorm sequelize mikro-orm',
  'nx turbo lerna moon',
  'make just task',
  'maven mvn gradle bazel',
].map((tools) => tools.split(' '));

const jobsOf = new Map<string, Set<number>>();
for (const [job, tools] of toolsOfJobs.entries())
  for (const tool of tools) jobsOf.set(tool, (jobsOf.get(tool) ?? new Set()).add(job));

/** Whether both do the same job, and are two. */
export function areRivals(one: string, other: string): boolean {
  const jobs = jobsOf.get(other);
  return one !== other && jobs !== undefined && [...(jobsOf.get(one) ?? [])].some((job) => jobs.has(job));
}
