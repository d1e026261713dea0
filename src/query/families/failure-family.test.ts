import { describe, expect, it } from 'vitest';
import { profileFailure } from '../profile-failure.ts';
import { families } from './families.ts';

/** Output, family, root cause; command where it matters. */
const cases: readonly (readonly [output: string, family: string, rootCause: string, command?: string])[] = [
  ["ModuleNotFoundError: No module named 'requests'", 'import_error', 'missing_python_module'],
  [
    "ImportError: cannot import name 'boil' from partially initialized module 'kettle' (most likely due to a circular import)",
    'import_error',
    'circular_import',
  ],
  ["Error: Cannot find module './db.json'", 'import_error', 'missing_module'],
  [
    "SyntaxError: The requested module './a.js' does not provide an export named 'boil'",
    'import_error',
    'missing_export',
  ],
  [
    'main.go:4:2: no required module provides package github.com/x/kettle; to add it:',
    'import_error',
    'missing_go_package',
  ],
  ['error[E0432]: unresolved import `kettle::boil`', 'import_error', 'missing_crate'],
  ['App.java:3: error: package org.kettle does not exist', 'import_error', 'missing_java_class'],
  ["app.rb:3:in `require': cannot load such file -- pg (LoadError)", 'import_error', 'missing_gem'],
  ['kettle.c:1:10: fatal error: boil.h: No such file or directory', 'import_error', 'missing_header'],
  [
    './kettle: error while loading shared libraries: libgnutls.so.26: cannot open shared object file',
    'import_error',
    'missing_native_library',
  ],
  [
    "FileNotFoundError: [Errno 2] No such file or directory: 'data/cups.csv'",
    'path_resolution_error',
    'missing_resource_file',
  ],
  [
    'FileNotFoundError: ./data/cups.csv while started from another working directory',
    'path_resolution_error',
    'cwd_relative_path_bug',
  ],
  ['Error: EISDIR: illegal operation on a directory, read', 'path_resolution_error', 'directory_expected'],
  ['sqlite3.OperationalError: database is locked', 'sqlite_error', 'database_locked'],
  ['SqliteError: no such table: cups', 'sqlite_error', 'missing_table_or_column'],
  [
    'ERROR:  duplicate key value violates unique constraint "cups_pkey"',
    'database_error',
    'constraint_violation',
  ],
  [
    'psycopg2.errors.UndefinedTable: relation "cups" does not exist',
    'database_error',
    'missing_table_or_column',
  ],
  [
    'Your database is out of date: 3 pending migrations, the first is 0007_cups',
    'stale_migration',
    'migration_not_applied',
  ],
  [
    'InconsistentMigrationHistory: Migration cups.0002 is applied before its dependency cups.0001',
    'migration_order_mismatch',
    'migrations_out_of_order',
  ],
  ['KeyError: gamma_iss missing from controller config.yaml', 'config_error', 'invalid_config_key'],
  ["error TS5023: Unknown compiler option 'stric'.", 'config_error', 'invalid_config_key'],
  ['./run.sh: line 9: DATABASE_URL: unbound variable', 'environment_error', 'missing_env_var'],
  ['KeyError: OPENAI_API_KEY not set while rendering', 'environment_error', 'missing_env_var'],
  [
    "PermissionError: [Errno 13] Permission denied: '/etc/kettle'",
    'permission_error',
    'insufficient_permissions',
  ],
  ['bash: ./deploy.sh: Permission denied', 'permission_error', 'not_executable'],
  ['kettle: error: unrecognized arguments: --boil', 'cli_usage_error', 'invalid_cli_argument'],
  ['bash: line 1: terraform: command not found', 'cli_usage_error', 'command_not_found'],
  ['npm error Missing script: "lint:fix"', 'cli_usage_error', 'missing_script'],
  [
    "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xa2 in position 3: invalid start byte",
    'encoding_error',
    'unicode_codec_mismatch',
  ],
  [
    'json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
    'json_error',
    'serialization_contract_mismatch',
  ],
  [
    "json.decoder.JSONDecodeError: Expecting ',' delimiter: line 3 column 1",
    'json_error',
    'malformed_json_payload',
  ],
  ['SyntaxError: Unexpected token } in JSON at position 12', 'json_error', 'serialization_contract_mismatch'],
  ['yaml.scanner.ScannerError: mapping values are not allowed here', 'parse_error', 'malformed_yaml'],
  [
    'pydantic_core.ValidationError: 1 validation error for Cup: size: Field required',
    'schema_validation_error',
    'missing_required_field',
  ],
  ['curl: (6) Could not resolve host: index.example.org', 'network_error', 'name_not_resolved'],
  ['Error: connect ECONNREFUSED 127.0.0.1:5432', 'network_error', 'connection_refused'],
  ['requests.exceptions.HTTPError: 429 Client Error: Too Many Requests', 'network_error', 'rate_limited'],
  [
    'ssl.SSLCertVerificationError: certificate verify failed: unable to get local issuer certificate',
    'tls_error',
    'certificate_not_trusted',
  ],
  ['403 Forbidden: invalid token while downloading', 'auth_error', 'invalid_credentials'],
  ['git@example.org: Permission denied (publickey).', 'auth_error', 'rejected_ssh_key'],
  ['AssertionError: expected 2 to equal 3', 'test_assertion_failure', 'assertion_contract_violation'],
  [
    '--- FAIL: TestBoil (0.00s)\n    boil_test.go:9: Boil() = 99, want 100',
    'test_assertion_failure',
    'assertion_contract_violation',
  ],
  [
    ' › 1 snapshot failed.\nError: Snapshot mismatch: expected snapshot to match',
    'test_assertion_failure',
    'snapshot_outdated',
  ],
  [
    "a.ts(4,7): error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.",
    'type_error',
    'incompatible_types',
  ],
  ['error[E0382]: borrow of moved value: `cup`', 'type_error', 'ownership_violation'],
  ["TypeError: boil() missing 1 required positional argument: 'water'", 'type_error', 'wrong_argument_count'],
  ["TypeError: Cannot read properties of undefined (reading 'id')", 'null_access_error', 'value_absent'],
  ["AttributeError: 'NoneType' object has no attribute 'boil'", 'null_access_error', 'none_has_no_attribute'],
  [
    'panic: runtime error: invalid memory address or nil pointer dereference',
    'null_access_error',
    'value_absent',
  ],
  ["NameError: name 'kettle' is not defined", 'name_error', 'undefined_name'],
  ["ld: main.o: undefined reference to `boil'", 'name_error', 'undefined_at_link'],
  [
    'store.go:9:3: kettle.Boil undefined (type *Kettle has no field or method Boil)',
    'type_error',
    'missing_member',
  ],
  ['store.go:4:2: "os" imported and not used', 'lint_error', 'unused_name'],
  ['store.go:4:2: error returned from Boil is not checked (errcheck)', 'lint_error', 'rule_violated'],
  ['IndexError: list index out of range', 'index_error', 'access_out_of_range'],
  ['SyntaxError: invalid syntax', 'syntax_error', 'invalid_syntax'],
  ['IndentationError: unexpected indent', 'syntax_error', 'bad_indentation'],
  ["ValueError: invalid literal for int() with base 10: 'x'", 'value_error', 'invalid_value'],
  ["thread 'main' panicked at src/main.rs:3:5:\nthe kettle is empty", 'panic_error', 'unrecoverable_state'],
  [
    "src/app.js\n  12:7  error  'total' is assigned a value but never used  no-unused-vars",
    'lint_error',
    'unused_name',
    'npx eslint src',
  ],
  [
    '[warn] src/a.ts\n[error] Code style issues found in 2 files. Run Prettier with --write to fix.',
    'lint_error',
    'not_formatted',
  ],
  ['[vite]: Rollup failed to build: error during build', 'build_error', 'bundler_failed'],
  [
    'CMake Error at CMakeLists.txt:4 (message):\n  no compiler was found',
    'build_error',
    'native_build_failed',
  ],
  ['make: *** [Makefile:8: kettle.o] Error 1', 'build_error', 'target_failed'],
  ['ERROR: No matching distribution found for kettle', 'dependency_resolution_error', 'no_matching_version'],
  [
    'npm error code ERESOLVE\nnpm error ERESOLVE could not resolve',
    'dependency_resolution_error',
    'peer_conflict',
  ],
  [
    'npm error code EBADENGINE\nnpm error notsup Unsupported engine for kettle@1.0.0',
    'version_mismatch',
    'runtime_too_old',
  ],
  ['torch.cuda.OutOfMemoryError: CUDA out of memory', 'oom_memory_error', 'memory_budget_exceeded'],
  [
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    'oom_memory_error',
    'heap_limit_too_small',
  ],
  ['RecursionError: maximum recursion depth exceeded', 'oom_memory_error', 'stack_exhausted'],
  [
    'TimeoutError: page.click: Timeout 30000ms exceeded waiting for selector: timed out',
    'timeout_error',
    'time_limit_exceeded',
  ],
  [
    'Error: Timeout of 2000ms exceeded. For async tests and hooks, ensure "done() is called"',
    'timeout_error',
    'test_time_limit',
  ],
  ['Error: listen EADDRINUSE: address already in use :::8080', 'port_in_use', 'port_taken'],
  [
    'ERROR: another instance is already running with pid 4711',
    'duplicate_server_instance',
    'second_instance_started',
  ],
  ['CONFLICT (content): Merge conflict in src/index.ts', 'git_conflict', 'merge_conflict'],
  [' ! [rejected] main -> main (non-fast-forward)', 'git_conflict', 'push_rejected'],
  ['fatal: not a git repository (or any of the parent directories): .git', 'git_error', 'not_a_repository'],
  [
    'ERROR: Cannot connect to the Docker daemon at unix:///var/run/docker.sock.',
    'docker_error',
    'daemon_not_running',
  ],
  ['Error: Unable to resolve action `actions/boil@v9`, unable to find version', 'ci_error', 'unknown_action'],
  [
    'RuntimeError: mat1 and mat2 shapes cannot be multiplied (16x12 and 2x16)',
    'tensor_shape_error',
    'tensor_rank_or_dim_mismatch',
  ],
  [
    'RuntimeError: Expected all tensors to be on the same device, but found cuda:0 and cpu',
    'tensor_device_error',
    'tensor_cross_device_mix',
  ],
  [
    'RuntimeError: expected scalar type Float but found Double',
    'tensor_dtype_error',
    'tensor_dtype_mismatch',
  ],
  [
    'RuntimeError: Error(s) in loading state_dict for Cup: Missing key(s) in state_dict: "lid"',
    'model_state_error',
    'missing_checkpoint_keys',
  ],
  ['FloatingPointError: loss became NaN', 'numerical_stability_error', 'nan_or_inf_instability'],
  ['ZeroDivisionError: division by zero', 'numerical_stability_error', 'division_by_zero'],
  [
    'KeyError: column Size not found while loading cups.xlsx sheet Summary',
    'excel_header_mapping_error',
    'excel_header_normalization_missing',
  ],
  ['Segmentation fault (core dumped)', 'segfault_error', 'invalid_memory_access'],
  ['==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x61b0', 'segfault_error', 'use_after_free'],
  ['RuntimeError: This event loop is already running', 'concurrency_error', 'event_loop_misused'],
  ['OSError: [Errno 28] No space left on device', 'disk_full', 'no_space_left'],
  ["fatal: Unable to create '/x/.git/index.lock': File exists.", 'lockfile_conflict', 'stale_lock_file'],
  [
    'ERR_PNPM_OUTDATED_LOCKFILE Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date',
    'lockfile_conflict',
    'lockfile_out_of_date',
  ],
  ['error: externally-managed-environment', 'virtual_environment_error', 'environment_managed_by_system'],
  [
    'bash: /srv/kettle/.venv/bin/pip: bad interpreter: No such file or directory',
    'virtual_environment_error',
    'virtual_environment_missing',
  ],
  [
    'ImportError: attempted relative import with no known parent package',
    'pythonpath_error',
    'source_root_not_on_path',
  ],
  [
    'error: backup directory /var/backups/kettle does not exist',
    'missing_backup_directory',
    'backup_target_absent',
  ],
  ['error: corrupted local state: the state file cannot be read', 'corrupted_local_state', 'state_damaged'],
  [
    'error: retrieval false positive: an unrelated memory was shown',
    'retrieval_false_positive',
    'unrelated_memory_retrieved',
  ],
  [
    'error: rejected memory was shown again in the same session',
    'rejected_memory_reuse',
    'rejection_not_remembered',
  ],
  ['error: outdated memory variant was served', 'outdated_memory_variant', 'variant_superseded'],
  ['error: no diagnostic evidence was captured', 'diagnostic_evidence_gap', 'evidence_not_captured'],
];

describe('failureFamily', () => {
  it.each(cases.map(([output, name, rootCause, command]) => ({ output, name, rootCause, command })))(
    '$output',
    ({ output, name, rootCause, command }) => {
      const { family } = profileFailure({ output, ...(command === undefined ? {} : { command }) });
      expect([family?.name, family?.rootCause]).toEqual([name, rootCause]);
      expect(family?.confidence).toBeGreaterThan(0);
      expect(family?.confidence).toBeLessThanOrEqual(1);
    },
  );

  it('has a case for each family, each with a name of its own', () => {
    const names = families().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !cases.some(([, known]) => known === name))).toEqual([]);
  });

  it.each([
    'Remember to buy coffee',
    'the lamp went out',
    'We decided to keep the blue theme for the next release.',
    'Please review the text of the second chapter by Friday',
    '',
  ])('has none for prose: %s', (output) => {
    expect(profileFailure({ output }).family).toBeUndefined();
  });

  it.each([
    ['ModuleNotFoundError', 'import_error'],
    ['KeyError', 'index_error'],
    ['NameError', 'name_error'],
  ])('reads no code out of the middle of a name: %s', (name, family) => {
    expect(profileFailure({ output: name }).family?.name).toBe(family);
    expect(profileFailure({ output: `the pot${name.toLowerCase()}` }).family?.name).not.toBe('network_error');
  });

  it('reads nothing out of folders that a machine or a run happens to have', () => {
    const family = (folder: string) =>
      profileFailure({ output: `Error: ENOENT: no such file or directory, open '/tmp/${folder}/run/a.json'` })
        .family;
    expect(family('cwd-cache-yaml-venv2')).toEqual(family('x'));
  });

  it('calls what it does not know by the name for that', () => {
    expect(profileFailure({ output: 'RuntimeError: the worker stopped answering' }).family).toEqual({
      name: 'generic_runtime_error',
      confidence: 0.3,
      rootCause: 'unknown',
    });
  });

  it('is surer the more says so, and less sure beside a rival', () => {
    const confidence = (output: string): number => profileFailure({ output }).family?.confidence ?? 0;
    const one = confidence('error: database is locked');
    expect(confidence('error: database is locked\nerror: no such table: cups')).toBeGreaterThan(one);
    expect(confidence('error: database is locked\nerror: connection refused')).toBeLessThan(one);
  });
});
