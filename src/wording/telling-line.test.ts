import { describe, expect, it } from 'vitest';
import { clean } from '../../tests/fakes/memory-item.ts';
import { tellingLine } from './telling-line.ts';

const line = (errorLines: readonly string[], excerpt: string) =>
  tellingLine({ errorLines: errorLines.map(clean), excerpt: clean(excerpt) });

describe('tellingLine', () => {
  it('is the line as it was printed, not the one that is compared', () => {
    const printed = 'Error: listen EADDRINUSE: address already in use :::3000';
    expect(
      line(['error: listen eaddrinuse: address already in use :::__NUM__'], `starting\n${printed}\n`),
    ).toBe(printed);
  });

  it('is no frame of a stack', () => {
    expect(line(['[error] at a.b.Pot$.boil(Pot.scala:1)', 'OutOfMemoryError: Metaspace'], '')).toBe(
      'OutOfMemoryError: Metaspace',
    );
  });

  it('tells a file of the repository from its top, and another one in full', () => {
    const errorLine = "cannot find module 'dist/boil.js' imported from path_pour.js";
    expect(
      line([errorLine], "Cannot find module '/home/ada/kettle/dist/boil.js' imported from /opt/tea/pour.js"),
    ).toBe("Cannot find module 'dist/boil.js' imported from /opt/tea/pour.js");
    expect(
      line([errorLine], String.raw`Cannot find module 'C:\Users\ada\dist\boil.js' imported from it`),
    ).toBe("Cannot find module 'dist/boil.js' imported from it");
    expect(line(['no such page as tea/pour'], 'No such page as https://example.org/tea/pour')).toBe(
      'No such page as https://example.org/tea/pour',
    );
  });

  it('says what happened, not only its code', () => {
    const lines = ['npm error code eresolve', 'npm error could not resolve dependency react-dom'];
    const excerpt = 'npm error code ERESOLVE\nnpm error Could not resolve dependency react-dom';
    expect(line(lines, excerpt)).toBe('Could not resolve dependency react-dom');
  });

  it.each([
    ["thread 'main' panicked at src/lid.rs:12:5:", 'index out of bounds: the lid has 3 sides'],
    ['tests/test_lid.py:4: AssertionError', 'FAILED tests/test_lid.py::test_lid - assert 3 == 4'],
  ])('says what happened, not only where: %s', (place, message) => {
    expect(line([place, message], `${place}\n${message}`)).toBe(message);
    expect(line([place], place)).toBe(place);
  });

  it('takes the named error, however short, before what a runner advises', () => {
    const printed = "E       AssertionError: assert {'a': 1} == {}\nE         Use -v to get more diff";
    const lines = ["E AssertionError: assert {'a': __NUM__} == {}", 'E Use -v to get more diff'];
    expect(line(lines, printed)).toBe("AssertionError: assert {'a': 1} == {}");
  });

  it('is not the line of code that has the same names, however long the path in the message', () => {
    const printed =
      "cannot import name 'lid' from 'kettle.tea' (/usr/lib/python3/site-packages/kettle/tea.py)";
    const lines = ["e importerror: cannot import name 'lid' from 'kettle.tea' (path_tea.py)"];
    expect(line(lines, `    from kettle.tea import lid\nE   ImportError: ${printed}`)).toBe(
      `ImportError: ${printed}`,
    );
  });

  it('has no placeholder where the printed line is not at hand', () => {
    expect(line(['cannot read path_sh after __NUM__ attempts of the day'], '')).toBe(
      'cannot read … after … attempts of the day',
    );
  });

  it('keeps a code where nothing else is said, and is nothing where nothing is', () => {
    expect(line(['ENOENT'], 'ENOENT')).toBe('ENOENT');
    expect(line([], 'all is well')).toBeUndefined();
  });
});
