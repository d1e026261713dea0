/**
 * Families of failures (RSCB-MC, Section 3.2, and memories of an issue-memory server), each with its usual root cause. Below
 * it one clue a row: words in lower case (`*` stands for up to 80 characters) and, behind `>`, another root cause.
 */
export const familyClues = `
tensor_shape_error tensor_rank_or_dim_mismatch
  shapes cannot be multiplied
  size mismatch
  shape mismatch
  mismatched shapes
  could not be broadcast
  must match the size of tensor
  invalid for input of size
  rank mismatch
  dimension mismatch
tensor_device_error tensor_cross_device_mix
  tensors to be on the same device
  found at least two devices
  device mismatch
  no cuda gpus > device_unavailable
  not compiled with cuda > device_unavailable
tensor_dtype_error tensor_dtype_mismatch
  expected scalar type
  dtype mismatch
  the same dtype
model_state_error checkpoint_model_shape_mismatch
  loading state_dict
  key(s) in state_dict > missing_checkpoint_keys
  adapter * does not match
  incompatible * checkpoint
  mismatch * checkpoint
numerical_stability_error nan_or_inf_instability
  became nan
  contains nan
  nan loss
  nan values
  gradient overflow
  overflow encountered
  did not converge
  singular matrix > singular_matrix
  division by zero > division_by_zero
  divide by zero > division_by_zero
excel_header_mapping_error excel_header_normalization_missing
  column * .xls
  .xls * column
  header * .xls
  none of [index
sqlite_error sqlite_failure
  sqlite
  database is locked > database_locked
  table is locked > database_locked
  unable to open database file > database_not_opened
  database disk image is malformed > corrupted_database
  no such table > missing_table_or_column
  no such column > missing_table_or_column
json_error serialization_contract_mismatch
  jsondecodeerror
  not json serializable
  unexpected end of json
  in json at position
  cannot unmarshal
  cannot deserialize
  circular structure to json
  expecting * delimiter > malformed_json_payload
  not valid json > malformed_json_payload
  invalid json > malformed_json_payload
  malformed json > malformed_json_payload
encoding_error unicode_codec_mismatch
  unicodedecodeerror
  unicodeencodeerror
  codec can't
  codec cant
  invalid start byte
  invalid byte sequence
  invalid utf-8
  valid utf-8
  incompatible character encodings
  byte order mark > byte_order_mark
oom_memory_error memory_budget_exceeded
  out of memory
  outofmemory
  memoryerror
  cannot allocate memory
  unable to allocate
  bad_alloc
  oomkilled > killed_by_system
  java heap space > heap_limit_too_small
  heap out of memory > heap_limit_too_small
  maximum recursion > stack_exhausted
  maximum call stack > stack_exhausted
  stack overflow > stack_exhausted
auth_error invalid_credentials
  401 unauthorized
  403 forbidden
  http 401
  http 403
  invalid token
  invalid api key
  bad credentials
  invalid credentials
  authentication failed
  token * expired > expired_credentials
  permission denied (publickey > rejected_ssh_key
  could not read username > missing_credentials
  no credentials > missing_credentials
  not logged in > missing_credentials
network_error endpoint_unreachable
  max retries exceeded
  connectionerror
  failed to connect
  could not connect
  could not create connection
  unable to access 'http
  network is unreachable
  fetch failed
  connection refused > connection_refused
  econnrefused > connection_refused
  connection reset > connection_reset
  econnreset > connection_reset
  socket hang up > connection_reset
  could not resolve host > name_not_resolved
  name or service not known > name_not_resolved
  getaddrinfo > name_not_resolved
  no such host > name_not_resolved
  too many requests > rate_limited
  bad gateway > server_failure
  service unavailable > server_failure
  404 not found > resource_not_served
permission_error insufficient_permissions
  permission denied
  permissionerror
  operation not permitted
  eacces
  eperm
  access is denied
  insufficient permissions
  sh: * permission denied > not_executable
  cannot execute > not_executable
  read-only file system > read_only_file_system
environment_error missing_env_var
  unbound variable
  environment variable
  env var
  parameter null or not set
  keyerror * not set
  must be set
  invalid * environment variable > wrong_env_var_value
  wrong environment variable > wrong_env_var_value
config_error invalid_config_key
  keyerror * missing
  keyerror * config
  keyerror * .yaml
  missing * config
  unknown * config
  invalid * config
  improperlyconfigured
  unknown compiler option
  unknown configuration
  no * config * found > missing_config_file
path_resolution_error missing_resource_file
  no such file or directory
  filenotfound
  enoent
  file not found
  cannot open file
  cannot find the file
  cannot find the path
  working directory > cwd_relative_path_bug
  external cwd > cwd_relative_path_bug
  from another directory > cwd_relative_path_bug
  subdirectory > cwd_relative_path_bug
  outside * repo > cwd_relative_path_bug
  from the repository root > cwd_relative_path_bug
  is a directory > directory_expected
  not a directory > directory_expected
  eisdir > directory_expected
  operation on a directory > directory_expected
  file exists > already_exists
import_error missing_module
  importerror
  cannot find module
  cannot find package
  module not found
  can't resolve
  error while loading shared libraries > missing_native_library
  no module named > missing_python_module
  modulenotfounderror > missing_python_module
  cannot import name > missing_export
  does not provide an export > missing_export
  partially initialized module > circular_import
  circular import > circular_import
  no required module provides package > missing_go_package
  unresolved import > missing_crate
  can't find crate > missing_crate
  package * does not exist > missing_java_class
  classnotfound > missing_java_class
  cannot load such file > missing_gem
  .h: no such file or directory > missing_header
test_assertion_failure assertion_contract_violation
  assertionerror
  assertion failed
  --- fail
  want
  expected * but got
  expected * to equal
  expected: * actual:
  expect(
  failed asserting
  snapshot mismatch > snapshot_outdated
  snapshot failed > snapshot_outdated
cli_usage_error invalid_cli_argument
  unrecognized argument
  unrecognized option
  unknown option
  unknown flag
  invalid option
  unexpected argument
  no such option
  usage:
  arguments are required > missing_cli_argument
  requires an argument > missing_cli_argument
  command not found > command_not_found
  is not recognized as > command_not_found
  missing script > missing_script
  no rule to make target > missing_script
  no rakefile > missing_script
duplicate_server_instance second_instance_started
  another instance
  server * already running
  instance * already running
  daemon * already running
  duplicate * instance
  duplicate server
  address already in use > port_taken
  eaddrinuse > port_taken
  port * in use > port_taken
  pid file > stale_pid_file
lockfile_conflict stale_lock_file
  .lock * file exists
  lock file conflict
  lockfile conflict
  could not get lock
  stale lock
  outdated_lockfile > lockfile_out_of_date
  frozen-lockfile > lockfile_out_of_date
  lock * not up to date > lockfile_out_of_date
  lock * out of date > lockfile_out_of_date
  lock * needs to be updated > lockfile_out_of_date
migration_order_mismatch migrations_out_of_order
  inconsistentmigrationhistory
  before its dependency
  migration * out of order
  migration order
  out-of-order migration
  multiple head revisions > several_heads
  conflicting migrations > several_heads
stale_migration migration_not_applied
  pending migration
  unapplied migration
  stale migration
  target database is not up to date
  can't locate revision
  migrations * not applied
  migration checksum > migration_edited_after_use
  drift detected > schema_drift
pythonpath_error source_root_not_on_path
  pythonpath
  attempted relative import
  import file mismatch
  sys.path
virtual_environment_error wrong_virtual_environment
  virtual environment
  virtual_env
  virtualenv
  venv * bad interpreter > virtual_environment_missing
  venv * no such file > virtual_environment_missing
  externally-managed-environment > environment_managed_by_system
missing_backup_directory backup_target_absent
  backup directory
  backup folder
  no backup found
  backup * does not exist
corrupted_local_state state_damaged
  corrupt * state
  state * corrupt
  cache * corrupt > damaged_cache
  index file corrupt > damaged_repository
  loose object > damaged_repository
  integrity check failed
retrieval_false_positive unrelated_memory_retrieved
  retrieval false positive
  unrelated memory
  false positive memory
rejected_memory_reuse rejection_not_remembered
  rejected memory
  reused after rejection
outdated_memory_variant variant_superseded
  outdated memory
  outdated variant
  stale variant
  superseded variant
diagnostic_evidence_gap evidence_not_captured
  diagnostic evidence
  no diagnostic
  no output was captured
  evidence gap
  without a stack trace
`;
