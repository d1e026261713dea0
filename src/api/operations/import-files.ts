import type { ImportFile } from '../../model/answers/exchange-report.ts';
import { isObject } from '../check-input.ts';
import { importing } from '../common-fields.ts';
import { given, required } from '../field.ts';
import { ofHome } from '../operation.ts';

/** A list is looked into; what must be waited for is looked at as it comes. */
function isSeriesOfFiles(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((file) => isObject(file) && isObject(file.lines));
  return isObject(value) && (Symbol.asyncIterator in value || Symbol.iterator in value);
}

export const importFiles = ofHome({
  name: 'importFiles',
  summary: 'Import several files, one after the other; a fault names its file.',
  input: {
    files: required(
      given<Iterable<ImportFile> | AsyncIterable<ImportFile>>('an iterable of files', isSeriesOfFiles),
    ),
    ...importing,
  },
  takes: ['files'],
  run: async (request, home) => {
    const { importFiles: importAll } = await import('../../open/exchange.ts');
    return await importAll(request, home);
  },
});
