import type { FamilyRow } from './family-row.ts';

/** Families of the RSCB-MC paper (Section 3.2) that are about an agent's own tools, state and memory. */
export const memoryFamilies = (): readonly FamilyRow[] => [
  {
    name: 'duplicate_server_instance',
    rootCause: 'second_instance_started',
    causes: [{ name: 'stale_pid_file', said: ['stale pid', 'pid file', 'pidfile'] }],
    strong: [
      'another instance is already running',
      'another instance of',
      'server is already running',
      'duplicate server',
      'duplicate instance',
      'already running with pid',
      'second instance',
      'lock file "postmaster.pid"',
      {
        near: 'already running',
        shape: /(?:server|daemon|process|instance|service|watcher)\b.{0,40}already running/,
      },
    ],
  },
  {
    name: 'lockfile_conflict',
    rootCause: 'stale_lock_file',
    caseOf: ['path_resolution_error'],
    causes: [
      {
        name: 'lockfile_out_of_date',
        said: [
          'frozen-lockfile',
          'out of date',
          'out of sync',
          'outdated_lockfile',
          '--locked',
          'needs to be updated',
          'npm ci',
          'frozen mode',
          'is not up to date',
          'checksum mismatch',
          'would have been modified',
        ],
      },
    ],
    strong: [
      'index.lock',
      'frozen-lockfile',
      'outdated_lockfile',
      'could not get lock',
      'unable to acquire the dpkg',
      'lockfile is out of date',
      'lock file conflict',
      'lockfile conflict',
      'lockfile would have been modified',
      'lock file is not up to date',
      'poetry.lock is not up to date',
      'missing from lock file',
      'blocking waiting for file lock',
      {
        near: 'lock',
        shape:
          /(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|cargo\.lock|poetry\.lock|uv\.lock|gemfile\.lock|composer\.lock|go\.sum).{0,80}(?:out of|in sync|outdated|needs? to be updated|not up to date|conflict|mismatch|stale)|lock ?file .{0,60}(?:exists|held|stale|conflict|out of (?:date|sync)|needs to be updated)|(?:stale|conflicting|existing|left-?over) lock ?file|lock\.file\b.*exists/,
      },
    ],
    exceptions: ['LockError'],
  },
  {
    name: 'migration_order_mismatch',
    rootCause: 'migrations_out_of_order',
    causes: [
      { name: 'several_heads', said: ['multiple head', 'conflicting migrations', 'multiple leaf nodes'] },
    ],
    strong: [
      'inconsistentmigrationhistory',
      'is applied before its dependency',
      'multiple head revisions',
      'conflicting migrations',
      'multiple leaf nodes',
      'out of order migration',
      'out-of-order migration',
      'migration order',
      'detected resolved migration not applied',
      {
        near: 'migration',
        shape: /migrations? .{0,60}(?:out of order|wrong order|before its|order (?:mismatch|differs))/,
      },
    ],
    exceptions: ['InconsistentMigrationHistory', 'NodeNotFoundError', 'CircularDependencyError'],
  },
  {
    name: 'stale_migration',
    rootCause: 'migration_not_applied',
    causes: [
      { name: 'migration_edited_after_use', said: ['checksum'] },
      { name: 'schema_drift', said: ['drift'] },
    ],
    strong: [
      'pending migration',
      'migrations are pending',
      'unapplied migration',
      'target database is not up to date',
      "can't locate revision",
      'migration checksum mismatch',
      'stale migration',
      'drift detected',
      'p3009',
      'run migrations',
      'schema version',
      {
        near: 'migration',
        shape:
          /(?:stale|missing|unapplied|failed|outdated) (?:\w+ )?migrations?\b|migrations? .{0,40}(?:failed|not (?:been )?(?:applied|run)|is stale|modified after)/,
      },
    ],
    exceptions: ['PendingMigrationError', 'FlywayValidateException', 'MigrationError'],
    programs: ['alembic', 'prisma', 'flyway', 'manage.py'],
  },
  {
    name: 'pythonpath_error',
    rootCause: 'source_root_not_on_path',
    caseOf: ['import_error'],
    causes: [],
    strong: [
      'pythonpath',
      'attempted relative import',
      'import file mismatch',
      'sys.path',
      'is not a package',
    ],
  },
  {
    name: 'virtual_environment_error',
    rootCause: 'wrong_virtual_environment',
    caseOf: ['path_resolution_error'],
    causes: [
      { name: 'environment_managed_by_system', said: ['externally-managed', 'externally managed'] },
      {
        name: 'virtual_environment_missing',
        said: ['no virtual environment', 'could not find a virtual', 'not inside a virtual', 'no such file'],
      },
    ],
    strong: [
      'externally-managed-environment',
      'no virtual environment found',
      'virtual environment path',
      'wrong virtual environment',
      'ensurepip is not available',
      'virtual_env',
      'virtualenv is',
      'not in a virtualenv',
      'not a conda environment',
      'environmentnamenotfound',
      {
        near: 'venv',
        shape:
          /(?:bad interpreter|no such file or directory|not found|wrong|broken|missing|stale|outside|mismatch).*\.?venv\b|\.?venv\b.*(?:bad interpreter|no such file|not found|does not exist|wrong|broken|missing|stale|mismatch)/,
      },
      {
        near: 'virtual environment',
        shape:
          /(?:wrong|stale|broken|missing|different|inactive) (?:\w+ )?virtual environment|virtual environment .{0,60}(?:wrong|not|missing|broken|different)/,
      },
    ],
  },
  {
    name: 'missing_backup_directory',
    rootCause: 'backup_target_absent',
    caseOf: ['path_resolution_error'],
    causes: [],
    strong: [
      'backup directory',
      'backup folder',
      'backup path',
      'no backup found',
      {
        near: 'backup',
        shape:
          /(?:no such file|not found|does not exist|missing|enoent).{0,120}\bbackups?\b|\bbackups?\b.{0,80}(?:not found|does not exist|missing|no such file)/,
      },
    ],
  },
  {
    name: 'corrupted_local_state',
    rootCause: 'state_damaged',
    causes: [
      { name: 'damaged_cache', said: ['cache'] },
      { name: 'damaged_repository', said: ['object', 'git', 'index file'] },
    ],
    strong: [
      'corrupted local state',
      'corrupt state',
      'state file is corrupt',
      'local state is corrupted',
      'object file is empty',
      'loose object',
      'index file corrupt',
      'index file smaller than expected',
      'bad signature 0x',
      'integrity check failed',
      'integrity checksum failed',
      'eintegrity',
      'zip file is corrupt',
      'unexpected end of archive',
      'crc mismatch',
      'cache is corrupt',
      {
        near: 'corrupt',
        shape:
          /\b(?:state|cache|index|store|file|archive|checkpoint|snapshot|data)\b.{0,40}\bcorrupt(?:ed)?\b|\bcorrupt(?:ed)?\b.{0,40}\b(?:state|cache|index|store|file|archive|checkpoint|snapshot|data)\b/,
      },
    ],
    exceptions: ['EINTEGRITY', 'BadZipFile', 'EOFError', 'UnpicklingError'],
  },
  {
    name: 'retrieval_false_positive',
    rootCause: 'unrelated_memory_retrieved',
    causes: [],
    strong: [
      'retrieval false positive',
      'false positive memory',
      'false-positive memory',
      'unrelated memory',
      'wrong memory was injected',
      {
        near: 'memory',
        shape:
          /(?:injected|retrieved|shown) .{0,30}(?:wrong|unrelated|irrelevant)|(?:wrong|unrelated|irrelevant) .{0,20}memory (?:was )?(?:injected|retrieved)/,
      },
    ],
  },
  {
    name: 'rejected_memory_reuse',
    rootCause: 'rejection_not_remembered',
    causes: [],
    strong: [
      'rejected memory',
      'rejected in this session',
      'reused after rejection',
      {
        near: 'reject',
        shape:
          /memory .{0,40}(?:rejected|rejection).{0,40}(?:again|reus|same session)|(?:reus\w+|again) .{0,40}rejected .{0,20}(?:memory|resolution|fix|variant)/,
      },
    ],
  },
  {
    name: 'outdated_memory_variant',
    rootCause: 'variant_superseded',
    causes: [],
    strong: [
      'outdated memory',
      'outdated variant',
      'stale variant',
      'superseded variant',
      'stale memory',
      {
        near: 'variant',
        shape:
          /(?:outdated|old|stale|superseded|previous) (?:\w+ )?variants?\b|variant .{0,40}(?:outdated|superseded|no longer applies)/,
      },
    ],
  },
  {
    name: 'diagnostic_evidence_gap',
    rootCause: 'evidence_not_captured',
    causes: [],
    strong: [
      'diagnostic evidence',
      'no diagnostic',
      'no stack trace',
      'without a stack trace',
      'no output was captured',
      'logs are missing',
      'evidence gap',
      'missing diagnostics',
      'error output was empty',
    ],
  },
];
