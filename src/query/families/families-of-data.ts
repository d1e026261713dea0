import type { FamilyRow } from './family-row.ts';

/** Failures over what is read, stored and computed. */
export const dataFamilies = (): readonly FamilyRow[] => [
  {
    name: 'tensor_shape_error',
    rootCause: 'tensor_rank_or_dim_mismatch',
    causes: [{ name: 'batch_size_mismatch', said: ['batch size mismatch', 'expected input batch_size'] }],
    strong: [
      'shapes cannot be multiplied',
      'size mismatch',
      'shape mismatch',
      'mismatched shapes',
      'could not be broadcast',
      'not broadcastable',
      'must match the size of tensor',
      'matmul: input operand',
      'dimension out of range',
      'invalid for input of size',
      'inhomogeneous shape',
      'expected input batch_size',
      {
        near: 'dimension',
        shape:
          /(?:incompatible|mismatch\w*|inconsistent|all the input array) .{0,40}dimensions?|dimensions? (?:must (?:be equal|match)|mismatch|do(?:es)? not match)|expected \d+d? (?:dimension|dims)/,
      },
      {
        near: 'shape',
        shape:
          /(?:incompatible|mismatched|wrong|unexpected|cannot reshape|different) (?:\w+ ){0,4}shapes?\b|shapes? (?:\S+ ){0,3}(?:are incompatible|do(?:es)? not match|not aligned)/,
      },
      {
        near: 'rank',
        shape:
          /rank[- ]mismatch(?:ed)?\b.*(?:tensor|matri|array|input)|(?:tensor|matri\w+|array) .*rank[- ]mismatch/,
      },
    ],
    weak: [
      {
        near: 'dim',
        shape:
          /\b(?:tensor|matrix|matrices|array|vector)\b.*\bdim(?:ension)?s?\b|\bdim(?:ension)?s?\b.*\b(?:tensor|matri\w+|array|vector)\b/,
      },
    ],
  },
  {
    name: 'tensor_device_error',
    rootCause: 'tensor_cross_device_mix',
    causes: [
      {
        name: 'device_unavailable',
        said: [
          'no cuda gpus are available',
          'not compiled with cuda',
          'cuda driver',
          'invalid device ordinal',
          'mps backend',
        ],
      },
    ],
    strong: [
      'tensors to be on the same device',
      'found at least two devices',
      'not compiled with cuda',
      'no cuda gpus are available',
      'invalid device ordinal',
      {
        near: 'cuda',
        shape:
          /(?:input|weight|tensor|batch)s?\b.*\bcuda\b.*\bcpu\b|\bcpu\b.*(?:while|and|but).*\bcuda\b|cuda error: (?!out of memory)|torch\.cuda\.floattensor/,
      },
      {
        near: 'device',
        shape: /\b(?:wrong|different|another|mixed) (?:cuda |gpu )?devices?\b|device mismatch/,
      },
    ],
  },
  {
    name: 'tensor_dtype_error',
    rootCause: 'tensor_dtype_mismatch',
    causes: [],
    strong: [
      'expected scalar type',
      'dtype mismatch',
      'must have the same dtype',
      'to have the same dtype',
      'cannot cast ufunc',
      {
        near: 'dtype',
        shape:
          /(?:cannot|can't|could not|invalid|incompatible|expected|unsupported) .{0,40}dtypes?\b|dtypes? .{0,30}(?:but (?:got|found)|is not|do(?:es)? not match|mismatch)/,
      },
      {
        near: 'float',
        shape:
          /\bfloat(?:16|32|64)\b.{0,60}\b(?:float(?:16|32|64)|double|half|int64|long)\b.*|found dtype|but found (?:double|float|half|long)/,
      },
    ],
    exceptions: ['UFuncTypeError'],
  },
  {
    name: 'model_state_error',
    rootCause: 'checkpoint_model_shape_mismatch',
    causes: [
      {
        name: 'missing_checkpoint_keys',
        said: ['missing key(s) in state_dict', 'unexpected key(s) in state_dict'],
      },
    ],
    strong: [
      'loading state_dict',
      'key(s) in state_dict',
      {
        near: 'checkpoint',
        shape:
          /incompatible (?:\w+ )?checkpoint|(?:size|shape|rank|key)s? .{0,30}mismatch.{0,60}checkpoint|checkpoint .{0,60}(?:shape|rank|size|key)s? .{0,20}(?:mismatch|does not match)/,
      },
      {
        near: 'adapter',
        shape:
          /adapter .{0,40}(?:rank|mismatch|does not match|incompatible)|(?:incompatible|mismatch).{0,60}adapter/,
      },
    ],
  },
  {
    name: 'numerical_stability_error',
    rootCause: 'nan_or_inf_instability',
    causes: [
      {
        name: 'division_by_zero',
        said: ['division by zero', 'divide by zero', 'divided by 0', 'floating point exception'],
        exceptions: ['ZeroDivisionError', 'ArithmeticException'],
      },
      { name: 'singular_matrix', said: ['singular matrix', 'not positive definite', 'ill-conditioned'] },
      { name: 'nan_or_inf_instability', said: [{ near: 'nan', shape: /\bnan\b/ }] },
      { name: 'numeric_overflow', said: ['overflow'], exceptions: ['OverflowError'] },
    ],
    strong: [
      'singular matrix',
      'not positive definite',
      'division by zero',
      'divide by zero',
      'did not converge',
      'gradient overflow',
      'contains nan',
      'contains infinity',
      'arithmetic overflow',
      {
        near: 'nan',
        shape:
          /\b(?:became|is|are|got|returned|produced|found|has|of) (?:a )?nan\b|\bnan (?:loss|values?|gradients?|detected|or inf)|input contains nan/,
      },
      {
        near: 'overflow',
        shape:
          /overflow encountered|integer overflow|attempt to \w+ with overflow|numerical result out of range/,
      },
    ],
    exceptions: [
      'ZeroDivisionError',
      'FloatingPointError',
      'OverflowError',
      'LinAlgError',
      'ArithmeticException',
      'ConvergenceWarning',
    ],
  },
  {
    name: 'excel_header_mapping_error',
    rootCause: 'excel_header_normalization_missing',
    causes: [],
    strong: [
      {
        near: '.xls',
        shape: /(?:column|header|sheet|worksheet)s?\b.*\.xlsx?\b|\.xlsx?\b.*(?:column|header|sheet)s?\b/,
      },
      {
        near: 'csv',
        shape:
          /(?:column|header)s? .{0,60}(?:missing|not found|unknown).*\.csv\b|\.csv\b.*(?:column|header)s? .{0,60}(?:missing|not found)/,
      },
      { near: 'usecols', shape: /usecols do not match columns/ },
    ],
    weak: [
      {
        near: 'column',
        shape: /(?:not in index|columns? .{0,60}(?:not found in|missing from|are in the)).*|none of \[index/,
      },
    ],
  },
  {
    name: 'sqlite_error',
    rootCause: 'sqlite_failure',
    causes: [
      {
        name: 'database_locked',
        said: ['database is locked', 'database table is locked', 'sqlite_busy', 'sqlite_locked'],
      },
      { name: 'missing_table_or_column', said: ['no such table', 'no such column', 'has no column named'] },
      { name: 'database_not_opened', said: ['unable to open database'] },
      {
        name: 'corrupted_database',
        said: ['disk image is malformed', 'file is not a database', 'sqlite_corrupt', 'sqlite_notadb'],
      },
      { name: 'constraint_violation', said: ['constraint failed', 'sqlite_constraint'] },
      { name: 'read_only_database', said: ['readonly database', 'sqlite_readonly'] },
    ],
    strong: [
      'database is locked',
      'database table is locked',
      'database schema is locked',
      'unable to open database file',
      'database disk image is malformed',
      'file is not a database',
      'attempt to write a readonly database',
      'no such table:',
      'no such column:',
      'has no column named',
      'sqlite3.operationalerror',
      'sqlite_',
      'sqliteerror',
      'sqlite_busy',
      { near: 'constraint failed', shape: /(?:unique|not null|foreign key|check) constraint failed/ },
    ],
    weak: ['sqlite'],
  },
  {
    name: 'database_error',
    rootCause: 'database_failure',
    causes: [
      {
        name: 'missing_table_or_column',
        said: [
          { near: 'exist', shape: /(?:relation|table|column) .{0,80}(?:does not|doesn't) exist/ },
          'unknown column',
          'undefinedtable',
          'undefinedcolumn',
          'ora-00942',
        ],
      },
      {
        name: 'constraint_violation',
        said: ['violates', 'duplicate entry', 'duplicate key'],
        exceptions: ['IntegrityError', 'UniqueViolation'],
      },
      { name: 'deadlock', said: ['deadlock', 'lock wait timeout'] },
      {
        name: 'too_many_connections',
        said: ['too many connections', 'too many clients', 'remaining connection slots', 'connection pool'],
      },
      { name: 'invalid_query', said: ['syntax error at or near', 'error in your sql syntax', 'sql syntax'] },
    ],
    strong: [
      'violates foreign key constraint',
      'violates unique constraint',
      'violates not-null constraint',
      'duplicate key value',
      'duplicate entry',
      'error in your sql syntax',
      'syntax error at or near "',
      'deadlock found',
      'deadlock detected',
      'lock wait timeout',
      'too many connections',
      'sorry, too many clients',
      'psycopg2.errors',
      'sqlstate[',
      'ora-0',
      'e11000',
      {
        near: 'exist',
        shape:
          /(?:relation|table|column|database|schema) ["'`]?[\w.]+["'`]? (?:of relation \S+ )?(?:does not|doesn't|already) exists?/,
      },
      { near: 'unknown column', shape: /unknown column '/ },
    ],
    exceptions: [
      'IntegrityError',
      'ProgrammingError',
      'UndefinedTable',
      'UndefinedColumn',
      'UniqueViolation',
      'SQLException',
      'PDOException',
      'QueryException',
      'PSQLException',
      'PrismaClientKnownRequestError',
      'MongoServerError',
      'StatementInvalid',
      'RecordNotUnique',
      'SequelizeDatabaseError',
    ],
  },
  {
    name: 'json_error',
    rootCause: 'serialization_contract_mismatch',
    caseOf: ['syntax_error', 'type_error'],
    causes: [
      {
        name: 'malformed_json_payload',
        said: [
          { near: 'delimiter', shape: /expecting .{1,4} delimiter/ },
          'unterminated string',
          'extra data',
          'trailing comma',
          'malformed json',
          'is not valid json',
          'invalid json',
          'unexpected end of json',
          'double quotes',
        ],
      },
    ],
    strong: [
      'jsondecodeerror',
      'json.decoder',
      'is not json serializable',
      'in json at position',
      'unexpected end of json input',
      'is not valid json',
      'invalid json',
      'not valid json',
      'malformed json',
      'json parse error',
      'failed to parse json',
      'cannot unmarshal',
      "invalid character '",
      'cannot deserialize',
      'circular structure to json',
      'jsonparseexception',
      { near: 'serde', shape: /serde_json|serde::de|missing field `/ },
      {
        near: 'json',
        shape:
          /json.{0,30}(?:parse|syntax|decod|unmarshal|deserial|serializ)\w*.{0,30}(?:error|fail|cannot|unable|invalid)|(?:error|fail\w*|cannot|unable|invalid).{0,30}(?:pars|decod|unmarshal|deserial|serializ)\w*.{0,30}json/,
      },
    ],
    exceptions: [
      'JSONDecodeError',
      'JsonParseException',
      'JsonMappingException',
      'JsonSyntaxException',
      'MismatchedInputException',
      'InvalidDefinitionException',
      'JsonException',
      'UnrecognizedPropertyException',
    ],
  },
  {
    name: 'parse_error',
    rootCause: 'malformed_document',
    causes: [
      { name: 'malformed_yaml', said: ['yaml'] },
      { name: 'malformed_toml', said: ['toml'] },
      { name: 'malformed_xml', said: ['xml', 'saxparse'] },
      { name: 'malformed_csv', said: ['csv', 'error tokenizing data'] },
    ],
    strong: [
      'yaml.scanner',
      'yaml.parser',
      'error parsing yaml',
      'mapping values are not allowed',
      "could not find expected ':'",
      'bad indentation of a mapping',
      'tomldecodeerror',
      'toml parse error',
      'error tokenizing data',
      'not well-formed (invalid token)',
      'xml parsing error',
      'content is not allowed in prolog',
      {
        near: 'yaml',
        shape:
          /(?:invalid|malformed|parse|parsing|cannot parse|error loading) .{0,20}ya?ml|ya?ml.{0,20}(?:syntax|parse|invalid|did not find expected)/,
      },
    ],
    exceptions: [
      'ScannerError',
      'ParserError',
      'YAMLException',
      'YAMLParseError',
      'TOMLDecodeError',
      'XMLSyntaxError',
      'SAXParseException',
      'ParseError',
    ],
  },
  {
    name: 'encoding_error',
    rootCause: 'unicode_codec_mismatch',
    causes: [{ name: 'byte_order_mark', said: ['byte order mark', 'utf-8 bom', 'ufeff'] }],
    strong: [
      "codec can't decode",
      'codec cant decode',
      "codec can't encode",
      'invalid start byte',
      'invalid continuation byte',
      'invalid byte sequence',
      'invalid utf-8',
      'invalid utf8',
      'not valid utf-8',
      'did not contain valid utf-8',
      'incompatible character encodings',
      'unmappable character',
      'malformedinput',
      'incorrect string value',
      'invalid multibyte',
      'surrogates not allowed',
    ],
    exceptions: [
      'UnicodeDecodeError',
      'UnicodeEncodeError',
      'UnicodeError',
      'MalformedInputException',
      'CharacterCodingException',
    ],
  },
  {
    name: 'schema_validation_error',
    rootCause: 'value_outside_schema',
    causes: [
      {
        name: 'missing_required_field',
        said: ['field required', 'required property', 'is a required', 'missing required field'],
      },
      { name: 'wrong_value_type', said: ['invalid_type', 'is not of type', 'type_error', 'input should be'] },
    ],
    strong: [
      'validation error for',
      'validation errors for',
      'is a required property',
      'is not of type',
      'must have required property',
      'must not have additional properties',
      'additional properties are not allowed',
      'fails to match the required pattern',
      'invalid_type',
    ],
    exceptions: [
      'ValidationError',
      'ZodError',
      'SchemaError',
      'ConstraintViolationException',
      'MethodArgumentNotValidException',
    ],
  },
];
