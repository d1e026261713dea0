// The families of failures that the paper names (Section 3.2), and its five confusable pairs (Section 1), as texts.

/** Names that a failure is about; drawn anew for every memory. */
export interface FailureSlots {
  readonly project: string;
  readonly module: string;
  readonly key: string;
  readonly table: string;
  readonly area: string;
  readonly revision: string;
  readonly port: number;
}

/** Where it happens: what tells two causes of one message apart. */
export interface Circumstance {
  readonly command: string;
  /** Frames of the project, outermost first: file and function. */
  readonly frames: readonly (readonly [file: string, name: string])[];
  readonly environment: string;
  readonly rootCause: string;
  readonly fix: string;
}

export interface FailureFamily {
  readonly name: string;
  /** The family whose failures print the same for another cause, and the one sign that still tells the two apart. */
  readonly confusedWith?: { readonly family: string; readonly toldBy: 'stack' | 'environment' };
  /** Which half of the benchmark: priors are learned on one, figures are told of the other. */
  readonly half: 'development' | 'judged';
  /** Its output, with the line that says why at the end. */
  surface(slots: FailureSlots): readonly string[];
  /** The same in a person's words. */
  retold(slots: FailureSlots): string;
  /** Two: the variants of one memory. */
  circumstances(slots: FailureSlots): readonly [Circumstance, Circumstance];
}

export const failureFamilies: readonly FailureFamily[] = [
  {
    name: 'sqlite_locking',
    confusedWith: { family: 'stale_migration', toldBy: 'stack' },
    half: 'development',
    surface: lockedTable,
    retold: ({ table }) => `SQLite refuses to write: it says the table ${table} is locked.`,
    circumstances: ({ project, area, table }) => [
      {
        command: `pytest tests/${area}`,
        frames: [
          [`tests/${area}/test_${table}.py`, `test_${table}_is_written`],
          [`src/${project}/store/session.py`, 'commit'],
        ],
        environment: 'python 3.12',
        rootCause: 'a connection of the fixture is left open',
        fix: `Close the lingering connection: let the fixture of ${table} end its session before the next one begins.`,
      },
      {
        command: `python -m ${project}.importer --table ${table}`,
        frames: [
          [`src/${project}/importer.py`, 'main'],
          [`src/${project}/store/bulk.py`, 'insert_many'],
        ],
        environment: 'python 3.12',
        rootCause: 'two writers at once without a busy timeout',
        fix: `Set a busy timeout of ten seconds on the importer's connection, and write ${table} in one transaction.`,
      },
    ],
  },
  {
    name: 'stale_migration',
    confusedWith: { family: 'sqlite_locking', toldBy: 'stack' },
    half: 'development',
    surface: lockedTable,
    retold: ({ table }) => `The database is out of date: ${table} cannot be changed because it is locked.`,
    circumstances: ({ project, revision, table }) => [
      {
        command: 'alembic upgrade head',
        frames: [
          ['migrations/env.py', 'run_migrations_online'],
          [`migrations/versions/${revision}_${table}.py`, 'upgrade'],
        ],
        environment: 'alembic 1.13',
        rootCause: 'the database stands at a revision that was rewritten',
        fix: `Stamp the database with the revision before ${revision}, then run alembic upgrade head again.`,
      },
      {
        command: `flask --app ${project} db upgrade`,
        frames: [
          ['migrations/env.py', 'run_migrations_offline'],
          [`src/${project}/db.py`, 'upgrade_schema'],
        ],
        environment: 'flask 3.0',
        rootCause: 'the development server holds the old schema',
        fix: `Stop the development server, delete instance/${project}.db and let db upgrade create ${table} anew.`,
      },
    ],
  },
  {
    name: 'wrong_virtual_environment',
    confusedWith: { family: 'wrong_python_path', toldBy: 'environment' },
    half: 'judged',
    surface: missingModule,
    retold: ({ module }) => `The interpreter says that it has no module called ${module}.`,
    circumstances: ({ project, module, area }) => [
      {
        command: `python -m ${project}.worker`,
        frames: [
          [`src/${project}/worker.py`, '<module>'],
          [`src/${project}/${area}/plugins.py`, '<module>'],
        ],
        environment: 'system python 3.11',
        rootCause: 'the interpreter of another environment is used',
        fix: `Activate .venv first: ${module} is installed there and not in the system's Python.`,
      },
      {
        command: `pre-commit run ${area}-lint`,
        frames: [[`tools/${area}_lint.py`, '<module>']],
        environment: 'pre-commit environment',
        rootCause: 'the hook has an environment of its own',
        fix: `Add ${module} to additional_dependencies of the ${area}-lint hook.`,
      },
    ],
  },
  {
    name: 'wrong_python_path',
    confusedWith: { family: 'wrong_virtual_environment', toldBy: 'environment' },
    half: 'judged',
    surface: missingModule,
    retold: ({ module }) => `Importing ${module} does not work, it is not found on the path.`,
    circumstances: ({ project, module, area }) => [
      {
        command: `bash scripts/run_${area}.sh`,
        frames: [[`scripts/${area}_job.py`, '<module>']],
        environment: 'python 3.12 venv',
        rootCause: 'PYTHONPATH names a folder that was renamed',
        fix: `Set PYTHONPATH to libs/${module} in scripts/run_${area}.sh: the folder was renamed.`,
      },
      {
        command: `docker compose run ${area}`,
        frames: [
          [`services/${area}/main.py`, '<module>'],
          [`services/${area}/${project}_tasks.py`, '<module>'],
        ],
        environment: 'docker python 3.12-slim',
        rootCause: 'the image copies the package beside the path',
        fix: `Copy ${module} to /srv/${project} in the Dockerfile of ${area}, which is where PYTHONPATH points.`,
      },
    ],
  },
  {
    name: 'invalid_configuration_key',
    confusedWith: { family: 'missing_backup_directory', toldBy: 'stack' },
    half: 'judged',
    surface: missingKey,
    retold: ({ key }) => `It stops because a value named ${key} is missing.`,
    circumstances: ({ project, key, area }) => [
      {
        command: `${project} serve --config deploy/${area}.toml`,
        frames: [
          [`src/${project}/cli.py`, 'serve'],
          [`src/${project}/config/load.py`, 'settings_for'],
        ],
        environment: `${project} 2.4`,
        rootCause: 'the key was renamed in the settings of the service',
        fix: `Rename ${key} in deploy/${area}.toml: since 2.4 it stands under [service.${area}].`,
      },
      {
        command: `pytest tests/config/test_${area}.py`,
        frames: [
          [`tests/config/test_${area}.py`, 'test_defaults'],
          [`src/${project}/config/defaults.py`, 'merge_defaults'],
        ],
        environment: 'python 3.12',
        rootCause: 'the fixture lacks a default that became required',
        fix: `Give the fixture settings of ${area} a value for ${key}; it has had no default since it became required.`,
      },
    ],
  },
  {
    name: 'missing_backup_directory',
    confusedWith: { family: 'invalid_configuration_key', toldBy: 'stack' },
    half: 'judged',
    surface: missingKey,
    retold: ({ key }) => `The job ends at once, it does not know ${key}.`,
    circumstances: ({ project, key, area }) => [
      {
        command: `invoke backup.${area}`,
        frames: [
          ['tasks/backup.py', 'run'],
          [`tasks/targets/${area}.py`, 'resolve_target'],
        ],
        environment: 'invoke 2.2',
        rootCause: 'the directory of the backup does not exist',
        fix: `Create /var/backups/${project}/${area} on the host: ${key} is only set where that directory exists.`,
      },
      {
        command: `ansible-playbook ${area}-restore.yml`,
        frames: [[`roles/${area}/library/restore.py`, 'main']],
        environment: 'ansible 9',
        rootCause: 'the volume with the backups is not mounted',
        fix: `Mount the backup volume before ${area}-restore.yml runs; the fact ${key} is read from it.`,
      },
    ],
  },
  {
    name: 'retrieval_false_positive',
    confusedWith: { family: 'rejected_memory_reuse', toldBy: 'environment' },
    half: 'development',
    surface: refusedMatch,
    retold: ({ key }) => `The memory tool does not want to give the note about ${key}.`,
    circumstances: ({ project, key, area }) => [
      {
        command: `memctl match --input logs/${area}.txt`,
        frames: [
          [`src/${project}/match.py`, 'main'],
          [`src/${project}/ranking/floor.py`, 'require_floor'],
        ],
        environment: 'memctl 0.9',
        rootCause: 'the nearest note is of another failure',
        fix: `Record a note of its own for ${key}: the nearest one is about another failure of ${area}.`,
      },
      {
        command: `pytest tests/ranking/test_${area}.py`,
        frames: [
          [`tests/ranking/test_${area}.py`, 'test_floor'],
          [`src/${project}/ranking/score.py`, 'score_pair'],
        ],
        environment: 'python 3.12',
        rootCause: 'the expected scores are those of the old weights',
        fix: `Regenerate tests/ranking/${area}.json with the new weights; ${key} scores lower since then.`,
      },
    ],
  },
  {
    name: 'rejected_memory_reuse',
    confusedWith: { family: 'retrieval_false_positive', toldBy: 'environment' },
    half: 'development',
    surface: refusedMatch,
    retold: ({ key }) => `What was turned down before, ${key}, is offered again and refused.`,
    circumstances: ({ project, key, revision }) => [
      {
        command: `memctl resume --session ${revision}`,
        frames: [
          [`src/${project}/session/resume.py`, 'resume'],
          [`src/${project}/session/rejections.py`, 'check'],
        ],
        environment: 'memctl 0.9',
        rootCause: 'it was turned down in this session',
        fix: `Clear the rejection of ${key} with memctl session forget, or begin another session.`,
      },
      {
        command: `npm run replay -- ${revision}`,
        frames: [[`tools/${project}-replay.mjs`, 'replayOne']],
        environment: 'node 22',
        rootCause: 'the replay does not carry rejections over',
        fix: `Pass --with-rejections to the replay, so that ${key} is left out as it was then.`,
      },
    ],
  },
  {
    name: 'outdated_memory_variant',
    confusedWith: { family: 'migration_order_mismatch', toldBy: 'environment' },
    half: 'judged',
    surface: inconsistentHistory,
    retold: ({ table }) =>
      `Django complains that the migrations of ${table} were applied in the wrong order.`,
    circumstances: ({ project, table, revision }) => [
      {
        command: `python manage.py migrate ${table}`,
        frames: [
          ['manage.py', 'main'],
          [`${project}/${table}/apps.py`, 'ready'],
        ],
        environment: 'django 4.2',
        rootCause: 'the steps that helped before are those of the old release',
        fix: `Fake the initial migration of ${table} up to ${revision}, then migrate; the old squash is gone since 4.2.`,
      },
      {
        command: `docker compose exec web python manage.py check --database ${project}`,
        frames: [[`${project}/health/database.py`, 'check_history']],
        environment: 'django 4.2 docker',
        rootCause: 'the image is older than the database',
        fix: `Rebuild the web image: it lacks ${revision}, which the database of ${project} already has.`,
      },
    ],
  },
  {
    name: 'migration_order_mismatch',
    confusedWith: { family: 'outdated_memory_variant', toldBy: 'environment' },
    half: 'judged',
    surface: inconsistentHistory,
    retold: ({ table }) => `A migration of ${table} stands before the one that it depends on.`,
    circumstances: ({ project, table, revision }) => [
      {
        command: `python -m pytest ${project}/${table}/tests --create-db`,
        frames: [
          [`${project}/${table}/tests/conftest.py`, 'django_db_setup'],
          [`${project}/${table}/migrations/${revision}_merge.py`, '<module>'],
        ],
        environment: 'django 5.0',
        rootCause: 'two branches numbered their migrations alike',
        fix: `Merge the two leaves of ${table} with makemigrations --merge and make ${revision} depend on both.`,
      },
      {
        command: `tox -e upgrade-${table}`,
        frames: [[`${project}/upgrade/plan.py`, 'order_of']],
        environment: 'tox 4',
        rootCause: 'the plan sorts by name and not by dependency',
        fix: `Sort the plan of ${table} by dependencies; ${revision} is named before what it needs.`,
      },
    ],
  },
  {
    name: 'duplicate_server_instance',
    half: 'judged',
    surface: ({ port }) => [
      'INFO:     Waiting for application startup.',
      `OSError: [Errno 98] Address already in use: ('127.0.0.1', ${port})`,
    ],
    retold: ({ port }) => `The server does not start, something already listens on port ${port}.`,
    circumstances: ({ project, port, area }) => [
      {
        command: `uvicorn ${project}.app:api --port ${port}`,
        frames: [[`src/${project}/app.py`, 'startup']],
        environment: 'uvicorn 0.30',
        rootCause: 'an earlier instance was left running',
        fix: `End the earlier uvicorn on port ${port}; it was left behind by the reloader.`,
      },
      {
        command: `npm run dev:${area}`,
        frames: [[`web/${area}/dev-server.mjs`, 'listen']],
        environment: 'node 22',
        rootCause: 'two development servers share one port',
        fix: `Give dev:${area} a port of its own in web/${area}/dev-server.mjs; ${port} belongs to the API.`,
      },
    ],
  },
  {
    name: 'wrong_environment_variable',
    half: 'judged',
    surface: ({ key }) => [
      `RuntimeError: environment variable ${key.toUpperCase()} must be an absolute URL, got 'localhost'`,
    ],
    retold: ({ key }) => `It wants an absolute URL in ${key.toUpperCase()} and gets something else.`,
    circumstances: ({ project, key, area }) => [
      {
        command: `python -m ${project}.${area}.sync`,
        frames: [
          [`src/${project}/${area}/sync.py`, 'main'],
          [`src/${project}/env.py`, 'require_url'],
        ],
        environment: 'python 3.12',
        rootCause: '.env has the value without a scheme',
        fix: `Write http:// before the value of ${key.toUpperCase()} in .env.`,
      },
      {
        command: `kubectl apply -k deploy/${area} && ${project}-smoke ${area}`,
        frames: [[`smoke/${area}.py`, 'probe']],
        environment: 'kubernetes 1.30',
        rootCause: 'the secret of the cluster overrides it',
        fix: `Correct ${key} in the sealed secret of ${area}; the value there has no scheme.`,
      },
    ],
  },
  {
    name: 'lock_file_conflict',
    half: 'development',
    surface: ({ project, area }) => [
      `error: could not acquire .${project}/${area}.lock: it is held by another process`,
    ],
    retold: ({ area }) => `The lock of ${area} cannot be had, somebody else holds it.`,
    circumstances: ({ project, area }) => [
      {
        command: `${project} build ${area}`,
        frames: [[`src/${project}/build/lock.py`, 'acquire']],
        environment: `${project} 1.8`,
        rootCause: 'the lock of a process that died',
        fix: `Remove .${project}/${area}.lock after checking that no process has the id in it.`,
      },
      {
        command: `make -j8 ${area}`,
        frames: [[`tools/${area}_step.py`, 'main']],
        environment: 'make 4.3',
        rootCause: 'two targets build the same folder',
        fix: `Make the two targets of ${area} depend on each other: -j8 runs them at once.`,
      },
    ],
  },
  {
    name: 'corrupted_local_state',
    half: 'development',
    surface: ({ project, area }) => [
      `while reading .${project}/state/${area}.json`,
      'json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
    ],
    retold: ({ area }) => `The saved state of ${area} is not JSON any more.`,
    circumstances: ({ project, area }) => [
      {
        command: `${project} status ${area}`,
        frames: [[`src/${project}/state/read.py`, 'read_state']],
        environment: `${project} 1.8`,
        rootCause: 'the file was cut off when the disk was full',
        fix: `Delete .${project}/state/${area}.json; it is written again from the server.`,
      },
      {
        command: `pytest tests/state/test_${area}.py -n 4`,
        frames: [
          [`tests/state/test_${area}.py`, 'test_roundtrip'],
          [`src/${project}/state/write.py`, 'write_state'],
        ],
        environment: 'pytest-xdist',
        rootCause: 'two workers of the tests write one file',
        fix: `Give each worker of ${area} a folder of its own with tmp_path_factory.`,
      },
    ],
  },
  {
    name: 'runtime_evidence_gap',
    half: 'development',
    surface: ({ project, area }) => [
      `${project}: the ${area} worker ended with code 134 and left no diagnostic`,
      `${project}: giving up on ${area} after 3 attempts`,
    ],
    retold: ({ area }) => `The ${area} worker dies with 134 and says nothing about it.`,
    circumstances: ({ project, area }) => [
      {
        command: `${project} run ${area}`,
        frames: [[`src/${project}/supervisor.py`, 'watch']],
        environment: 'linux container',
        rootCause: 'the native part aborts without a core file',
        fix: `Set ulimit -c unlimited for ${area} and read the core: the native codec aborts on empty frames.`,
      },
      {
        command: `systemctl --user start ${project}-${area}`,
        frames: [[`units/${area}.py`, 'entry']],
        environment: 'systemd 255',
        rootCause: 'the unit discards standard error',
        fix: `Set StandardError=journal in the unit of ${area}; the abort message goes there.`,
      },
    ],
  },
];

function lockedTable({ table }: FailureSlots): readonly string[] {
  return [
    `[SQL: UPDATE ${table} SET state = ? WHERE id = ?]`,
    `sqlalchemy.exc.OperationalError: (sqlite3.OperationalError) database table is locked: ${table}`,
  ];
}

function missingModule({ module }: FailureSlots): readonly string[] {
  return [`ModuleNotFoundError: No module named '${module}'`];
}

function missingKey({ key }: FailureSlots): readonly string[] {
  return [`KeyError: '${key}'`];
}

function refusedMatch({ key }: FailureSlots): readonly string[] {
  return [`MemoryGuardError: match ${key} was refused: it is not safe to reuse here`];
}

function inconsistentHistory({ table, revision }: FailureSlots): readonly string[] {
  return [
    `django.db.migrations.exceptions.InconsistentMigrationHistory: Migration ${table}.${revision} is applied before its dependency ${table}.0001_initial on database 'default'.`,
  ];
}
