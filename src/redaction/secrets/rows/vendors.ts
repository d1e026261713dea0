import { isFiller, isPlaceholder, isSequence } from '../judge-value.ts';
import { endOfToken, type SecretRule } from '../rule.ts';

/**
 * Makers whose secrets look like any random string, so that only their name beside an assignment gives them away
 * (`DATADOG_API_KEY=…`): id, names as they stand in identifiers, and shapes of the whole value.
 */
type VendorValue = readonly [id: string, names: readonly string[], shapes: readonly string[]];

const alphanumeric = (...lengths: readonly number[]) => lengths.map((length) => `[A-Za-z0-9]{${length}}`);
const hex = (...lengths: readonly number[]) => lengths.map((length) => `[0-9A-Fa-f]{${length}}`);
const word = (...lengths: readonly number[]) => lengths.map((length) => `[\\w=-]{${length}}`);
const digits = (length: number) => `\\d{${length}}`;
const uuid = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';

const values: readonly VendorValue[] = [
  ['adafruit-key', ['adafruit'], word(32)],
  ['adobe-key', ['adobe'], hex(32)],
  ['airtable-key', ['airtable'], alphanumeric(17)],
  ['algolia-key', ['algolia'], alphanumeric(32)],
  ['alibaba-secret', ['alibaba'], alphanumeric(30)],
  ['asana-secret', ['asana'], [digits(16), ...alphanumeric(32)]],
  ['atlassian-token', ['atlassian', 'confluence', 'jira'], alphanumeric(24)],
  ['aws-secret-key', ['aws_secret_access_key', 'aws_secret_key', 'secretaccesskey'], ['[A-Za-z0-9+/]{40}']],
  ['azure-account', ['azure_client_id', 'azure_tenant_id', 'ad_tenant_id'], [uuid]],
  ['beamer-token', ['beamer'], ['b_[\\w=-]{44}']],
  ['bitbucket-secret', ['bitbucket'], [...alphanumeric(32), ...word(64)]],
  ['bittrex-key', ['bittrex'], alphanumeric(32)],
  ['cloudflare-key', ['cloudflare'], [...hex(37), ...word(40)]],
  ['codecov-token', ['codecov'], [...alphanumeric(32), uuid]],
  ['cohere-key', ['cohere', 'co_api_key'], alphanumeric(40)],
  ['coinbase-token', ['coinbase'], word(64)],
  ['confluent-secret', ['confluent'], alphanumeric(16, 64)],
  ['contentful-token', ['contentful'], word(43)],
  ['datadog-key', ['datadog', 'dd_api_key', 'dd_app_key'], [...alphanumeric(40), ...hex(32)]],
  [
    'discord-secret',
    ['discord'],
    [digits(18), ...word(32), ...hex(64), '[\\w-]{24,28}\\.[\\w-]{6}\\.[\\w-]{27,40}'],
  ],
  ['droneci-token', ['droneci'], alphanumeric(32)],
  [
    'dropbox-token',
    ['dropbox'],
    [...alphanumeric(15, 64), 'sl\\.[\\w=-]{130,250}', '[A-Za-z0-9]{11}A{10}[\\w=-]{43}'],
  ],
  ['etsy-token', ['etsy'], alphanumeric(24)],
  ['facebook-secret', ['facebook'], hex(32)],
  ['fastly-token', ['fastly'], word(32)],
  ['finicity-secret', ['finicity'], [...alphanumeric(20), ...hex(32)]],
  ['finnhub-token', ['finnhub'], alphanumeric(20)],
  ['flickr-token', ['flickr'], alphanumeric(32)],
  ['freshbooks-token', ['freshbooks'], alphanumeric(64)],
  ['gitter-token', ['gitter'], word(40)],
  ['gocardless-token', ['gocardless'], ['(?:live|sandbox)_[\\w=-]{40}']],
  ['heroku-key', ['heroku'], [uuid, ...hex(32)]],
  ['hubspot-key', ['hubspot'], [uuid]],
  ['intercom-token', ['intercom'], word(60)],
  ['jfrog-key', ['jfrog', 'bintray', 'artifactory', 'xray'], alphanumeric(64, 73)],
  ['kraken-key', ['kraken'], ['[\\w=+/-]{80,90}']],
  ['kucoin-key', ['kucoin'], [...hex(24), uuid]],
  ['launchdarkly-key', ['launchdarkly'], word(40)],
  ['linear-secret', ['linear'], hex(32)],
  ['linkedin-secret', ['linkedin', 'linked_in', 'linked-in'], alphanumeric(14, 16)],
  ['lob-key', ['lob'], ['(?:live|test)_[0-9a-f]{35}', '(?:live|test)_pub_[0-9a-f]{31}']],
  ['looker-secret', ['looker'], alphanumeric(20, 24)],
  ['mailchimp-key', ['mailchimp'], ['[0-9a-f]{32}-us\\d{1,2}']],
  ['mailgun-key', ['mailgun'], ['(?:pub)?key-[0-9a-f]{32}', '[0-9a-h]{32}-[0-9a-h]{8}-[0-9a-h]{8}']],
  ['mapbox-token', ['mapbox'], ['[ps]k\\.[A-Za-z0-9]{60,90}\\.[\\w-]{22}']],
  ['mattermost-token', ['mattermost'], alphanumeric(26)],
  ['meraki-key', ['meraki'], hex(40)],
  ['messagebird-key', ['messagebird', 'message-bird', 'message_bird'], [...alphanumeric(25), uuid]],
  ['netlify-token', ['netlify'], ['[\\w=-]{40,46}']],
  ['newrelic-key', ['newrelic', 'new-relic', 'new_relic'], [...alphanumeric(64), ...hex(40)]],
  ['nytimes-key', ['nytimes', 'newyorktimes', 'new-york-times'], word(32)],
  ['okta-token', ['okta'], ['00[\\w=-]{40}']],
  ['plaid-secret', ['plaid'], alphanumeric(24, 30)],
  ['privateai-key', ['privateai', 'private_ai', 'private-ai'], alphanumeric(32)],
  ['rapidapi-key', ['rapidapi'], word(50)],
  ['sendbird-token', ['sendbird'], [...hex(40), uuid]],
  ['sentry-token', ['sentry'], hex(64)],
  ['sidekiq-secret', ['gems__contribsys__com', 'enterprise__contribsys__com'], ['[0-9a-f]{8}:[0-9a-f]{8}']],
  ['snyk-token', ['snyk'], [uuid]],
  ['sonar-token', ['sonar'], word(40)],
  ['squarespace-token', ['squarespace'], [uuid]],
  ['sumologic-secret', ['sumo'], ['su[A-Za-z0-9]{12}', ...alphanumeric(64)]],
  ['telegram-token', ['telegr'], ['\\d{5,16}:A[\\w-]{34}']],
  ['travis-token', ['travis'], alphanumeric(22)],
  ['twitch-token', ['twitch'], alphanumeric(30)],
  [
    'twitter-secret',
    ['twitter'],
    [...alphanumeric(25, 45, 50), '\\d{15,25}-[A-Za-z0-9]{20,40}', 'A{22}[A-Za-z0-9%]{80,100}'],
  ],
  ['yandex-token', ['yandex'], ['AQVN[\\w-]{35,38}', 'YC[\\w-]{38}']],
  ['zendesk-secret', ['zendesk'], alphanumeric(40)],
];

/** From the name to its value, read once: no part of it is tried as the beginning of a value. */
const assigned = String.raw`(?=(?<glue>[\w. \t-]{0,24}(?=[ \t"'\x60=:>|?,\\]{0,16}[=:>|,])["'\x60=:>|?,\\][ \t"'\x60=:>|?,\\]{0,15}))\k<glue>`;
const longestShortName = 6;

/** A short name does not stand across two words, as `etSy` in `setSystem` or `meraKi` in `CameraKit`. */
function isWrittenAsName(found: string): boolean {
  const rest = found.slice(1);
  return found.length > longestShortName || rest === rest.toLowerCase() || found === found.toUpperCase();
}

export const vendorRules: readonly SecretRule[] = values.map(([id, names, shapes]) => ({
  id,
  keywords: names,
  counts: isWrittenAsName,
  shape: `${assigned}(?<secret>${shapes.join('|')})(?![\\w-])${endOfToken}`,
  looks: (value) => /\d/.test(value) && !isSequence(value) && !isPlaceholder(value) && !isFiller(value),
}));
