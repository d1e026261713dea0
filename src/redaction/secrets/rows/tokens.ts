import { isFiller, isPlaceholder, isSequence } from '../judge-value.ts';
import { drawnPartOf } from '../letter-pairs.ts';
import { endOfToken, type SecretRule } from '../rule.ts';
import { isHarmlessName } from './names.ts';

/**
 * Tokens that announce themselves: id, keywords with which they begin (case counts), and the following shape
 * as the source of a regular expression. Lengths and alphabets as their makers publish them, with room to
 * grow where those grow. Every repetition is bounded; a longer body has its characters as `rest`. Fillers
 * (`ghp_xxxx…`) are let go.
 */
export type TokenRow = readonly [id: string, keywords: string, shape: string, rest?: string];

const raw = String.raw;

export const tokenRows: readonly TokenRow[] = [
  ['github-token', 'ghp_ gho_ ghu_ ghr_', '[A-Za-z0-9]{36,255}'],
  [
    'github-token',
    'ghs_',
    raw`(?:[A-Za-z0-9]{36,255}|\d{1,12}_ey[\w-]{10,400}\.[\w-]{10,2000}\.[\w-]{10,800})`,
  ],
  ['github-token', 'github_pat_', raw`\w{60,255}`],
  ['gitlab-token', 'glpat- glrt- glrtr-', raw`[\w-]{20,300}(?:\.[a-z0-9]{9})?`],
  ['gitlab-token', 'gldt- glffct- glft- glsoat- GR1348941', raw`[\w-]{20,64}`],
  ['gitlab-token', 'glimt-', raw`[\w-]{25,64}`],
  ['gitlab-token', 'glagent-', raw`[\w-]{50,64}`],
  ['gitlab-token', 'gloas-', raw`[\w-]{64}`],
  ['gitlab-token', 'glptt-', '[0-9a-f]{40}'],
  ['gitlab-token', 'glcbt-', raw`[A-Za-z0-9]{1,5}_[\w-]{20,64}`],
  ['gitlab-session', '_gitlab_session=', '[0-9a-z]{32}'],
  ['bitbucket-token', 'ATBB', '[A-Za-z0-9]{32}'],
  ['atlassian-token', 'ATATT3 ATCTT3', raw`[\w=-]{100,300}`],
  ['npm-token', 'npm_', '[A-Za-z0-9]{36,64}'],
  ['pypi-token', 'pypi-AgEIcHlwaS5vcmc pypi-AgENdGVzdC5weXBpLm9yZw', raw`[\w-]{50,1000}`],
  ['crates-token', 'cio', '[A-Za-z0-9]{32}'],
  ['nuget-key', 'oy2', '[a-z0-9]{43}'],
  ['docker-token', 'dckr_pat_ dckr_oat_', raw`[\w-]{20,64}`],
  ['artifactory-key', 'AKCp', '[A-Za-z0-9]{69}'],
  ['artifactory-token', 'cmVmd', '[A-Za-z0-9]{59}'],
  ['aws-access-key', 'AKIA ASIA ABIA ACCA', raw`(?!\w{0,16}EXAMPLE)[A-Z0-9]{16}`],
  ['aws-access-key', 'A3T', raw`(?!\w{0,16}EXAMPLE)[A-Z0-9]{17}`],
  ['aws-bedrock-key', 'ABSK', raw`(?![\w+/]{0,300}EXAMPLE)[A-Za-z0-9+/]{109,269}={0,2}`],
  ['aws-bedrock-key', 'bedrock-api-key-', raw`YmVkcm9jay5hbWF6b25hd3MuY29t[\w+/=.-]{0,60}`, raw`[\w+/=.-]`],
  ['gcp-api-key', 'AIza', raw`[\w-]{35}(?!-)`],
  ['google-oauth-secret', 'GOCSPX-', raw`[\w-]{28}`],
  ['google-oauth-token', 'ya29.', raw`[\w-]{20,1000}`],
  ['google-refresh-token', '1//0', raw`[\w-]{40,120}`],
  ['alibaba-access-key', 'LTAI', '[A-Za-z0-9]{12,24}'],
  ['digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_', '[0-9a-f]{64}'],
  ['cloudflare-token', 'cfat_ cfut_ cfk_', '[A-Za-z0-9]{48}'],
  ['cloudflare-origin-key', 'v1.0-', '[0-9a-f]{24}-[0-9a-f]{146}'],
  ['yandex-token', 't1.', raw`[\w-]{1,200}={0,2}\.[\w-]{86}={0,2}`],
  ['vercel-token', 'vcp_ vci_ vca_ vcr_ vck_', '[A-Za-z0-9]{40,60}'],
  ['netlify-token', 'nfp_', '[A-Za-z0-9]{36,64}'],
  ['supabase-token', 'sbp_', '[0-9a-f]{40}'],
  ['clickhouse-key', '4b1d', '[A-Za-z0-9]{38}'],
  ['databricks-token', 'dapi', raw`[0-9A-Fa-f]{32}(?:-\d)?`],
  ['tailscale-key', 'tskey-', '[a-z]{3,12}-[A-Za-z0-9]{10,32}-[A-Za-z0-9]{20,64}'],
  ['defined-networking-key', 'dnkey-', '[a-z0-9=_-]{26}-[a-z0-9=_-]{52}'],
  ['age-secret-key', 'AGE-SECRET-KEY-1', '[0-9A-Z]{58}'],
  ['wallet-key', 'xprv tprv yprv zprv', '[1-9A-HJ-NP-Za-km-z]{100,112}'],
  ['vault-token', 'hvs. hvr.', raw`[\w-]{24,300}`],
  ['vault-token', 'hvb.', raw`[\w-]{100,400}`],
  ['vault-token', 's.', raw`(?=[a-z]{0,23}\d)[A-Za-z0-9]{24}`],
  ['doppler-token', 'dp.pt. dp.sa.', '[A-Za-z0-9]{40,44}'],
  ['doppler-token', 'dp.st.', raw`(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}`],
  ['1password-key', 'A3-', '[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}'],
  ['pulumi-token', 'pul-', '[0-9a-f]{40}'],
  ['octopus-key', 'API-', '[A-Z0-9]{26}'],
  ['harness-key', 'pat. sat.', raw`[\w-]{22}\.[0-9A-Za-z]{24}\.[0-9A-Za-z]{20}`],
  ['grafana-key', 'eyJrIjoi', '[A-Za-z0-9+/]{60,400}={0,3}'],
  ['dynatrace-token', 'dt0c01.', raw`[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}`],
  ['sentry-token', 'sntryu_', '[0-9a-f]{64}'],
  ['sentry-token', 'sntrys_', 'eyJ[A-Za-z0-9+/]{40,500}={0,2}_[A-Za-z0-9+/]{43}'],
  ['openshift-token', 'sha256~', raw`[\w-]{43}`],
  ['buildkite-token', 'bkua_', '[0-9a-f]{40}'],
  ['circleci-token', 'CCIPAT_', '[A-Za-z0-9]{22}_[0-9a-f]{40}'],
  ['postman-key', 'PMAK-', '[0-9a-f]{24}-[0-9a-f]{34}'],
  [
    'authress-key',
    'sc_ ext_ authress_ scauth_',
    raw`[A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}\.acc[_-][A-Za-z0-9-]{10,32}\.[\w+/=-]{30,120}`,
  ],
  ['anthropic-key', 'sk-ant-api sk-ant-admin sk-ant-oat sk-ant-ort', raw`\d\d-[\w-]{80,120}AA`],
  ['openai-key', 'sk-', raw`(?:proj-|svcacct-|admin-|None-)?[\w-]{20,80}T3BlbkFJ[\w-]{20,80}`],
  ['openrouter-key', 'sk-or-v1-', '[0-9a-f]{64}'],
  ['deepseek-key', 'sk-', '[0-9a-f]{32}'],
  ['groq-key', 'gsk_', '[A-Za-z0-9]{52}'],
  ['xai-key', 'xai-', '[A-Za-z0-9]{60,100}'],
  ['perplexity-key', 'pplx-', '[A-Za-z0-9]{40,64}'],
  ['newrelic-key', 'NRAK-', '[A-Z0-9]{27}'],
  ['vercel-token', 'vercel_blob_rw_', '[A-Za-z0-9]{16}_[A-Za-z0-9]{30}'],
  ['huggingface-token', 'hf_ api_org_', '[A-Za-z]{34}(?!_)'],
  ['replicate-token', 'r8_', '[A-Za-z0-9]{37}'],
  ['langsmith-key', 'lsv2_', '(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}'],
  ['pinecone-key', 'pcsk_', raw`[\w]{40,90}`],
  ['discord-token', 'MD MT Mj Mz ND NT Nj Nz OD OT', raw`[\w-]{21,26}\.[\w-]{6}\.[\w-]{27,40}`],
  ['slack-token', 'xoxb-', raw`(?=[\d-]{8})\d{8,14}-[A-Za-z0-9-]{10,80}`],
  [
    'slack-token',
    'xoxp-',
    raw`\d{10,14}(?:-\d{10,14}){1,2}(?:-[A-Za-z0-9](?:[A-Za-z0-9-]{11,62})[A-Za-z0-9])?(?!-)`,
  ],
  [
    'slack-token',
    'xoxe-',
    raw`(?:\d{10,14}(?:-\d{10,14}){1,2}(?:-[A-Za-z0-9](?:[A-Za-z0-9-]{11,62})[A-Za-z0-9])?|\d-[A-Za-z0-9]{100,200})`,
  ],
  ['slack-token', 'xoxo- xoxs-', raw`\d{1,14}-\d{1,14}(?:-\d{1,14}-[0-9A-Fa-f]{1,64})?`],
  ['slack-token', 'xoxa- xoxr-', raw`(?:\d{1,14}-)?(?=[A-Za-z]{0,47}\d)[0-9A-Za-z]{8,48}`],
  ['slack-token', 'xoxe', raw`.xox[bp]-\d-[A-Za-z0-9]{100,200}`],
  ['slack-token', 'xapp-', raw`\d-[A-Za-z0-9]{1,20}-\d{1,20}-[A-Za-z0-9]{1,100}`],
  ['slack-webhook', 'hooks', raw`.slack.com/(?:services|workflows|triggers)/(?!X)[\w+/]{20,100}`],
  [
    'teams-webhook',
    '/webhookb2/',
    raw`[\w@-]{60,90}/IncomingWebhook/[\w-]{16,64}/[\w-]{16,64}(?:/[\w-]{8,80})?`,
  ],
  ['discord-webhook', '/api/webhooks/', raw`\d{17,20}/[\w-]{30,90}`],
  ['stripe-key', 'sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_', '[A-Za-z0-9]{10,247}'],
  ['stripe-webhook-secret', 'whsec_', '[A-Za-z0-9+/]{32,64}={0,2}'],
  ['square-token', 'sq0atp-', raw`[\w-]{22,60}`],
  ['square-token', 'sq0csp-', raw`[\w-]{43}`],
  ['square-token', 'EAAA', raw`(?=\D{0,60}\d)[\w-]{22,60}`],
  ['facebook-token', 'EAAM EAAC', '[A-Za-z0-9]{100,300}'],
  ['shopify-token', 'shpat_ shpca_ shppa_ shpss_', '[A-Za-z0-9]{32,64}'],
  ['easypost-token', 'EZAK EZTK', '[A-Za-z0-9]{54}'],
  ['flutterwave-key', 'FLWSECK_TEST-', '(?:[0-9a-h]{32}-X|[0-9a-h]{12})'],
  ['flutterwave-key', 'FLWSECK- FLWPUBK_TEST-', '[0-9a-h]{32}-X'],
  ['twilio-key', 'SK', '[0-9A-Fa-f]{32}'],
  ['sendgrid-key', 'SG.', raw`[\w=.-]{66}`],
  ['figma-token', 'figd_', raw`[\w-]{40,64}`],
  ['frameio-token', 'fio-u-', raw`[\w=-]{64}`],
  ['intra42-secret', 's-s4t2', '(?:af|ud)-[0-9a-f]{64}'],
  ['typeform-token', 'tfp_', raw`[\w=.-]{59}`],
  ['airtable-token', 'pat', raw`[A-Za-z0-9]{14}\.[0-9a-f]{64}`],
  ['settlemint-token', 'sm_aat_ sm_pat_ sm_sat_', '[A-Za-z0-9]{16}'],
  ['jwt', 'ey', raw`(?<![-_]ey)[\w-]{17,2000}\.ey[\w/\\-]{17,8000}\.(?:[\w/\\-]{10,2000}={0,2})?`],
  ['jwt', 'ZXlK', '[A-Za-z0-9+/]{40,80}', '[A-Za-z0-9+/=]'],
  [
    'private-key',
    'LS0tLS1CRUdJTi',
    '(?:BQUklWQVRF|BSU0EgUFJJVkFURS|BFQyBQUklWQVRF|BPUEVOU1NIIFBSSVZBVEUg|BFTkNSWVBURUQgUFJJVkFURS)[A-Za-z0-9+/=]{0,60}',
    '[A-Za-z0-9+/=]',
  ],
];

/** Services whose secrets look like digests or ids, so that their name beside an assignment must tell. */
const services =
  `adafruit adobe airtable algolia alibaba asana atlassian confluence jira secretaccesskey aws_secret beamer bitbucket bittrex
  cloudflare codecov cohere co_api_key coinbase confluent contentful datadog dd_api_key dd_app_key discord droneci dropbox etsy
  facebook fastly finicity finnhub flickr freshbooks gitter gocardless heroku hubspot intercom jfrog bintray artifactory xray
  kraken kucoin launchdarkly linear linkedin linked_in linked-in lob looker mailchimp mailgun mapbox mattermost meraki
  messagebird message-bird message_bird netlify newrelic new-relic new_relic nytimes newyorktimes new-york-times okta plaid
  privateai private_ai private-ai rapidapi sendbird sentry contribsys__com snyk sonar squarespace sumo telegr travis twitch
  twitter yandex zendesk`.split(/\s+/);

/** From the name to its value, read once: no part of it is tried as the beginning of a value. */
const assigned = String.raw`(?=(?<glue>[\w. \t-]{0,24}(?=[ \t"'\x60=:>|?,\\]{0,16}[=:>|,])["'\x60=:>|?,\\][ \t"'\x60=:>|?,\\]{0,15}))\k<glue>`;
const longestShortName = 6;
const shortest = 14;

/** A short name does not stand across two words, as `etSy` in `setSystem` or `meraKi` in `CameraKit`. */
function isWrittenAsName(found: string): boolean {
  const rest = found.slice(1);
  return found.length > longestShortName || rest === rest.toLowerCase() || found === found.toUpperCase();
}

function looksDrawn(value: string, { glue = '' }: Readonly<Record<string, string>>): boolean {
  if (value.length < shortest || isHarmlessName(glue)) return false;
  if (isSequence(value) || isPlaceholder(value) || isFiller(value)) return false;
  return /^\d{16,18}$/.test(value) || (/\d/.test(value) && drawnPartOf(value) !== undefined);
}

export const serviceRule: SecretRule = {
  id: 'api-key',
  keywords: services,
  example: ['datadog_app = ‹hex 32›', 'TRAVIS_COMMIT=‹hex 40›'],
  counts: isWrittenAsName,
  shape: String.raw`${assigned}(?<secret>(?:sl\.|[ps]k\.\w{60,90}\.|\d{5,16}:(?=A)|[0-9a-f]{8}:(?=[0-9a-f]{8}\b))?(?=[^\d\s]{0,30}\d)\w[\w%=+/-]{7,300})(?![\w-])${endOfToken}`,
  near: { pattern: /^(?![\s\S]*\bhost(?:name)?\b)/i, before: 80 },
  looks: looksDrawn,
};
