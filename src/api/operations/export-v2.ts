import { exportedScopes, type OpenedHome } from '../../open/home-context.ts';
import { exportedWhere } from '../common-fields.ts';
import { ofHome } from '../operation.ts';

export const exportV2 = ofHome({
  name: 'exportV2',
  summary: 'Give memories as lines of Memory V2, each with its file.',
  input: {
    where: exportedWhere,
  },
  run: ({ where }, home: OpenedHome) => home.exportV2(exportedScopes(home, where)),
});
