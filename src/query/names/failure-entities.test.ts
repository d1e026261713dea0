import { describe, expect, it } from 'vitest';
import { profileFailure } from '../profile-failure.ts';

const namesIn = (output: string): readonly string[] =>
  profileFailure({ output }).entities.map(({ kind, value }) => `${kind} ${value}`);

describe('failureEntities', () => {
  it.each([
    ['ModuleNotFoundError: No module named requests', 'module requests'],
    ['ImportError: cannot import name open_store from kettle.app', 'module open_store'],
    ["ImportError: cannot import name 'boil' from 'kettle.app' (app.py)", 'module kettle.app'],
    ['KeyError: gamma_iss missing from controller/config.yaml', 'config_key gamma_iss'],
    ["KeyError: 'gamma_iss' missing from controller/config.yaml", 'config_key gamma_iss'],
    ['error: required key gamma_iss is absent from the settings', 'config_key gamma_iss'],
    ['KeyError: environment variable KETTLE_REGION not set', 'environment_variable KETTLE_REGION'],
    ['RuntimeError: KETTLE_HOME is not set', 'environment_variable KETTLE_HOME'],
    ["error: unknown option `dry-run'", 'flag dry-run'],
    ['(eval):3: no such file or directory: ./boil.sh', 'file ./boil.sh'],
    ['error: unrecognized arguments: --boil-ms', 'flag --boil-ms'],
    ['kettle: error: the following arguments are required: --water', 'flag --water'],
    ['sqlite3.OperationalError: no such column: cups.size', 'column cups.size'],
    ['sqlite3.OperationalError: table cups has no column named size', 'column size'],
    ["ERROR 1054: Unknown column 'size' in 'field list'", 'column size'],
    ['error: relation "cups" does not exist', 'table cups'],
    ['RuntimeError: mat1 and mat2 shapes cannot be multiplied (16x12 and 2x16)', 'shape 16x12'],
    ['RuntimeError: mat1 and mat2 shapes cannot be multiplied (16x12 and 2x16)', 'shape 2x16'],
    ['ValueError: operands could not be broadcast together with shapes (3,2) and (4,)', 'shape 3,2'],
    [
      'RuntimeError: Expected all tensors to be on the same device, but found cuda:0 and cpu',
      'device cuda:0',
    ],
    ['RuntimeError: Expected all tensors to be on the same device, but found cuda:0 and cpu', 'device cpu'],
    ['RuntimeError: expected scalar type Float but found Double', 'dtype Double'],
    ['TypeError: cannot cast dtype float64 to int32', 'dtype float64'],
    ['ConnectionError: connection refused by kettle-watcher:9818', 'port 9818'],
    ['ERROR: No matching distribution found for kettle==1.2.3', 'version kettle 1.2.3'],
    ['error: no matching package named `kettel` found', 'package kettel'],
    ['FileNotFoundError: data/cups.csv while boiling', 'file data/cups.csv'],
    ["PermissionError: [Errno 13] Permission denied: '/var/kettle/cups.csv'", 'file path_cups.csv'],
  ])('%s', (line, name) => {
    expect(namesIn(line)).toContain(name);
  });

  it('takes no error code for a file', () => {
    expect(namesIn("Error: ENOENT: no such file or directory, open 'data/cups.csv'")).toEqual([
      'file data/cups.csv',
    ]);
  });

  it.each([
    'error: the requirement that all of this is not defined was dropped',
    'Remember to buy coffee: the shop near the port is missing it',
    'error: not found',
    'error: CUDA out of memory',
    'error: a key was not found in the lock',
  ])('names nothing in: %s', (line) => {
    expect(namesIn(line)).toEqual([]);
  });

  it('leaves out ports that are given out at random', () => {
    expect(namesIn('Error: connect ECONNREFUSED kettle-watcher:49152')).toEqual([]);
  });

  it('takes no place in a shell for a file', () => {
    expect(namesIn('(eval):3: no such file or directory: ./boil.sh')).toEqual(['file ./boil.sh']);
  });
});
