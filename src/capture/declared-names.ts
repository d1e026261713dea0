import { fieldsOf, parsedJson } from '../text/json/fields.ts';
/** The working tree as far as a command may name parts of it. */
export interface ProjectFiles {
  /** The text of a file; undefined where there is none. */
  readonly textOf: (path: string) => string | undefined;
  readonly isFolder: (path: string) => boolean;
}

/** Kinds of names that files of a repository declare for a program to run. */
export type DeclaredKind =
  | 'script'
  | 'composerScript'
  | 'denoTask'
  | 'target'
  | 'recipe'
  | 'rakeTask'
  | 'gradleTask'
  | 'testEnvironment'
  | 'noxSession'
  | 'hook'
  | 'crate';

interface Declaration {
  /** Looked for at the top of the working tree; the first that is there counts. */
  readonly files: readonly string[];
  readonly names: (text: string) => Iterable<string>;
}

const declarations: Readonly<Record<DeclaredKind, Declaration>> = {
  script: { files: ['package.json'], names: keysOf('scripts') },
  composerScript: { files: ['composer.json'], names: keysOf('scripts') },
  denoTask: { files: ['deno.json'], names: keysOf('tasks') },
  target: { files: ['GNUmakefile', 'makefile', 'Makefile'], names: matched(/^([\w./-]+)\s*:(?![:=])/gm) },
  recipe: {
    files: ['justfile', 'Justfile', '.justfile'],
    names: matched(/^@?([\w-]+)(?: [^:\n]*)?:(?!=)/gm),
  },
  rakeTask: { files: ['Rakefile', 'rakefile'], names: matched(/^\s*task[ (]+[:"']?([\w:]+)/gm) },
  gradleTask: {
    files: ['build.gradle', 'build.gradle.kts'],
    names: matched(/^\s*(?:task|tasks\.(?:register|create))[ (]+["']?(\w+)/gm),
  },
  testEnvironment: { files: ['tox.ini'], names: matched(/^\[testenv:([\w.-]+)\]/gm) },
  noxSession: { files: ['noxfile.py'], names: matched(/^def (\w+)\(session/gm) },
  hook: { files: ['.pre-commit-config.yaml'], names: matched(/^\s*-\s*id:\s*([\w-]+)/gm) },
  crate: { files: ['Cargo.toml'], names: matched(/^name\s*=\s*"([\w-]+)"/gm) },
};

export function declares(kind: DeclaredKind, name: string, { textOf }: ProjectFiles): boolean {
  const { files, names } = declarations[kind];
  const text = files.map(textOf).find((one) => one !== undefined);
  return text !== undefined && new Set(names(text)).has(name);
}

function matched(pattern: RegExp): Declaration['names'] {
  return (text) => [...text.matchAll(pattern)].map(([, name = '']) => name);
}

function keysOf(field: string): Declaration['names'] {
  return (text) => Object.keys(fieldsOf(fieldsOf(parsedJson(text))[field]));
}
