import { codeFamilies } from './families-of-code.ts';
import { dataFamilies } from './families-of-data.ts';
import { machineFamilies } from './families-of-machines.ts';
import { memoryFamilies } from './families-of-memory.ts';
import { toolFamilies } from './families-of-tools.ts';
import type { FamilyRow } from './family-row.ts';

let all: readonly FamilyRow[] | undefined;

/** Every class of failures that is known; of equals, an earlier one wins. Made when first asked for. */
export function families(): readonly FamilyRow[] {
  all ??= [
    ...dataFamilies(),
    ...machineFamilies(),
    ...memoryFamilies(),
    ...codeFamilies(),
    ...toolFamilies(),
  ];
  return all;
}
