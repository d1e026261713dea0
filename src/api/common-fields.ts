import type { IndexProgress } from '../model/answers/memory-status.ts';
import { type Speaker, writableScopes } from '../model/provenance.ts';
import { isObject } from './check-input.ts';
import {
  choice,
  count,
  document,
  exitCode,
  type Field,
  type FieldWords,
  fields,
  flag,
  given,
  paths,
  required,
  text,
  texts,
} from './field.ts';

/** Fields that several operations have. */

export const asOf = text('Use the history up to this commit, branch or tag and ignore everything later.', {
  placeholder: 'COMMIT',
  byDefault: 'HEAD',
});

export const id = required(text('Id of the memory, 4 digits or more of it.', { placeholder: 'ID' }));

export const content = text('The text that it has from now on.', { placeholder: 'TEXT' });

export const seen = text('Its text as the person read it: where it was changed since, nothing is decided.', {
  terminal: false,
});

export const replacing = texts(
  'Ids of the memories that it was seen to take the place of: where it now would of another, nothing is decided.',
  { terminal: false },
);

export const preview = flag('Change nothing; show what would happen.', { flag: 'dryRun' });

export const signal = given<AbortSignal>('an AbortSignal', (value) => isObject(value) && 'aborted' in value);

/** Observers of long work, which may stop it. */
export const watching = {
  signal,
  onProgress: given<(progress: IndexProgress) => void>('a function', (value) => typeof value === 'function'),
};

/** A door knows the speaker by itself, so only the library offers it. */
export const speaker = fields(
  {
    kind: required(choice(['user', 'agent', 'unknown'], 'What it is.')),
    name: required(text('Its name.')),
    source: required(choice(['cli', 'mcp', 'hook', 'library', 'transcript'], 'Where it speaks.')),
    session: text('Its session.'),
  },
  'Who speaks. Default: as the memory was opened.',
  { terminal: false },
) as Field<Speaker>;

export const limit = (description: string, words: FieldWords = {}) =>
  count(description, { placeholder: 'COUNT', agent: true, ...words });

export const topK = (byDefault: number, what: string) =>
  count(`Maximum number of ${what} to show.`, {
    placeholder: 'COUNT',
    byDefault: String(byDefault),
    agent: true,
    most: 50,
  });

export const budget = (words: FieldWords = {}) =>
  count('Maximum number of tokens for the memories.', {
    placeholder: 'TOKENS',
    was: ['budget'],
    byDefault: 'setting packing.budgetTokens',
    ...words,
  });

export const where = (description: string) =>
  choice(['here', 'all'], 'Memories of here, or of all repositories.', {
    byDefault: 'here',
    terminal: false,
    switch: { name: 'all', value: 'all', description },
  });

export const scope = ({ description, ...words }: FieldWords & { readonly description?: string } = {}) =>
  choice(
    writableScopes,
    description ??
      'Where it applies: repo, in this repository; user, in all your repositories; global, for everyone on this machine; workspace, skill or team: in the one that the settings memory.v3.scope name.',
    { placeholder: 'WHERE', ...words },
  );

export const exportedWhere = choice(
  ['here', 'all', ...writableScopes],
  'Only memories of this scope: repo, this repository; user, all your repositories; global, everyone on this machine.',
  {
    placeholder: 'WHERE',
    flag: 'scope',
    switch: { name: 'all', value: 'all', description: 'Include other repositories.' },
  },
);

export const aboutFiles = paths(
  'File that it is about, or PATH:Symbol for a part of it; once that changes, the memory is no longer shown unasked. A failure happened in the first one. May be given several times.',
  { placeholder: 'PATH', flag: 'file', agent: 'Files it is about, `path` or `path:Symbol`' },
);

export const places = {
  places: paths('Transcripts, or folders of them. Default: those of the agents on this machine.', {
    placeholder: 'PATH',
    flag: 'place',
  }),
  folders: paths(
    'Sessions in this folder are of this repository too: the clone lay there before it was moved. May be given several times.',
    { placeholder: 'DIR', flag: 'folder' },
  ),
};

export const importing = {
  scope: scope({
    description:
      'Scope of all imported memories: repo, this repository; user, all your repositories; global, everyone on this machine. Default: the scope in the file.',
  }),
  vouched: flag('The file is your own export: keep the trust levels it states. Only a person may say so.', {
    flag: 'mine',
  }),
  speaker,
  signal,
};

/** A command that failed. */
export const failure = (words: FieldWords = {}) =>
  fields(
    {
      command: text('Command line that failed.', { placeholder: 'LINE', agent: true }),
      output: required(
        document(
          'What the failing command printed; - reads standard input. Of an output over 8 MB, only the beginning and the end are read.',
          { placeholder: 'FILE', flag: 'failure', orElse: '', agent: 'What it printed, errors included' },
        ),
      ),
      exitCode: exitCode('Exit status of the command that failed.', { placeholder: 'NUMBER', agent: true }),
      stack: document('Stack trace, if it is not part of the output; - reads standard input.', {
        placeholder: 'FILE',
      }),
      file: text('File it happened in, or that was being worked on.', { terminal: false }),
      worktree: text('Folder that paths in the output are relative to.', { terminal: false }),
      environment: texts('What it ran in: `node 24.1`, `linux`.', { terminal: false }),
    },
    'A command that failed.',
    words,
  );

/** Facts of a failure beyond its output. */
export const details = fields(
  {
    symptom: text('How the failure appears, in words.', { placeholder: 'TEXT' }),
    rootCause: text(
      'Root cause, such as missing_python_module. Failures with the same cause form one pattern.',
      { placeholder: 'TEXT', byDefault: 'the cause that the output suggests', was: ['cause'] },
    ),
    preventionRule: text('Rule that would have prevented it; guardrails offers it before the next failure.', {
      placeholder: 'TEXT',
      was: ['rule'],
      agent: true,
    }),
    verification: text('How to check that the fix worked.', { placeholder: 'TEXT', was: ['verify'] }),
    context: text('What was being done when it failed.', { placeholder: 'TEXT' }),
    family: text('Family of the failure, such as import_error.', {
      placeholder: 'NAME',
      byDefault: 'the family recognised in the output',
    }),
    appliesWhen: texts('Condition under which the fix applies. May be given several times.', {
      placeholder: 'TEXT',
    }),
    notWhen: texts('Condition under which the fix does not apply. May be given several times.', {
      placeholder: 'TEXT',
    }),
    changed: texts(
      'File that the fix changed, or function of it: src/io.py::Writer.write. Where that function is to be changed again, the fix may be shown. May be given several times.',
      { placeholder: 'PLACE' },
    ),
    validation: given<{ readonly command?: string; readonly exitCode?: number }>('an object', isObject),
    outcome: choice(['verified', 'resolved', 'unresolved'], 'What became of it.', { terminal: false }),
    attempts: texts('What was tried before and did not help.', { terminal: false }),
  },
  'What more is known of the failure than its output tells.',
);
