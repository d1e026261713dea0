import { isFiller, isPlaceholder, isSequence } from '../judge-value.ts';
import { drawnPartOf } from '../letter-pairs.ts';
import { endOfToken, type SecretRule } from '../rule.ts';
import { isHarmlessName } from './names.ts';

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
