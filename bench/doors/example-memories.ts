import type { Memory } from '../../src/index.ts';
import type { ExampleFailure } from './example-failures.ts';
import { type ExampleNames, exampleNames } from './example-names.ts';
import type { SeededRandom } from './seeded-random.ts';

type RememberRequest = Parameters<Memory['remember']>[0];

/** Share of memories about a file; and of those that hold for the user, or everywhere, rather than for one repository. */
const aboutFile = 0.3;
const beyondRepository = 0.06;

interface LessonShape {
  readonly type: NonNullable<RememberRequest['type']>;
  readonly content: (names: ExampleNames) => string;
  /** A question for it. */
  readonly question: (names: ExampleNames) => string;
}

const lessonShapes: readonly LessonShape[] = [
  {
    type: 'decision',
    content: ({ type, call, folder, library }) =>
      `${type} goes through ${library}, not through ${call}: two caches in ${folder} disagreed about what is stale, and nobody noticed for a month.`,
    question: ({ type, library }) => `why does ${type} use ${library}`,
  },
  {
    type: 'constraint',
    content: ({ module, variable, folder }) =>
      `Never change ${module} without raising ${variable}: services that are deployed apart from ${folder} compare it when they start.`,
    question: ({ module }) => `what to look out for when changing ${module}`,
  },
  {
    type: 'preference',
    content: ({ folder, call, test }) =>
      `In ${folder}, name tests after what they show (${test}), not after the function (${call}).`,
    question: ({ folder }) => `how are tests named in ${folder}`,
  },
  {
    type: 'project_fact',
    content: ({ module, port, variable }) =>
      `${module} listens on port ${port} in development and on ${variable} elsewhere; its health check is /healthz.`,
    question: ({ module }) => `which port does ${module} listen on`,
  },
  {
    type: 'project_fact',
    content: ({ type, call, module }) =>
      `${type}.${call} is called from two threads. Its state lies in ${module} and is guarded by one lock; take it before reading, too.`,
    question: ({ type, call }) => `is ${type}.${call} safe to call from threads`,
  },
];

/** A memory to be, and a question that it answers. */
export interface ExampleMemory {
  readonly request: RememberRequest;
  readonly question: string;
}

/** The lesson of a past failure. */
export function resolutionOf(
  failure: ExampleFailure,
  files: readonly string[],
  random: SeededRandom,
): ExampleMemory {
  const { command, exitCode, remedy, question } = failure;
  return {
    request: {
      content: remedy,
      failure: { command, exitCode, output: failure.print(random) },
      ...dependencies(files, random),
    },
    question,
  };
}

export function exampleLesson(files: readonly string[], random: SeededRandom): ExampleMemory {
  const names = exampleNames(random);
  const { type, content, question } = random.pick(lessonShapes);
  return {
    request: {
      content: content(names),
      type,
      tags: [names.folder, names.library],
      ...dependencies(files, random),
    },
    question: question(names),
  };
}

function dependencies(
  files: readonly string[],
  random: SeededRandom,
): Pick<RememberRequest, 'files' | 'scope'> {
  if (random.happens(beyondRepository)) return { scope: random.pick(['user', 'global']) };
  return files.length > 0 && random.happens(aboutFile) ? { files: [random.pick(files)] } : {};
}
