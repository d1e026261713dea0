import type { DecisionCase } from './decision-cases.ts';

interface WrittenDecision {
  readonly decision: string;
  /** A question by a person who has not read it. */
  readonly question: string;
  /** What was decided later instead. */
  readonly instead?: string;
}

/** Decisions as teams write them down, and questions in other words, all written before the first run. */
const written: readonly WrittenDecision[] = [
  {
    decision:
      'We keep money as integer cents in a 64-bit column, never as a float. Rounding errors added up to eleven euros in the March invoices, and auditors noticed. Formatting to euros happens in the view alone.',
    question: 'how should I store prices in the database?',
    instead:
      'Money is kept as a decimal string with four places together with its currency code: the new markets have currencies without cents. Integer cents are converted on read until the old invoices are archived.',
  },
  {
    decision:
      'Background jobs go through Postgres with SKIP LOCKED instead of Redis. One thing less to run, and jobs commit together with the rows they are about. We accept about two hundred jobs a second as the limit.',
    question: 'why is there no redis for our queue?',
  },
  {
    decision:
      'All timestamps are stored in UTC and named with the suffix _at. Local time exists only in the browser. Reports for customers take the time zone of the account as a parameter.',
    question: 'which timezone do we save dates in?',
  },
  {
    decision:
      'Public identifiers are ULIDs; database keys stay internal and are never put into a URL. Sequential numbers told competitors how many orders we had.',
    question: 'can I expose the primary key in the api response?',
  },
  {
    decision:
      'The frontend is server-rendered with small islands of Preact. A single-page application took 4 seconds to first paint on the phones that warehouse staff carry.',
    question: 'should the new page be a react SPA?',
    instead:
      'New pages are rendered with htmx fragments; Preact islands stay where they are and no new ones are added. Two ways of updating a page were one too many for a team of five.',
  },
  {
    decision:
      'Feature flags live for at most six weeks. Each has an owner and a date in flags.yaml, and the build fails when a date has passed.',
    question: 'how long may a feature toggle stay in the code?',
  },
  {
    decision:
      'We log as one JSON object a line to standard output, and nothing else writes log files. The platform collects it; rotation and shipping are not our concern.',
    question: 'where do log messages go?',
  },
  {
    decision:
      'Integration tests run against a real Postgres in a container, not against SQLite. JSON operators and locking behave differently, and two bugs got through in one month.',
    question: 'is sqlite fine for the test database?',
  },
  {
    decision:
      'Every external HTTP call has a timeout of 3 seconds, two retries with jitter, and a circuit breaker. The payment provider once took all our workers down by answering slowly.',
    question: 'what are the rules for calling third party services?',
  },
  {
    decision:
      'Migrations are only additive within a release: add the column, write both, backfill, switch reads, and drop in the release after. Deployments overlap for ten minutes, so old code sees the new schema.',
    question: 'may I rename a column in one migration?',
  },
  {
    decision:
      'Password hashing is argon2id with 64 MB and three passes. bcrypt hashes are replaced at the next login. The parameters live in auth/params.ts and are reviewed each January.',
    question: 'which algorithm do we use to hash passwords?',
  },
  {
    decision:
      'We do not use an ORM. Queries are SQL files next to the module that uses them, checked against the schema in CI. Generated queries were the cause of half of our slow endpoints.',
    question: 'can I add prisma or typeorm?',
  },
  {
    decision:
      'The monorepo is built with plain npm workspaces and a Makefile. Turborepo and Nx were tried for a quarter; cache misses that nobody understood cost more than they saved.',
    question: 'why do we not use nx for builds?',
  },
  {
    decision:
      'Uploads go directly to object storage with signed links; our servers never see the bytes. Files over 5 GB are refused by the signing endpoint.',
    question: 'how does a user send us a file?',
  },
  {
    decision:
      'Errors that a customer can see have a stable code like ORDER_LOCKED and a link to help. The text may change in any release, the code may not.',
    question: 'am I allowed to reword an error message?',
  },
  {
    decision:
      'Releases happen on Tuesday and Thursday before noon. Nothing is deployed on Friday except the fix of an outage, and then two people are at their desks.',
    question: 'when can we ship to production?',
    instead:
      'Each merge to main is released at once behind a canary of five per cent for thirty minutes. The fixed days are gone; on Fridays after three the canary stays until Monday.',
  },
  {
    decision:
      'We cache rendered product pages for 60 seconds at the edge and purge by tag on change. Caching inside the application was removed: three layers disagreed about prices.',
    question: 'where is page content cached?',
  },
  {
    decision:
      'The search index is rebuilt every night from the database and kept up to date through the outbox in between. Nobody writes to the index directly, so that it can be thrown away at any time.',
    question: 'how do documents get into elasticsearch?',
  },
  {
    decision:
      'Access is decided in one place, policy.can(actor, action, subject). Handlers must not look at roles. Two endpoints had forgotten the check for suspended accounts.',
    question: 'where do permission checks belong?',
  },
  {
    decision:
      'E-mail is sent through a table of messages that a worker empties. The request never talks to the mail provider; a customer once got nine confirmations after a retry.',
    question: 'how do I send an email to a customer?',
  },
  {
    decision:
      'Personal data is deleted 30 days after an account is closed, backups after 90. The job is gdpr-sweep and its report goes to the data protection officer.',
    question: 'how long do we keep personal information after someone leaves?',
    instead:
      'Personal data is deleted 14 days after an account is closed, backups after 35, as agreed with the regulator in May. gdpr-sweep runs daily instead of weekly.',
  },
  {
    decision:
      'Components take their colours and spaces from tokens.css. Hard-coded hex values fail the style check, because the dark theme missed forty of them.',
    question: 'can I write a hex color in a component?',
  },
  {
    decision:
      'GraphQL is used by the mobile app only; everything between services is gRPC with protobuf files in the contracts repository. Breaking changes are found by buf in CI.',
    question: 'what protocol do services speak with each other?',
  },
  {
    decision:
      'The importer streams rows and holds at most a thousand in memory. A customer with two million articles killed the process that read whole files.',
    question: 'may I load the entire csv into an array?',
  },
  {
    decision:
      'Dependencies are updated by a bot once a week in one pull request. Security fixes are merged the same day by whoever is on call. We pin exact versions.',
    question: 'who upgrades our packages and how often?',
  },
  {
    decision:
      'Secrets come from the vault at start and are held in memory. Environment variables are for addresses and switches: they show up in crash dumps.',
    question: 'can I put an api token into an env var?',
  },
  {
    decision:
      'Web hooks that we send are signed with HMAC-SHA256 over timestamp and body, retried for 24 hours, and delivered at least once. Receivers must be idempotent; we say so in the guide.',
    question: 'what delivery guarantee do webhooks have?',
  },
  {
    decision:
      'We chose Kotlin for the Android client and Swift for iOS instead of a shared framework. Camera scanning was the reason: the bridge dropped every fifth frame.',
    question: 'why is the mobile app not flutter?',
  },
  {
    decision:
      'Customer numbers are shown with a check digit after Luhn. Support staff mistyped one in two hundred, and orders went to strangers.',
    question: 'what is the last digit of the customer number for?',
  },
  {
    decision:
      'The admin area is reachable over the VPN alone and has its own login with hardware keys. It shares no session with the shop.',
    question: 'how do employees log in to the back office?',
  },
  {
    decision:
      'Prices are computed by the pricing service and passed along as a signed quote that is valid for 15 minutes. The cart never adds up prices by itself.',
    question: 'where is the total of a cart calculated?',
  },
  {
    decision:
      'Python services are typed strictly with pyright; mypy was dropped because it took four minutes. New modules may not use Any except at the border to untyped libraries.',
    question: 'which type checker does the python code use?',
  },
  {
    decision:
      'Alerts fire on symptoms: error rate, latency, age of the oldest job. CPU and memory are on dashboards but wake nobody. We had forty pages in a week and acted on two.',
    question: 'should I add an alert for high cpu?',
  },
  {
    decision:
      'Translations are keyed by the English sentence, not by a path. Translators see context that way, and unused ones can be found. Plurals use ICU messages.',
    question: 'how are translation keys named?',
  },
  {
    decision:
      'PDF invoices are made by a headless browser from the same templates as the web view, in a sandbox without network. The old library could not set tables over two pages.',
    question: 'what generates the invoice documents?',
  },
  {
    decision:
      'Branches are short and squashed on merge; the pull request title becomes the commit. Merge commits made bisecting useless.',
    question: 'do we squash or rebase?',
    instead:
      'Branches are rebased and merged with all their commits, each of which has to pass the tests. Squashing hid which step of a large change broke the import.',
  },
  {
    decision:
      'Load tests run on a copy of production data with names scrambled, each Sunday night. A release that is more than ten per cent slower at p99 needs the consent of the platform team.',
    question: 'how do we notice that a version got slower?',
  },
  {
    decision:
      'The event stream is the outbox table read in order of its sequence. Kafka was considered and put off: one consumer group and ten thousand events a day do not need a cluster.',
    question: 'do we have kafka?',
  },
  {
    decision:
      'Images are stored as uploaded and resized on demand to AVIF with a JPEG fallback. Resized ones are cached for a year under a name with their hash.',
    question: 'what format are pictures served in?',
  },
  {
    decision:
      'Rate limits count per account, not per address: whole schools share one. 600 requests a minute, answered with 429 and Retry-After.',
    question: 'how many api calls may a client make?',
    instead:
      'Rate limits count per access key with a burst bucket of 100 and 20 a second sustained. The limit per account is gone, because integrations throttled the people beside them.',
  },
];

/** Each is asked with all others remembered. */
export function* writtenDecisions(): Iterable<DecisionCase> {
  const texts = written.map(({ decision }) => decision);
  for (const { decision, question, instead } of written) {
    yield {
      source: 'written',
      texts,
      answer: decision,
      questions: [{ style: 'own words', text: question }],
      ...(instead === undefined ? {} : { successor: { text: instead, questions: [question, decision] } }),
    };
  }
}
