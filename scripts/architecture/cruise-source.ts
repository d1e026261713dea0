import { existsSync, globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import type { ICruiseResult, IViolation } from 'dependency-cruiser';
import configuration from '../../.dependency-cruiser.mjs';
import { type FolderCircle, findFolderCircles } from './find-folder-circles.ts';

/** Folders whose modules are held to the rules. */
const cruisedFolders = ['src', 'bench'];

export interface Cruise {
  readonly violations: readonly (IViolation | FolderCircle)[];
  /** Modules of the cruised folders the cruiser saw. */
  readonly moduleCount: number;
  /** TypeScript files there are in those folders. More than {@link moduleCount}: the cruiser was blind to some. */
  readonly fileCount: number;
}

/**
 * Holds the imports below a folder to the rules of the house.
 * @param root Absolute path of the folder that holds `src/`, and maybe `bench/`.
 */
export async function cruiseSource(root: string): Promise<Cruise> {
  const folders = cruisedFolders.filter((folder) => existsSync(join(root, folder)));
  const { cruise } = await importCruiser();
  const result = await cruise(
    folders,
    {
      ...configuration.options,
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: configuration.forbidden },
    },
    {
      extensions: ['.ts', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'default', 'types'],
    },
  );
  const { modules, summary } = result.output as ICruiseResult;
  return {
    violations: [...summary.violations, ...findFolderCircles(modules)],
    moduleCount: modules.filter(({ source }) => folders.some((folder) => source.startsWith(`${folder}/`)))
      .length,
    fileCount: globSync(
      folders.map((folder) => `${folder}/**/*.ts`),
      { cwd: root },
    ).length,
  };
}

/**
 * dependency-cruiser reads TypeScript through the package `typescript` below version 7, and without it silently skips
 * every .ts file. Ours is 7, so that import is led to the alias `typescript-6` (docs/decisions/0002).
 */
async function importCruiser(): Promise<typeof import('dependency-cruiser')> {
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      nextResolve(specifier.replace(/^typescript(?=$|\/)/, 'typescript-6'), context),
  });
  return import('dependency-cruiser');
}
