import type { ToldFailure } from './issue-memory.ts';

export const lostTemplate: ToldFailure = {
  output: "FileNotFoundError: [Errno 2] No such file or directory: 'letters/reminder.html'",
  command: 'python -m post.send',
  fix: 'Resolve the letter template relative to the package, not to the working folder.',
  details: {
    family: 'path_resolution_error',
    rootCause: 'cwd_relative_path',
    symptom: 'letters cannot be rendered outside of the project folder',
    preventionRule: 'No template may be opened by a path relative to the working folder.',
  },
};

export function missingModule(name: string, changes: Partial<ToldFailure> = {}): ToldFailure {
  return {
    output: `ModuleNotFoundError: No module named '${name}'`,
    command: 'python worker.py',
    fix: `Add ${name} to the requirements of the worker.`,
    ...changes,
    details: { family: 'import_error', rootCause: 'missing_python_module', ...changes.details },
  };
}

export function missingKey(key: string, service: string): ToldFailure {
  return {
    output: `KeyError: '${key}' while reading the settings of the ${service}`,
    command: `python run.py --service ${service}`,
    fix: `Add ${key} to the settings of the ${service} and check the keys when it starts.`,
    details: {
      family: 'config_error',
      rootCause: 'missing_required_config_key',
      symptom: `the ${service} does not start because ${key} is absent`,
      preventionRule: 'Check the keys of the settings at the start.',
    },
  };
}

export const unreadFile: ToldFailure = {
  output: 'RuntimeError: the archive is being written by another handle after the nightly export',
  command: 'python export.py --nightly',
  fix: 'Close the export handle in the nightly job before the upload begins.',
  details: {
    family: 'resource_error',
    rootCause: 'handle_left_open',
    symptom: 'archive has two open handles after the nightly export',
    preventionRule: 'Every writer of an archive closes its own handle.',
  },
};

export const unreadFileElsewhere: ToldFailure = {
  output: 'RuntimeError: the archive is being written by another handle during the integrity scan',
  command: 'pytest tests/scan',
  fix: 'Give every scan a copy of its own instead of the shared descriptor.',
  details: {
    family: 'resource_error',
    rootCause: 'handle_left_open',
    symptom: 'archive has two open handles during the integrity scan',
    preventionRule: 'A scan reads a snapshot.',
  },
};
