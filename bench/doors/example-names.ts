import type { SeededRandom } from './seeded-random.ts';

/** Names that one example is about. */
export interface ExampleNames {
  /** `billing_export` */
  readonly module: string;
  /** `BillingExport` */
  readonly type: string;
  /** `parseTimeout` */
  readonly call: string;
  readonly folder: string;
  /** `keeps_empty_rows` */
  readonly test: string;
  /** `BILLING_EXPORT_TIMEOUT` */
  readonly variable: string;
  readonly library: string;
  readonly port: number;
}

const subjects =
  words(`account alert archive artifact audit avatar badge batch billing booking bucket cache calendar
  campaign card cart catalog channel charge checkout cluster comment contract coupon course credit cursor customer dashboard
  deposit device digest discount document domain draft driver event expense feature feed filter flight folder forecast form
  gallery gateway grant graph group ledger lesson license listing locale location login manifest margin matrix member merge
  message meter mirror mission network notice order outage parcel partner patient payment permit photo pipeline planet player
  playlist policy poll portal price printer profile project promise quota quote rating receipt recipe refund region reminder
  report reserve review reward route salary sample schedule season seat segment sensor session shipment signal sketch snippet
  solver source station stock storage stream student subscription summary supplier survey tariff task tenant ticket token
  track transfer trip upload vendor venue video visit voucher wallet warehouse webhook widget worker workspace`);
const parts =
  words(`adapter builder client codec compiler config console controller converter dispatcher encoder engine
  export factory fetcher formatter handler importer index inspector job lexer loader locator mapper matcher migration
  mixin model monitor observer parser planner printer provider proxy queue reader reducer registry renderer repository
  resolver router runner sampler scanner scheduler schema selector serializer server store sync tracer transformer
  validator viewer visitor walker watcher writer`);
const verbs = words(
  'build check clean close copy count decode drop fetch find fold join keep load merge open parse read send split',
);
const aspects = words(
  'batch cookie deadline encoding header interval key limit locale offset order page pool retry row scale schema timeout unit zone',
);
const folders = words(
  'api app apps/admin backend cmd common core engine internal lib packages/core pkg server services src tools web',
);
const states = words(
  'empty expired missing nested negative old repeated reversed shared sorted stale unknown',
);
const libraries = words(
  'acorn argon arrow axum celery click click-shell commons diesel django echo fastify flask guava hono jackson joblib kafka knex lodash luxon mockito msgpack numpy orjson pandas pillow pino polars prisma protobuf redis rollup serde slog sqlx tokio undici vite yup zod',
);

export function exampleNames(random: SeededRandom): ExampleNames {
  const subject = random.pick(subjects);
  const part = random.pick(parts);
  const verb = random.pick(verbs);
  const aspect = random.pick(aspects);
  return {
    module: `${subject}_${part}`,
    type: capitalise(subject) + capitalise(part),
    call: verb + capitalise(aspect),
    folder: random.pick(folders),
    test: `${verb}s_${random.pick(states)}_${aspect}s`,
    variable: `${subject}_${aspect}`.toUpperCase(),
    library: random.pick(libraries),
    port: 3_000 + random.below(6_000),
  };
}

function words(text: string): readonly string[] {
  return text.split(/\s+/);
}

function capitalise(word: string): string {
  return word[0]?.toUpperCase() + word.slice(1);
}
